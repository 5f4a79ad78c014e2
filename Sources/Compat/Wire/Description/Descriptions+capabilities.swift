extension EndpointDescription {
    static let capabilities: [EndpointDescription] = [
        EndpointDescription(
            "GET /api/device/scanners/jobs/{jobuid}/scanner/capabilities",
            .capabilities,
            "Tells what the scanner can do",
            """
            For a pending job. The capabilities have TWAIN's numbers; options of the scanner that TWAIN has none for stand \
            at 32768 and above, with the scanner's own words for label and `help`. Numbers that are asked for and that the \
            scanner does not have are left out. What is read here can be set by `caps` in a job request. `minValue`, `maxValue` \
            and `stepSize` are whole numbers; what lies between others, or can be any number, has `limits`.
            """,
            parameters: [
                .job,
                .query(
                    "caps",
                    "The numbers that are wanted, with commas between, also said several times; all when it is left out.",
                    .text(pattern: "^[0-9]{1,5}(,[0-9]{1,5}){0,20}$")
                ),
            ],
            answers: [
                .good(200, "The capabilities.", .json(.list(of: .named(.capability)))),
                .failure(400, "The numbers are none."),
                .failure(404, "There is no such job."),
                .failure(409, "The job is not pending."),
                .failure(410, "The job was deleted."),
            ],
            examples: [
                Example(
                    "colours",
                    stage: .pendingJob,
                    query: "caps=257",
                    status: 200,
                    answer: """
                        [{"capability":{"label":"ICAP_PIXELTYPE","value":257},\
                        "conType":{"label":"TWON_ENUMERATION","value":4},"curIndex":1,\
                        "curValue":{"label":"TWPT_GRAY","value":1},"defIndex":1,\
                        "defaultValue":{"label":"TWPT_GRAY","value":1},"enums":[{"label":"TWPT_BW","value":0},{"label":"TWPT_GRAY","value":1},\
                        {"label":"TWPT_RGB","value":2}],"query":["get","set","reset","getdefault","getcurrent"],\
                        "valueType":{"label":"TWTY_UINT16","value":4}}]
                        """
                ),
                Example("all", stage: .pendingJob, status: 200),
                Example(
                    "a number that is none",
                    stage: .pendingJob,
                    query: "caps=abc",
                    status: 400,
                    answer: ExampleText.failure(
                        400,
                        WireCode.invalidParameter,
                        "caps must be numbers with commas between, such as 257,4376."
                    )
                ),
                Example(
                    "a job that has ended",
                    stage: .endedJob,
                    status: 409,
                    answer: ExampleText.failure(409, WireCode.outOfSequence, "The job is not pending.")
                ),
                unknown, deleted,
            ]
        ),
        EndpointDescription(
            "GET /api/device/scanners/jobs/{jobuid}/scanner/settings",
            .capabilities,
            "Keeps the scanner's settings",
            """
            For a pending job. The text means something to this service alone: a later job on a scanner of the same model \
            takes it as `settings`, below `caps` and `config`.
            """,
            parameters: [
                .job, .query("showui", "Nothing is shown on a host without a screen.", .flag()),
            ],
            answers: [
                .good(200, "The settings.", .json(.object([.required("settings", .text("Base64."))]))),
                .failure(400, "`showui` is neither true nor false."),
                .failure(404, "There is no such job."),
                .failure(409, "The job is not pending."),
                .failure(410, "The job was deleted."),
            ],
            examples: [
                Example(
                    "the settings",
                    stage: .pendingJob,
                    query: "showui=false",
                    status: 200,
                    answer: #"{"settings":"\#(ExampleText.settings)"}"#
                ),
                Example(
                    "a job that has ended",
                    stage: .endedJob,
                    status: 409,
                    answer: ExampleText.failure(409, WireCode.outOfSequence, "The job is not pending.")
                ),
                unknown, deleted,
            ]
        ),
    ]
}
