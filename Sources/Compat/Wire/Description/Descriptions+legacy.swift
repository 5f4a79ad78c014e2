extension EndpointDescription {
    static let legacy: [EndpointDescription] = [legacyScanners, legacyCreate, legacyNext, legacyDelete]

    private static let legacyScanners = EndpointDescription(
        "GET /DWTAPI/Scanners",
        .legacy,
        "Lists the scanners",
        "The same list as `GET /api/device/scanners`.",
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
                answer: "The type must be a whole number from 0 to 4294967295, such as 256 for SANE scanners."
            ),
        ]
    )

    private static let legacyCreate = EndpointDescription(
        "POST /DWTAPI/ScanJobs",
        .legacy,
        "Makes a scan job and starts it",
        """
        The body of the answer is the bare id. When the scanner is busy the request waits in its queue. A licence is not \
        needed: `license` may say anything.
        """,
        parameters: [
            .query(
                "timeout",
                "How many seconds to wait for a busy scanner; never more than the setting job-wait.",
                .whole(least: 0, most: 3_600)
            )
        ],
        body: Body(.named(.jobRequest)),
        answers: [
            .good(201, "The id of the job.", .text(.text(pattern: "^[0-9A-Za-z-]+$"))),
            .failure(400, "The body is not usable, or wants what no scanner can do."),
            .failure(
                403,
                "The scanner is busy or cannot be opened, or this host does not go by that name.",
                headers: ["Retry-After": "Seconds to wait before the next try, when the scanner is busy."]
            ),
            .failure(404, "There is no such scanner."),
            .failure(
                503,
                "There is no room for another job or page, or the service ends.",
                headers: ["Retry-After": "Seconds to wait before the next try."]
            ),
        ],
        examples: [
            Example(
                "scan in gray with 100 dpi",
                body: #"{"license":"LICENSE-KEY","config":{"PixelType":1,"Resolution":100}}"#,
                status: 201,
                answer: ExampleText.job
            ),
            Example(
                "a member of a wrong type",
                body: #"{"device":7}"#,
                status: 400,
                answer: "device must be a string, not 7."
            ),
        ]
    )

    private static let legacyNext = EndpointDescription(
        "GET /DWTAPI/ScanJobs/{jobuid}/NextDocument",
        .legacy,
        "Takes the next page",
        """
        Waits for it. Any other end than a page is 410: there are no more, the job was deleted, or there never was one. \
        Only a scan that failed is told before that, once, by a 500.
        """,
        parameters: [.job],
        answers: [
            .good(200, "The page.", .image(["image/jpeg"])),
            .failure(410, "There are no more pages."),
            .failure(500, "The scan has failed; this is said once."),
            .failure(
                503,
                "Too many requests wait for pages of this job, and this was the oldest; or the service ends.",
                headers: ["Retry-After": "Seconds to wait before the next try."]
            ),
        ],
        examples: [
            Example("the next page", stage: .legacyJob, status: 200),
            Example(
                "no such job",
                stage: .unknownJob,
                status: 410,
                answer: "There are no more pages: the scan job has ended, was deleted, or never existed."
            ),
        ]
    )

    private static let legacyDelete = EndpointDescription(
        "DELETE /DWTAPI/ScanJobs/{jobuid}",
        .legacy,
        "Deletes a job and its pages",
        "A scan is canceled first. The answer comes when the scanner is free, after 2 seconds at the latest.",
        parameters: [.job],
        answers: [
            .good(200, "It is gone.", .text(.text("Empty."))),
            .failure(410, "There is no such job, or no longer."),
        ],
        examples: [
            Example("delete", stage: .legacyJob, status: 200, answer: ""),
            Example(
                "no such job",
                stage: .unknownJob,
                status: 410,
                answer: "There are no more pages: the scan job has ended, was deleted, or never existed."
            ),
        ]
    )
}
