extension Schema {
    /// A page that was scanned.
    static let pageInfo = object([
        .required("imageId", .whole("The number of the page, from 1.", least: 1)),
        .required("imageuid", .text("Names the page.")),
        .required("url", .text("Where the page can be read.")),
        .required("imageInfo", imageInfo),
        .required("extendedImageInfo", .object([], "Empty.")),
    ])

    private static let imageInfo = object([
        .required("ImageWidth", .whole("Pixels across.", least: 0)),
        .required("ImageLength", .whole("Pixels down.", least: 0)),
        .required("BitsPerPixel", .whole(least: 1)),
        .required("BitsPerSample", .list(of: .whole(least: 0), "Those not in use are 0.", least: 8, most: 8)),
        .required("SamplesPerPixel", .whole(least: 1)),
        .required("PixelType", .whole("0 black and white, 1 gray, 2 colour.")),
        .required("Planar", .flag("Always false.")),
        .required("Compression", .whole("Always 0.")),
        .required("XResolution", .number("Dots per inch.")),
        .required("YResolution", .number("Dots per inch.")),
        .required(
            "ImageLayout",
            .object([
                .required("DocumentNumber", .whole()),
                .required("PageNumber", .whole()),
                .required("FrameNumber", .whole()),
                .required(
                    "Frame",
                    .object(
                        ["Left", "Top", "Right", "Bottom"].map { .required($0, .number()) },
                        "Inches."
                    )
                ),
            ])
        ),
    ])

    /// What a scanner can do in one respect.
    static let capability = object([
        .required("capability", .named(.labelled)),
        .required("valueType", .named(.labelled)),
        .required("conType", .named(.labelled)),
        .required(
            "query",
            .list(of: .text(words: ["get", "set", "reset", "getdefault", "getcurrent"]), "What can be done with it.")
        ),
        .optional("curValue", .anything("The value now.")),
        .optional("defaultValue", .anything("The value of a scanner that nobody has told anything.")),
        .optional("enums", .list(of: .anything("One of the values there are."))),
        .optional("curIndex", .whole("The place of the value in `enums`.", least: 0)),
        .optional("defIndex", .whole("The place of the default in `enums`.", least: 0)),
        .optional("minValue", .whole()),
        .optional("maxValue", .whole()),
        .optional("stepSize", .whole()),
        .optional("values", .list(of: .anything("A value."))),
        .optional("limits", limits),
        .optional(
            "automatic",
            .flag("True where the scanner can choose the value by itself, when a job says `automatic`.")
        ),
        .optional("help", .text("A sentence for people, as the scanner's about an option of its own.")),
        .optional("unit", .text("What the numbers of an option of its own count.")),
    ])

    private static let limits = object(
        [
            .required("minValue", .number()),
            .required("maxValue", .number()),
            .optional("stepSize", .number("From one value to the next; every number is legal without it.")),
        ],
        "Between what a value lies where that is no range of whole numbers."
    )

    /// A number with its name.
    static let labelled = object([
        .required("value", .whole()),
        .required("label", .text()),
    ])
}
