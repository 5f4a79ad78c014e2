import DWTWire
import HTTPServer
import Scanning

/// The calls of the legacy generation, `/DWTAPI/…`.
final class LegacyHandlers {
    /// What of the settings these calls need.
    struct Rules {
        var jpegQuality: Int
        var defaultResolution: Double
        /// How long a POST may stand in the device's queue, at most and by default.
        var queuePatience: Duration
    }

    private let rules: Rules
    private let catalogue: ScannerCatalogue
    private let list: ScannerList
    private let board: JobBoard
    private let scheduler: any Scheduler

    /// A driver that takes its time to stop holds up the answer to a DELETE no longer than this.
    private static let deletePatience = Duration.seconds(2)

    init(
        _ rules: Rules,
        catalogue: ScannerCatalogue,
        list: ScannerList,
        board: JobBoard,
        scheduler: any Scheduler
    ) {
        self.rules = rules
        self.catalogue = catalogue
        self.list = list
        self.board = board
        self.scheduler = scheduler
    }

    /// `GET /DWTAPI/Scanners[?type=]`
    func scanners(_ exchange: Exchange) {
        let mask: TypeMask
        do {
            mask = try TypeMask(query: exchange.request.target.query("type"))
        } catch {
            exchange.answer(.failure(WireFailure(error), .legacy))
            return
        }
        catalogue.whenListed { [list, catalogue] in
            var response = Response.json(200, list.body(for: mask))
            if catalogue.isIncomplete {
                response.headers.add("Scanner-Search", "running")
                response.headers.add("Retry-After", "2")
            }
            exchange.answer(response)
        }
    }

    /// `POST /DWTAPI/ScanJobs[?timeout=]`
    func createJob(_ exchange: Exchange) {
        let order: JobRequest
        do throws(WireFailure) {
            order = try Self.order(in: exchange.request)
            // What no scanner can make good is refused before anybody looks for one.
            _ = try Self.scanRequest(for: order, house)
        } catch {
            exchange.answer(.failure(error, .legacy))
            return
        }
        guard !board.isFull else {
            exchange.answer(.failure(.noRoomForJob, .legacy).retryable(after: 10))
            return
        }
        guard !board.isSpoolFull else {
            exchange.answer(.failure(.noRoomForPages, .legacy).retryable(after: 10))
            return
        }
        catalogue.whenListed { self.createJob(exchange, order, mayLookAgain: true) }
    }

    private static func order(in request: Request) throws(WireFailure) -> JobRequest {
        do throws(WireError) {
            return try JobRequest(JSONText.value(of: request.body))
        } catch {
            throw WireFailure(error)
        }
    }

    /// The scan of a job that says nothing, on a scanner of which nobody has said anything.
    private var house: ScanRequest {
        var request = ScanRequest()
        request.resolution = rules.defaultResolution
        return request
    }

    private static func scanRequest(
        for order: JobRequest,
        _ defaults: ScanRequest
    ) throws(WireFailure) -> ScanRequest {
        do throws(CapabilityFailure) {
            return try JobMapping(defaults: defaults).scanRequest(for: order)
        } catch {
            throw error.failure
        }
    }

    private func createJob(_ exchange: Exchange, _ order: JobRequest, mayLookAgain: Bool) {
        guard !exchange.hasClientLeft else {
            // Nobody will ever know the job's id.
            exchange.answer(Self.replies.end())
            return
        }
        let meant = list.scanner(
            named: order.device,
            at: order.config.sourceIndex,
            lastUsed: board.lastUsedScanner
        )
        if let meant {
            begin(exchange, order, on: meant)
        } else if mayLookAgain {
            // It may have been plugged in, or have moved, since the list was made.
            catalogue.waitForSearch { self.createJob(exchange, order, mayLookAgain: false) }
        } else {
            exchange.answer(.failure(.unknownScanner(order.device, known: list.names), .legacy))
        }
    }

    private func begin(_ exchange: Exchange, _ order: JobRequest, on scanner: KnownScanner) {
        guard !board.isFull(for: scanner, ofSeveral: catalogue.scanners.count > 1) else {
            exchange.answer(.failure(.noRoomForJob, .legacy).retryable(after: 10))
            return
        }
        do throws(WireFailure) {
            // What a job leaves open is a matter of its scanner.
            let defaults = catalogue.settings(of: scanner).defaults(over: house)
            JobCreation(exchange, on: board).begin(
                try Self.scanRequest(for: order, defaults),
                on: scanner,
                encoding: .jpeg(quality: rules.jpegQuality),
                patience: patience(of: exchange.request),
                scheduler: scheduler
            )
        } catch {
            exchange.answer(.failure(error, .legacy))
        }
    }

    /// `timeout` in seconds, never more than the house allows; what is no number is not ours to judge.
    private func patience(of request: Request) -> Duration {
        guard let asked = request.target.query("timeout").flatMap(Int.init), asked >= 0 else {
            return rules.queuePatience
        }
        return min(.seconds(min(asked, 3600)), rules.queuePatience)
    }

    /// `GET /DWTAPI/ScanJobs/{id}/NextDocument[?anything]`
    func nextDocument(_ exchange: Exchange, id: String) {
        guard let job = board[id] else {
            exchange.answer(Self.replies.end())
            return
        }
        job.nextPage(for: PageAsker(exchange: exchange, replies: Self.replies))
    }

    /// `DELETE /DWTAPI/ScanJobs/{id}`
    func deleteJob(_ exchange: Exchange, id: String) {
        guard let job = board[id] else {
            exchange.answer(board.deleteFinished(id) ? .text(200, "") : Self.replies.end())
            return
        }
        // Answered when the device is closed, so that the next job finds it free.
        var patience: LoopTimer?
        let answer = {
            patience = nil
            guard !exchange.isAnswered else { return }
            exchange.answer(.text(200, ""))
        }
        patience = scheduler.after(Self.deletePatience, answer)
        withExtendedLifetime(patience) { board.delete(job, then: answer) }
    }

    /// 410 is the only end that all clients understand.
    static var replies: PageReplies {
        PageReplies(
            end: { .text(410, "There are no more pages: the scan job has ended, was deleted, or never existed.") },
            failure: { .failure(WireFailure($0, status: 500), .legacy) }
        )
    }
}
