import DWTWire
import HTTPServer
import Scanning

/// The calls of the v19 generation for the pages of a job: `/api/device/scanners/jobs/{jobuid}/next-page` and what is
/// beside it.
final class PageHandlers {
    private let jpegQuality: Int
    private let address: PublicAddress
    private let board: JobBoard

    init(jpegQuality: Int, address: PublicAddress, board: JobBoard) {
        self.jpegQuality = jpegQuality
        self.address = address
        self.board = board
    }

    /// `GET /api/device/scanners/jobs/{jobuid}/next-page[?type=&page=]`
    func nextPage(_ exchange: Exchange, id: String) {
        serve(exchange, id) { request, job throws(WireError) in
            let wish = PageAsker.Wish.picture(encoding(try ImageType.asked(for: request.query("type")) ?? .png))
            let asker = PageAsker(exchange: exchange, replies: Self.replies, wish: wish)
            guard let uid = request.query("page") else { return { job.nextPage(for: asker) } }
            return { job.page(.uid(uid), for: asker) }
        }
    }

    /// `GET /api/device/scanners/jobs/{jobuid}/next-page-info`
    func nextPageInfo(_ exchange: Exchange, id: String) {
        serve(exchange, id) { _, job throws(WireError) in
            let base = "\(address.base(for: exchange.request))/api/device/scanners/jobs/\(job.id)/next-page?page="
            let wish = PageAsker.Wish.facts { page in
                let info = PageInformation(of: page, url: base + page.uid, request: job.order.request)
                return .json(200, Array(JSONValue.array([info.json]).text.utf8))
            }
            return { job.nextPageInfo(for: PageAsker(exchange: exchange, replies: Self.replies, wish: wish)) }
        }
    }

    /// `GET /api/device/scanners/jobs/{jobuid}/content?type=&page=`
    func content(_ exchange: Exchange, id: String) {
        serve(exchange, id) { request, job throws(WireError) in
            guard let type = try ImageType.asked(for: request.query("type")) else {
                throw WireError("The query must say a type, such as type=image/jpeg.")
            }
            guard let number = request.query("page") else {
                throw WireError("The query must say a page, such as page=0 for the first.")
            }
            guard number.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let index = Int(number) else {
                throw WireError("page must be the number of a page, from 0, not \(JSONValue.quoted(number.brief)).")
            }
            let wish = PageAsker.Wish.picture(encoding(type))
            let asker = PageAsker(exchange: exchange, replies: Self.replies, wish: wish)
            // It will not wait for somebody to start the job.
            guard job.status != .pending else { return { exchange.answer(asker.replies.pending()) } }
            return { job.page(.index(index), for: asker) }
        }
    }

    /// Looks for the job, then at what is asked for; `ask` says what to do when all is well.
    private func serve(
        _ exchange: Exchange,
        _ id: String,
        _ ask: (RequestTarget, Job) throws(WireError) -> () -> Void
    ) {
        guard let job = board.keptJob(id, exchange) else { return }
        do throws(WireError) {
            try ask(exchange.request.target, job)()
        } catch {
            exchange.answer(.failure(WireFailure(error), .v19))
        }
    }

    private func encoding(_ type: ImageType) -> PageEncoding {
        switch type {
        case .png: .png
        case .jpeg: .jpeg(quality: jpegQuality)
        }
    }

    /// Some clients loop on 204 for ever, others take only 204 for the end.
    static var replies: PageReplies {
        var replies = PageReplies(
            end: { Response(status: 204) },
            failure: { .failure(WireFailure($0, status: 500), .v19) },
            crowded: { .failure(.tooManyWait, .v19).retryable(after: 1) }
        )
        replies.lastEnd = { .failure(.noMorePages, .v19) }
        replies.pending = { .failure(.stillPending, .v19) }
        replies.noSuchPage = { .failure(.noSuchPage, .v19) }
        replies.deleted = { .failure(.deletedJob, .v19) }
        return replies
    }
}

extension PageInformation {
    /// What is known of a page, as it can be had.
    ///
    /// A scanner that does not tell its dots was told what was asked for, and nobody knows better.
    fileprivate init(of page: StoredPage, url: String, request: ScanRequest) {
        let picture = page.info.picture
        let isTold = page.info.resolution > 0
        self.init(
            imageID: page.number,
            imageUID: page.uid,
            url: url,
            width: picture.width,
            height: page.height,
            bitsPerSample: page.info.encoding == .png ? picture.depth : 8,
            samplesPerPixel: picture.channels,
            resolution: isTold ? page.info.resolution : request.resolution
        )
        lineResolution = isTold ? page.info.lineResolution : request.lineResolution
        left = LengthUnit.inch.value(of: page.info.origin.left, dpi: resolution)
        top = LengthUnit.inch.value(of: page.info.origin.top, dpi: resolution)
    }
}

extension WireFailure {
    fileprivate static let noMorePages = WireFailure(
        status: 410,
        code: WireCode.unknownJob,
        message: "There are no more pages."
    )

    fileprivate static let stillPending = WireFailure(
        status: 409,
        code: WireCode.outOfSequence,
        message: "The job is still pending. Start it first: PATCH its status to \"running\"."
    )

    fileprivate static let noSuchPage = WireFailure(
        status: 404,
        code: WireCode.unknownPage,
        message: "The job has no such page."
    )
}
