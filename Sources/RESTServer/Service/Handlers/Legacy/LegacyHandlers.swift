import DWTWire
import HTTPServer
import Scanning

/// The calls of the legacy generation, `/DWTAPI/…`.
final class LegacyHandlers {
    /// What of the settings these calls need.
    struct Rules {
        var jpegQuality: Int
        /// How long a POST may stand in the device's queue, at most and by default.
        var queuePatience: Duration
    }

    private let rules: Rules
    private let entrance: JobEntrance
    private let board: JobBoard
    private let scheduler: any Scheduler

    init(_ rules: Rules, entrance: JobEntrance, board: JobBoard, scheduler: any Scheduler) {
        self.rules = rules
        self.entrance = entrance
        self.board = board
        self.scheduler = scheduler
    }

    /// `POST /DWTAPI/ScanJobs[?timeout=]`
    func createJob(_ exchange: Exchange) {
        entrance.admit(exchange, as: form)
    }

    private var form: JobForm {
        JobForm(
            generation: .legacy,
            order: { [rules] _, scan in JobOrder(request: scan, encoding: .jpeg(quality: rules.jpegQuality)) },
            patience: { [rules] request, _ in Self.patience(of: request, atMost: rules.queuePatience) },
            // The bare id: clients paste the body into the next address.
            made: { .text(201, $0.id) },
            failed: { .failure($0 == .canceled ? .shuttingDown : WireFailure($0, status: 403), .legacy) }
        )
    }

    /// `timeout` in seconds, never more than the house allows; what is no number is not ours to judge.
    private static func patience(of request: Request, atMost house: Duration) -> Duration {
        guard let asked = request.target.query("timeout").flatMap(Int.init), asked >= 0 else { return house }
        return min(.seconds(min(asked, 3600)), house)
    }

    /// `GET /DWTAPI/ScanJobs/{id}/NextDocument[?anything]`
    func nextDocument(_ exchange: Exchange, id: String) {
        guard case .job(let job) = board.find(id, pages: .handedOut) else {
            exchange.answer(Self.replies.end())
            return
        }
        job.nextPage(for: PageAsker(exchange: exchange, replies: Self.replies))
    }

    /// `DELETE /DWTAPI/ScanJobs/{id}`
    func deleteJob(_ exchange: Exchange, id: String) {
        guard case .job(let job) = board.find(id, pages: .handedOut) else {
            exchange.answer(board.deleteFinished(id) ? .text(200, "") : Self.replies.end())
            return
        }
        JobDeletion.delete(job, on: board, scheduler: scheduler) { exchange.answer(.text(200, "")) }
    }

    /// 410 is the only end that all clients understand.
    static var replies: PageReplies {
        PageReplies(
            end: { .text(410, "There are no more pages: the scan job has ended, was deleted, or never existed.") },
            failure: { .failure(WireFailure($0, status: 500), .legacy) },
            crowded: { .failure(.tooManyWait, .legacy).retryable(after: 1) }
        )
    }
}
