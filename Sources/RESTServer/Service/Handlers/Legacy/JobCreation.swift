import DWTWire
import HTTPServer
import Scanning

/// A legacy POST on its way: it waits in the device's queue, then for the device to open, and for neither too long.
final class JobCreation {
    /// A client that still waits after this is answered, whatever the device is doing.
    static let longestWait = Duration.seconds(8)

    private let exchange: Exchange
    private let board: JobBoard
    private var queuePatience: LoopTimer?
    private var openPatience: LoopTimer?
    private var isDone = false

    init(_ exchange: Exchange, on board: JobBoard) {
        self.exchange = exchange
        self.board = board
    }

    /// Makes the job and answers when that can be done. Lives in what it waits for.
    func begin(
        _ request: ScanRequest,
        on scanner: KnownScanner,
        encoding: PageEncoding,
        patience: Duration,
        scheduler: any Scheduler
    ) {
        let job = board.makeJob(request, on: scanner, encoding: encoding) { job, opening in
            self.opened(job, opening)
        }
        guard !isDone else { return }
        exchange.whenClientLeaves = {
            // Nobody will ever know the job's id.
            self.giveUp(job, answering: .failure(.scannerBusy, .legacy))
        }
        queuePatience = scheduler.after(patience) {
            guard job.state == .queued else { return }
            self.giveUp(job, answering: .failure(.scannerBusy, .legacy).retryable(after: 3))
        }
        openPatience = scheduler.after(Self.longestWait) {
            // What becomes of the opening is told by the first request for a page.
            self.finish(.jobID(job.id))
        }
    }

    private func opened(_ job: Job, _ opening: Job.Opening) {
        switch opening {
        case .opened: finish(.jobID(job.id))
        case .failed(let error): giveUp(job, answering: .failure(WireFailure(error, status: 403), .legacy))
        }
    }

    private func giveUp(_ job: Job, answering response: Response) {
        guard !isDone else { return }
        finish(response)
        board.delete(job) {}
    }

    private func finish(_ response: Response) {
        guard !isDone else { return }
        isDone = true
        queuePatience = nil
        openPatience = nil
        exchange.answer(response)
    }
}

extension Response {
    /// The bare id: clients paste the body into the next address.
    fileprivate static func jobID(_ id: String) -> Response {
        .text(201, id)
    }
}
