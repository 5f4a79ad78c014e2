extension EndpointDescription {
    static let jobs: [EndpointDescription] = [createJob, job, updateJob, deleteJob]

    private static let createJob = EndpointDescription(
        "POST /api/device/scanners/jobs",
        .jobs,
        "Makes a scan job",
        """
        With `autoRun`, which is the default, the scan starts at once; without it the job is `pending`: its scanner is \
        open and nobody else's, its capabilities can be read, and a PATCH starts it. The answer comes when the scanner is \
        open, after 8 seconds at the latest. A scanner that cannot be opened makes a job that is `faulted`; its status \
        says why. A licence is not needed: `license` and the headers `DWT-PRODUCT-KEY` and `X-DICS-LICENSE-KEY` may say \
        anything.
        """,
        body: Body(.named(.v19JobRequest)),
        makes: "jobuid",
        answers: [
            .good(201, "The job.", .json(created)),
            .failure(400, "The body is not usable, or there is no such scanner."),
            .failure(423, "The scanner is in use.", headers: ["Retry-After": "Seconds to wait before the next try."]),
            .failure(
                503,
                "There is no room for another job or page, or the service ends.",
                headers: ["Retry-After": "Seconds to wait before the next try."]
            ),
        ],
        examples: [
            Example(
                "scan in gray with 100 dpi",
                body: #"{"autoRun":true,"config":{"PixelType":1,"Resolution":100}}"#,
                status: 201,
                answer: #"{"jobuid":"\#(ExampleText.job)","scanner":\#(ExampleText.scanner),"status":"running"}"#
            ),
            Example(
                "open the scanner and wait",
                body: #"{"autoRun":false}"#,
                status: 201,
                answer: #"{"jobuid":"\#(ExampleText.job)","scanner":\#(ExampleText.scanner),"status":"pending"}"#
            ),
            Example(
                "insist on gray with 100 dpi by single capabilities",
                body: #"{"autoRun":false,"caps":{"exception":"fail","capabilities":["#
                    + #"{"capability":257,"curValue":1},{"capability":4376,"curValue":100}]}}"#,
                status: 201,
                answer: #"{"jobuid":"\#(ExampleText.job)","scanner":\#(ExampleText.scanner),"status":"pending"}"#
            ),
            Example(
                "a member of a wrong type",
                body: #"{"config":{"PixelType":{}}}"#,
                status: 400,
                answer: ExampleText.failure(
                    400,
                    WireCode.invalidParameter,
                    "config.PixelType must be a number, not an object."
                )
            ),
            Example(
                "a scanner that nobody knows",
                body: #"{"device":"nobody"}"#,
                status: 400,
                answer: ExampleText.failure(
                    400,
                    WireCode.unknownScanner,
                    #"There is no such scanner: "nobody". These are known: "Noname frontend-tester"."#
                )
            ),
        ]
    )

    private static let job = EndpointDescription(
        "GET /api/device/scanners/jobs/{jobuid}",
        .jobs,
        "Tells how a job is getting on",
        "`code` is 0 unless the job is `faulted`; then it is one of the API's numbers, and `message` says what happened.",
        parameters: [.job],
        answers: [.good(200, "The job.", .json(.named(.jobStatus)))] + lostJob,
        examples: [
            Example(
                "a job that scans",
                stage: .runningJob,
                status: 200,
                answer: #"{"code":0,"message":"Successful","status":"running"}"#
            ),
            unknown, deleted,
        ]
    )

    private static let updateJob = EndpointDescription(
        "PATCH /api/device/scanners/jobs/{jobuid}",
        .jobs,
        "Starts a job, or cancels it",
        """
        A pending job takes `running` and `canceled`, a running one `canceled`. The pages of a canceled job that were \
        complete can still be read; requests that wait for a page are answered at once.
        """,
        parameters: [.job],
        body: Body(.object([.required("status", .text(words: ["running", "canceled"]))])),
        answers: [
            .good(200, "The job's state now.", .json(.object([.required("status", states)]))),
            .failure(400, "The body is not usable, or names another state."),
            .failure(409, "The job is not in a state for this."),
        ] + lostJob,
        examples: [
            Example(
                "start",
                stage: .pendingJob,
                body: #"{"status":"running"}"#,
                status: 200,
                answer: #"{"status":"running"}"#
            ),
            Example(
                "start what has ended",
                stage: .endedJob,
                body: #"{"status":"running"}"#,
                status: 409,
                answer: ExampleText.failure(
                    409,
                    WireCode.outOfSequence,
                    "Only a pending job can be started; this one is completed."
                )
            ),
            Example(
                "a state that there is not",
                stage: .pendingJob,
                body: #"{"status":"completed"}"#,
                status: 400,
                answer: ExampleText.failure(
                    400,
                    WireCode.invalidParameter,
                    "status must be running or canceled, not \"completed\"."
                )
            ),
            unknown(sending: #"{"status":"canceled"}"#), deleted(sending: #"{"status":"canceled"}"#),
        ]
    )

    private static let deleteJob = EndpointDescription(
        "DELETE /api/device/scanners/jobs/{jobuid}",
        .jobs,
        "Deletes a job and its pages",
        "A scan is canceled first. The answer comes when the scanner is free, after 2 seconds at the latest.",
        parameters: [.job],
        answers: [.good(204, "It is gone.", .nothing)] + lostJob,
        examples: [Example("delete", stage: .endedJob, status: 204), unknown, deleted]
    )

    /// The answers of every call about one job.
    static let lostJob: [Answer] = [
        .failure(404, "There is no such job."),
        .failure(410, "The job was deleted."),
    ]

    static let unknown = unknown()
    static let deleted = deleted()

    static func unknown(query: String = "", sending body: String? = nil) -> Example {
        Example(
            "a job that nobody knows",
            stage: .unknownJob,
            query: query,
            body: body,
            status: 404,
            answer: ExampleText.unknownJob
        )
    }

    static func deleted(query: String = "", sending body: String? = nil) -> Example {
        Example(
            "a job that was deleted",
            stage: .deletedJob,
            query: query,
            body: body,
            status: 410,
            answer: ExampleText.deletedJob
        )
    }

    static let states = Schema.text(
        "The state of a job.",
        words: ["pending", "running", "completed", "faulted", "canceled"]
    )

    private static let created = Schema.object([
        .required("jobuid", .text("The id of the job.", pattern: "^[0-9A-Fa-f-]+$")),
        .required("status", states),
        .required("scanner", .named(.scanner)),
    ])
}

extension EndpointDescription.Parameter {
    /// The job that a call is about.
    static let job = path("jobuid", "The id of the job, as it came from its creation.")
}
