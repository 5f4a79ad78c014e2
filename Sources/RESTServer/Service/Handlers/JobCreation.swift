import DWTWire
import HTTPServer
import Scanning

/// A POST on its way: it waits in the device's queue, then for the device to open, and for neither too long.
final class JobCreation {
    /// A client that still waits after this is answered, whatever the device is doing.
    static let longestWait = Duration.seconds(8)

    private let exchange: Exchange
    private let form: JobForm
    private let board: JobBoard
    private var queuePatience: LoopTimer?
    private var openPatience: LoopTimer?
    private var isDone = false

    init(_ exchange: Exchange, as form: JobForm, on board: JobBoard) {
        self.exchange = exchange
        self.form = form
        self.board = board
    }

    /// Makes the job and answers when that can be done. Lives in what it waits for.
    ///
    /// - Parameter waited: so long the client has waited already.
    func begin(_ order: JobOrder, on scanner: KnownScanner, waited: Duration, scheduler: any Scheduler) {
        let availability = board.availability(of: scanner)
        let patience = form.patience(exchange.request, availability)
        guard patience > .zero || availability == .free else { return finish(busy) }
        let job = board.makeJob(order, on: scanner) { job, opening in
            self.opened(job, opening)
        }
        guard !isDone else { return }
        exchange.whenClientLeaves = {
            // Nobody will ever know the job's id.
            self.giveUp(job, answering: self.busy)
        }
        queuePatience = scheduler.after(patience) {
            guard job.state == .queued else { return }
            self.giveUp(job, answering: self.busy)
        }
        openPatience = scheduler.after(max(Self.longestWait - waited, .zero)) {
            guard job.state != .queued else { return self.giveUp(job, answering: self.busy) }
            // What becomes of the opening is told by the first request for a page.
            self.finish(self.form.made(job))
        }
    }

    private var busy: Response {
        .failure(.scannerBusy(form.generation), form.generation).retryable(after: 3)
    }

    private func opened(_ job: Job, _ opening: Job.Opening) {
        switch opening {
        case .opened: finish(form.made(job))
        case .failed(let error):
            if let refusal = form.failed(error) {
                giveUp(job, answering: refusal)
            } else {
                finish(form.made(job))
            }
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
