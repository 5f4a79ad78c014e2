extension EndpointDescription {
    static let library: [EndpointDescription] = [
        versionInfo("POST"),
        versionInfo("GET"),
        EndpointDescription(
            "POST /dcp/{version}/admin",
            .library,
            "Answers the configuration page's commands",
            """
            `Reboot` begins anew with the scanners: they are searched again, and no job or page is lost. `GetServerInfo` \
            tells where the service listens, `CheckDWTPort` whether it could listen at a host and ports, `GetLocalIP` the \
            addresses of this host. Nothing is changed from here.
            """,
            parameters: [.path("version", "The sender's version; any text.")],
            body: Body(.named(.libraryCall)),
            answers: [
                .good(
                    200,
                    "It is done; the shape is the command's own.",
                    .json(.anything("An object, or for GetLocalIP an array of texts."))
                ),
                .failure(400, "The body is not usable, or there is no such command here."),
            ],
            examples: [
                Example(
                    "begin anew with the scanners",
                    body: #"{"id":"1","method":"Reboot","parameter":[],"version":"dwasm2_19301028"}"#,
                    status: 200,
                    answer: #"{"id":"1","result":[true]}"#
                ),
                Example(
                    "where the service listens",
                    body: #"{"id":"1","method":"GetServerInfo","parameter":[],"version":"dwasm2_19301028"}"#,
                    status: 200,
                    answer: #"{"Host":"127.0.0.1","dwt":{"port":18622,"sslPort":0}}"#
                ),
                Example(
                    "a command that there is not",
                    body: #"{"id":"1","method":"SetServerInfo","parameter":[],"version":"dwasm2_19301028"}"#,
                    status: 400,
                    answer: WireFailure(
                        status: 400,
                        code: WireCode.invalidParameter,
                        message: "There is no method \"SetServerInfo\" here. Reboot, GetServerInfo, CheckDWTPort and "
                            + "GetLocalIP are known; settings are changed in the configuration file."
                    ).body(.library)
                ),
            ]
        ),
    ]

    private static func versionInfo(_ method: String) -> EndpointDescription {
        EndpointDescription(
            "\(method) /fa/VersionInfo",
            .library,
            "Gives a sign of life",
            "Programs ask for it to see whether the service is there; the rest of that channel is not served.",
            body: method == "POST" ? Body(.named(.libraryCall), isRequired: false) : nil,
            answers: [
                .good(
                    200,
                    "The service is there.",
                    .json(
                        .object([
                            .required("id", .anything("As it came.")),
                            .required("cmdId", .anything("As it came.")),
                            .required("method", .text(words: ["VersionInfo"])),
                            .required(
                                "result",
                                .list(of: .text(), "Version, an empty text for usable, width.", least: 3, most: 3)
                            ),
                        ])
                    )
                ),
                .failure(400, "The body is not usable."),
            ],
            examples: [
                Example(
                    "is it there?",
                    query: "v=1&ts=1700000000000",
                    body: method == "POST" ? #"{"id":"1","cmdId":"","method":"VersionInfo"}"# : nil,
                    status: 200,
                    answer: """
                        {"cmdId":"","id":"\(method == "POST" ? "1" : "")","method":"VersionInfo",\
                        "result":["19, 1, 0, 0507","","64"]}
                        """
                )
            ]
        )
    }
}
