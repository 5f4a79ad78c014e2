extension EndpointDescription {
    static let pages: [EndpointDescription] = [nextPage, nextPageInfo, content]

    private static let nextPage = EndpointDescription(
        "GET /api/device/scanners/jobs/{jobuid}/next-page",
        .pages,
        "Takes the next page",
        """
        Waits for it. A page that takes long is sent while it is scanned, in chunks. When there are no more pages the \
        answer is 204, three times, and 410 from then on. A scan that failed is told once, behind its whole pages, by a \
        500; so is a page that cannot be had in the type that was asked for, which can then be asked for again, in either \
        type. With `page` one page is read again, as often as wanted, and nothing moves on.
        """,
        parameters: [.job, .pictureType(" The default is image/png."), .page],
        answers: [
            picture,
            noMorePages,
            .failure(400, "The type is none of these."),
            .failure(404, "There is no such job, or it has no such page."),
            notStarted,
            .failure(410, "There are no more pages, or the job was deleted."),
            failed,
            crowded,
        ],
        examples: [
            Example("the next page as JPEG", stage: .runningJob, query: "type=image/jpeg", status: 200),
            Example("the next page as PNG", stage: .runningJob, status: 200),
            Example(
                "one page again",
                stage: .endedJob,
                query: "type=image/jpeg&page={imageuid}",
                status: 200
            ),
            Example("no more pages", stage: .endedJob, status: 204),
            Example(
                "a type that there is not",
                stage: .runningJob,
                query: "type=image/bmp",
                status: 400,
                answer: ExampleText.failure(
                    400,
                    WireCode.invalidParameter,
                    "The type must be image/png or image/jpeg."
                )
            ),
            unknown, deleted,
        ]
    )

    private static let nextPageInfo = EndpointDescription(
        "GET /api/device/scanners/jobs/{jobuid}/next-page-info",
        .pages,
        "Tells about the next page",
        """
        Waits for it, and counts on its own: `next-page` does not care how far this call has come. `url` is where the page \
        can be read until the job is deleted, under the name that this service was called by. The end is told as by \
        `next-page`.
        """,
        parameters: [.job],
        answers: [
            .good(200, "An array of one.", .json(.list(of: .named(.pageInfo), least: 1, most: 1))),
            noMorePages,
            .failure(404, "There is no such job."),
            notStarted,
            .failure(410, "There are no more pages, or the job was deleted."),
            failed,
            crowded,
        ],
        examples: [
            Example("the next page", stage: .runningJob, status: 200, answer: pageInfo),
            unknown, deleted,
        ]
    )

    private static let content = EndpointDescription(
        "GET /api/device/scanners/jobs/{jobuid}/content",
        .pages,
        "Reads a page by its number",
        "Waits while the job may still scan that page. Nothing moves on.",
        parameters: [
            .job, .pictureType("", isRequired: true),
            .query("page", "The number of the page, from 0.", .whole(least: 0, most: 1_000_000), isRequired: true),
        ],
        answers: [
            picture,
            .failure(400, "Type or page is missing or not usable."),
            .failure(404, "There is no such job, or it has no such page."),
            .failure(409, "The job is still pending."),
            .failure(410, "The job was deleted."),
            failed,
            crowded,
        ],
        examples: [
            Example("the first page", stage: .endedJob, query: "type=image/png&page=0", status: 200),
            Example(
                "no page is named",
                stage: .endedJob,
                query: "type=image/png",
                status: 400,
                answer: ExampleText.failure(
                    400,
                    WireCode.invalidParameter,
                    "The query must say a page, such as page=0 for the first."
                )
            ),
            Example(
                "a page that there is not",
                stage: .endedJob,
                query: "type=image/png&page=1000",
                status: 404,
                answer: ExampleText.failure(404, WireCode.unknownPage, "The job has no such page.")
            ),
            unknown(query: "type=image/png&page=0"), deleted(query: "type=image/png&page=0"),
        ]
    )

    private static let picture = Answer.good(200, "The page.", .image(["image/png", "image/jpeg"]))
    private static let noMorePages = Answer.good(204, "There are no more pages.", .nothing)
    private static let notStarted = Answer.failure(409, "The job is pending and was not started for 10 seconds.")
    private static let failed = Answer.failure(
        500,
        "The scan has failed, which is said once; or the page cannot be had in this type."
    )
    private static let crowded = Answer.failure(
        503,
        "Too many requests wait for pages of this job, and this was the oldest; or the service ends.",
        headers: ["Retry-After": "Seconds to wait before the next try."]
    )

    private static let pageInfo = """
        [{"extendedImageInfo":{},"imageId":1,"imageInfo":{"BitsPerPixel":24,"BitsPerSample":[8,8,8,0,0,0,0,0],\
        "Compression":0,"ImageLayout":{"DocumentNumber":1,"Frame":{"Bottom":11,"Left":0,"Right":8.5,"Top":0},\
        "FrameNumber":0,"PageNumber":1},"ImageLength":2200,"ImageWidth":1700,"PixelType":2,"Planar":false,\
        "SamplesPerPixel":3,"XResolution":200,"YResolution":200},"imageuid":"\(ExampleText.page)",\
        "url":"http://127.0.0.1:18622/api/device/scanners/jobs/\(ExampleText.job)/next-page?page=\(ExampleText.page)"}]
        """
}

extension EndpointDescription.Parameter {
    /// One page of the job.
    static let page = query("page", "The `imageuid` of a page of this job.", .text())

    /// The form of a picture.
    static func pictureType(_ rest: String, isRequired: Bool = false) -> EndpointDescription.Parameter {
        query(
            "type",
            "The form of the picture." + rest,
            .text(words: ["image/png", "image/jpeg"]),
            isRequired: isRequired
        )
    }
}
