extension EndpointDescription {
    static let scanners: [EndpointDescription] = [
        EndpointDescription(
            "GET /api/device/scanners",
            .scanners,
            "Lists the scanners",
            """
            The list comes from memory and is renewed in the background, so it answers at once; only the first call after \
            the start waits a moment. While the first search still runs the answer has the headers `Scanner-Search: \
            running` and `Retry-After`.
            """,
            parameters: [.typeMask],
            answers: [
                .good(200, "The scanners; none is an empty array.", .json(.list(of: .named(.scanner)))),
                .failure(400, "The type is no number."),
            ],
            examples: [
                Example("all scanners", status: 200, answer: ExampleText.scannerList),
                Example(
                    "a type that is none",
                    query: "type=abc",
                    status: 400,
                    answer: ExampleText.failure(
                        400,
                        WireCode.invalidParameter,
                        "The type must be a whole number from 0 to 4294967295, such as 256 for SANE scanners."
                    )
                ),
            ]
        )
    ]

    static let server: [EndpointDescription] = [
        EndpointDescription(
            "GET /api/server",
            .server,
            "Tells the service's settings",
            "One so far: how much the service writes into its log.",
            answers: [.good(200, "The settings.", .json(settings))],
            examples: [Example("the settings", status: 200, answer: #"{"logLevel":1}"#)]
        ),
        EndpointDescription(
            "PATCH /api/server",
            .server,
            "Changes the service's settings",
            "The level takes effect at once and lasts until the service ends; the configuration file is not touched.",
            body: Body(settings),
            answers: [
                .good(200, "The settings as they are now.", .json(settings)),
                .failure(400, "The body is not usable, or the level is none of the three."),
            ],
            examples: [
                Example(
                    "tell everything",
                    body: #"{"logLevel":30}"#,
                    status: 200,
                    answer: #"{"logLevel":30}"#
                ),
                Example(
                    "a level that there is not",
                    body: #"{"logLevel":2}"#,
                    status: 400,
                    answer: ExampleText.failure(
                        400,
                        WireCode.invalidParameter,
                        "logLevel must be 0 (off), 1 (normal) or 30 (verbose), not 2."
                    )
                ),
            ]
        ),
        EndpointDescription(
            "GET /api/server/version",
            .server,
            "Tells the versions",
            "`version` is that of the API which is answered here, `moduleVersions` those of the program.",
            answers: [.good(200, "The versions.", .json(version))],
            examples: [
                Example(
                    "the versions",
                    status: 200,
                    answer: #"{"compatible":true,"moduleVersions":{"core":["0.1.0"]},"version":"20250428"}"#
                )
            ]
        ),
        EndpointDescription(
            "GET /api/openapi.json",
            .server,
            "Describes this API",
            "An OpenAPI 3.1 document, made from the same table that the calls are served from.",
            answers: [
                .good(
                    200,
                    "The document.",
                    .json(
                        .object(
                            ["openapi", "info", "servers", "tags", "paths", "components"].map { name in
                                .required(name, .anything("As the specification of OpenAPI has it."))
                            }
                        )
                    )
                )
            ],
            examples: [Example("the document", status: 200)]
        ),
    ]

    private static let settings = Schema.object([
        .required(
            "logLevel",
            .whole(
                "0 writes nothing, 1 what happens, 30 all there is to tell.",
                values: ServerSettings.Level.allCases.map(\.rawValue)
            )
        )
    ])

    private static let version = Schema.object([
        .required("version", .text("The version of the API.")),
        .required("compatible", .flag("Always true.")),
        .required("moduleVersions", .dictionary(of: .list(of: .text()), "Versions by the names of the parts.")),
    ])
}

extension EndpointDescription.Parameter {
    static let typeMask = query(
        "type",
        "Kinds of driver, one bit each; 256 is SANE. A hint: the scanners are listed whatever is asked for, under the "
            + "lowest known bit of the mask, unless the setting strict-type-filter is on.",
        .whole(least: 0, most: Int(UInt32.max))
    )
}
