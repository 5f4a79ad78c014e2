import DWTWire
import HTTPServer
import Scanning

/// The calls of the v19 generation that look at the scanner of a pending job: `…/jobs/{jobuid}/scanner/…`.
final class CapabilityHandlers {
    private let catalogue: ScannerCatalogue
    private let board: JobBoard
    private let scheduler: any Scheduler
    /// What was answered of jobs that are pending, as long as it holds.
    private var answers: [String: CapabilityAnswer] = [:]

    /// What a sensor says is told again for so long.
    private static let sensorLife = Duration.seconds(1)
    /// What nothing at the device changes by itself.
    private static let lifeOfTheRest = Duration.seconds(3_600)
    /// A device that is still being opened is waited for, as a POST waits for it.
    private static let patience = JobCreation.longestWait

    init(catalogue: ScannerCatalogue, board: JobBoard, scheduler: any Scheduler) {
        self.catalogue = catalogue
        self.board = board
        self.scheduler = scheduler
    }

    /// `GET /api/device/scanners/jobs/{jobuid}/scanner/capabilities[?caps=]`
    func capabilities(_ exchange: Exchange, id: String) {
        guard let job = board.keptJob(id, exchange) else { return }
        do throws(WireError) {
            let wanted = try Self.numbers(in: exchange.request.target.queries("caps"))
            look(at: job, for: exchange) { answer in .json(200, answer.body(for: wanted)) }
        } catch {
            exchange.answer(.failure(WireFailure(error), .v19))
        }
    }

    /// `GET /api/device/scanners/jobs/{jobuid}/scanner/settings[?showui=]`
    func settings(_ exchange: Exchange, id: String) {
        guard let job = board.keptJob(id, exchange) else { return }
        let showsWindow = exchange.request.target.query("showui")
        guard showsWindow.map({ ["", "0", "1", "false", "true"].contains($0.lowercased()) }) ?? true else {
            let error = WireError("showui must be true or false; this host has no screen, whichever it is.")
            exchange.answer(.failure(WireFailure(error), .v19))
            return
        }
        look(at: job, for: exchange) { .json(200, $0.settings) }
    }

    /// Answers with what is known of the scanner, once it is.
    private func look(at job: Job, for exchange: Exchange, _ response: @escaping (CapabilityAnswer) -> Response) {
        guard job.status == .pending else {
            exchange.answer(.failure(.notPending, .v19))
            return
        }
        let age = answers[job.id]?.isForGood == true ? Self.lifeOfTheRest : Self.sensorLife
        let patience = Patience()
        let answer = { [self] in
            patience.timer = nil
            guard !exchange.isAnswered else { return }
            guard job.status == .pending, let known = known(of: job) else {
                exchange.answer(.failure(job.isDeleted ? .deletedJob : .notPending, .v19))
                return
            }
            exchange.answer(response(known))
        }
        job.whenDescribed(within: age, answer)
        guard !exchange.isAnswered else { return }
        patience.timer = scheduler.after(Self.patience) {
            guard !exchange.isAnswered else { return }
            exchange.answer(.failure(.stillSilent, .v19).retryable(after: 2))
        }
    }

    /// How long one request waits for its scanner.
    private final class Patience {
        var timer: LoopTimer?
    }

    private func known(of job: Job) -> CapabilityAnswer? {
        guard let description = job.description else { return nil }
        if let answer = answers[job.id], answer.readAt == description.readAt { return answer }
        answers = answers.filter { board.isPending($0.key) }
        let answer = CapabilityAnswer(description, of: job, device: catalogue.settings(of: job.scanner))
        answers[job.id] = answer
        return answer
    }

    /// The numbers that are asked for, also in hexadecimal or by their constants; nil is all of them.
    /// Said twice, they count together.
    private static func numbers(in texts: [String]) throws(WireError) -> [Int]? {
        let texts = texts.filter { !$0.isEmpty }
        guard !texts.isEmpty else { return nil }
        var numbers: [Int] = []
        for part in texts.flatMap({ $0.split(separator: ",", omittingEmptySubsequences: false) }) {
            let number = JSONValue.string(String(part)).lenientNumber { Capability.code(named: $0) }
            guard let number = number.flatMap({ Int(exactly: $0) }), number >= 0 else {
                throw WireError("caps must be numbers with commas between, such as 257,4376.")
            }
            numbers.append(number)
        }
        return numbers
    }
}

extension WireFailure {
    /// The scanner of a job that runs or has ended cannot be looked at.
    fileprivate static let notPending = WireFailure(
        status: 409,
        code: WireCode.outOfSequence,
        message: "The job is not pending."
    )

    fileprivate static let stillSilent = WireFailure(
        status: 409,
        code: WireCode.outOfSequence,
        message: "The scanner has not answered yet. Try again in a moment."
    )
}
