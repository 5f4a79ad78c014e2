extension Schema {
    /// The shape behind a name.
    static func component(_ name: SchemaName) -> Schema {
        switch name {
        case .failure: failure
        case .libraryFailure: libraryFailure
        case .scanner: scanner
        case .jobRequest: jobRequest
        case .v19JobRequest: v19JobRequest
        case .configuration: configuration
        case .capabilitySettings: capabilitySettings
        case .jobStatus: jobStatus
        case .pageInfo: pageInfo
        case .capability: capability
        case .labelled: labelled
        case .libraryCall: libraryCall
        }
    }

    private static let failure = object(
        [
            .required("code", .whole("The API's own number, 0 or below.", most: 0)),
            .required("message", .text("What happened and what a person can do.")),
            .required("statusCode", .whole("The status of the answer.", least: 400, most: 599)),
        ],
        "Why a call of /api was refused."
    )

    private static let libraryFailure = object(
        [
            .required("exception", .whole("The same as code.", most: 0)),
            .required("description", .text("The same as message.")),
            .required("code", .whole("The API's own number, 0 or below.", most: 0)),
            .required("message", .text("What happened and what a person can do.")),
            .required("statusCode", .whole("The status of the answer.", least: 400, most: 599)),
        ],
        "Why a call of /fa or /dcp was refused."
    )

    private static let scanner = object([
        .required("name", .text("What people see; unique in the list.")),
        .required(
            "type",
            .whole("The kind of driver, one bit.", values: ScannerType.allCases.map(\.rawValue))
        ),
        .required("device", .text("To be sent back as it is in a job request.")),
    ])

    private static let jobMembers: [Member] = [
        .optional("license", .text("Anything.")),
        .optional("device", .text("As the scanner list says it, or a scanner's name; empty is the last one.")),
        .optional("config", .named(.configuration)),
        .optional("caps", .named(.capabilitySettings)),
    ]

    private static let jobRequest = object(
        jobMembers,
        "What is to be scanned. Numbers may also come as texts; unknown members are ignored."
    )

    private static let v19JobRequest = object(
        jobMembers + [
            .optional("autoRun", .flag("Start at once; true by default.")),
            .optional("settings", .text("What `scanner/settings` answered; `caps` and `config` come after it.")),
            .optional("checkFeederLoaded", .flag("Fail before the start when the feeder's sensor sees no paper.")),
            .optional(
                "scannerFailureTimeout",
                .whole("Seconds that the scanner may keep silent.", least: 0, most: 86_400)
            ),
            .optional(
                "jobTimeout",
                .whole("Seconds until the job is removed while it is pending or has ended; 0 is never.", least: 0)
            ),
            .optional("requireWebsocket", .flag("Without meaning: there is none.")),
            .optional("requestFocusForScanningUI", .flag("Without meaning: there is no screen.")),
        ],
        "What is to be scanned. Numbers may also come as texts; unknown members are ignored."
    )

    private static let configuration = object(
        [
            .optional("PixelType", .whole("0 black and white, 1 gray, 2 colour.", values: [0, 1, 2])),
            .optional("Resolution", .number("Dots per inch; the nearest that the scanner has.", least: 1, most: 9_600)),
            .optional("IfFeederEnabled", .flag("Scan from the feeder.")),
            .optional("IfDuplexEnabled", .flag("Scan both sides.")),
            .optional("IfAutoFeed", .flag("Go on with the next sheet.")),
            .optional("XferCount", .whole("Pages to scan; -1 is all.", least: -1, most: 32_768)),
            .optional(
                "PageSize",
                .whole(
                    "A paper size by TWAIN's number; 0 and 54 are all that the scanner can.",
                    values: PageSize.all.map(\.code)
                )
            ),
            .optional("BitDepth", .whole("Bits for each pixel.", values: [1, 8, 16, 24, 48])),
            .optional("Brightness", .number("", least: -1_000, most: 1_000)),
            .optional("Contrast", .number("", least: -1_000, most: 1_000)),
            .optional(
                "SelectSourceByIndex",
                .whole("The place in the list, from 0; only without `device`.", least: 0, most: 1_000)
            ),
        ],
        "How to scan. What the scanner does not have is passed over."
    )

    private static let capabilitySettings = object(
        [
            .optional("exception", exception),
            .optional(
                "capabilities",
                .list(
                    of: .object([
                        .required("capability", .whole("TWAIN's number.", least: 0, most: 65_535)),
                        .optional("curValue", .anything("A number, a text, or a frame.")),
                        .optional("values", .list(of: .anything("A number or a text."))),
                        .optional(
                            "automatic",
                            .flag("True: the scanner chooses the value by itself. For options that say so.")
                        ),
                        .optional("exception", exception),
                    ])
                )
            ),
        ],
        "Single capabilities by number; `config` comes after them."
    )

    private static let exception = text(
        "What becomes of the job when the scanner cannot do it.",
        words: ["ignore", "fail"]
    )

    private static let jobStatus = object([
        .required("status", EndpointDescription.states),
        .required("code", .whole("0, or what went wrong as the API's number.", most: 0)),
        .required("message", .text("What went wrong, as a sentence.")),
    ])

    private static let libraryCall = object([
        .optional("id", .any(of: [.text(), .whole()], "Comes back as it is.")),
        .optional("cmdId", .any(of: [.text(), .whole()], "Comes back as it is.")),
        .optional("method", .text("What is to be done.")),
        .optional("parameter", .list(of: .anything("What it is to be done with."))),
        .optional("version", .text("Without meaning.")),
    ])
}
