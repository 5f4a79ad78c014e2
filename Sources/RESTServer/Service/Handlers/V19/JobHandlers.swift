import DWTWire
import HTTPServer
import Scanning

/// The calls of the v19 generation that make, tell, move and delete a job: `/api/device/scanners/jobs[/{jobuid}]`.
final class JobHandlers {
    private let entrance: JobEntrance
    private let board: JobBoard
    private let scheduler: any Scheduler

    /// A scanner whose last job is over is free in a moment; for others nobody waits.
    private static let closingPatience = Duration.seconds(3)

    init(entrance: JobEntrance, board: JobBoard, scheduler: any Scheduler) {
        self.entrance = entrance
        self.board = board
        self.scheduler = scheduler
    }

    /// `POST /api/device/scanners/jobs`
    func createJob(_ exchange: Exchange) {
        entrance.admit(exchange, as: form)
    }

    private var form: JobForm {
        JobForm(
            generation: .v19,
            order: { wish, scan in
                var order = JobOrder(request: scan, encoding: .png)
                order.pages = .kept
                order.startsAtOnce = wish.behaviour.autoRun
                order.failureTimeout = wish.behaviour.scannerFailureTimeout.map { .seconds($0) }
                order.lifetime = wish.behaviour.jobTimeout.map { .seconds($0) }
                order.checksFeeder = wish.behaviour.checksFeeder
                return order
            },
            patience: { _, availability in availability == .closing ? Self.closingPatience : .zero },
            made: { .json(201, encoding: JobCreated($0)) },
            // Only a service that goes down cancels a job that nobody knows.
            failed: { $0 == .canceled ? .failure(.shuttingDown, .v19) : nil }
        )
    }

    /// `GET /api/device/scanners/jobs/{jobuid}`
    func job(_ exchange: Exchange, id: String) {
        guard let job = board.keptJob(id, exchange) else { return }
        exchange.answer(.json(200, encoding: JobReport(of: job.status)))
    }

    /// `PATCH /api/device/scanners/jobs/{jobuid}`
    func updateJob(_ exchange: Exchange, id: String) {
        guard let job = board.keptJob(id, exchange) else { return }
        do throws(WireFailure) {
            let wanted = try Self.update(in: exchange.request).status
            let present = JobReport(of: job.status).status
            switch (wanted, present) {
            case (.running, .pending): job.start()
            case (.canceled, .pending), (.canceled, .running): job.cancel()
            case (.canceled, _): throw .cannotCancel(present)
            default: throw .cannotStart(present)
            }
            exchange.answer(.json(200, encoding: JobUpdate(status: wanted)))
        } catch {
            exchange.answer(.failure(error, .v19))
        }
    }

    private static func update(in request: Request) throws(WireFailure) -> JobUpdate {
        do throws(WireError) {
            return try JobUpdate(JSONText.value(of: request.body))
        } catch {
            throw WireFailure(error)
        }
    }

    /// `DELETE /api/device/scanners/jobs/{jobuid}`
    func deleteJob(_ exchange: Exchange, id: String) {
        guard let job = board.keptJob(id, exchange) else { return }
        JobDeletion.delete(job, on: board, scheduler: scheduler) { exchange.answer(Response(status: 204)) }
    }
}

extension JobCreated {
    fileprivate init(_ job: Job) {
        self.init(
            jobuid: job.id,
            status: JobReport(of: job.status).status,
            scanner: ScannerInfo(name: job.scanner.label, type: .sane, device: DeviceToken(job.scanner).text)
        )
    }
}

extension JobReport {
    /// How a job stands, in the API's words; `code` and `message` say why it went wrong.
    init(of status: JobStatus) {
        switch status {
        case .pending: self.init(.pending)
        case .running: self.init(.running)
        case .ended(.completed): self.init(.completed)
        case .ended(.canceled): self.init(.canceled)
        case .ended(.faulted(let error)):
            let failure = WireFailure(error, status: 200)
            self.init(.faulted, code: failure.code, message: failure.message)
        }
    }
}
