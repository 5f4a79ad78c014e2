import HTTPServer
import Scanning

/// Looks for scanners, in rounds. A round asks all backends in one process, and those that were slow or bad before in
/// processes of their own beside it; one that crashes or keeps the others waiting joins these. So a bad backend costs
/// its own scanners only, and nobody waits for it.
final class ScannerSearch {
    /// How a search goes.
    enum News {
        /// These backends have answered, and this is all they have.
        case found([ScannerDescription], by: BackendSet)
        /// All backends have answered but those that are known to be slow to fail; what they have comes when it comes.
        case roundEnded(ScanError?)
        /// No backend is asked any more.
        case quiet
    }

    private let configuration: BackendConfiguration
    private let environment: WorkerEnvironment
    private let scheduler: any Scheduler
    private let log: Log
    private let record: BackendRecord
    private let startWorker: BackendQuery.StartWorker
    var tell: (News) -> Void = { _ in }

    /// The query for all that are asked together, or for the first of `oneByOne`.
    private var main: BackendQuery?
    private var together: Set<String> = []
    /// Set when it is not known who brought the common process down.
    private var oneByOne: [String]?
    private var apart: [String: BackendQuery] = [:]
    private var waitingApart: [String] = []
    private var lookers: [String: [() -> Void]] = [:]
    private var roundBegan: UInt64?
    private var roundTimer: LoopTimer?
    private var lookTimer: LoopTimer?
    private var placeTimer: LoopTimer?
    private var failure: ScanError?

    /// Processes beside the common one at the same time; those that hang do not count.
    private static let mostApart = 4
    private static let longestBusy = Duration.seconds(1)
    /// A round is told to be over when it has lasted so long, whoever is still silent.
    private static let roundPatience = Duration.seconds(8)

    init(
        _ configuration: BackendConfiguration,
        in environment: WorkerEnvironment,
        record: BackendRecord,
        scheduler: any Scheduler,
        log: Log,
        startWorker: @escaping BackendQuery.StartWorker
    ) {
        self.configuration = configuration
        self.environment = environment
        self.record = record
        self.scheduler = scheduler
        self.log = log
        self.startWorker = startWorker
    }

    /// A round runs; a further one cannot begin.
    var isInRound: Bool { roundBegan != nil }
    var isQuiet: Bool { main == nil && apart.isEmpty && waitingApart.isEmpty }

    /// Asks every backend that is not still busy with an earlier question.
    func begin() {
        guard !isInRound else { return }
        roundBegan = scheduler.now
        failure = nil
        roundTimer = scheduler.after(Self.roundPatience) { [weak self] in self?.endRound() }
        let all = configuration.backends.filter { !record.isResting($0) }
        for backend in all where record.isApart(backend) { askApart(backend) }
        if main == nil { askTogether() }
    }

    /// Asks the one backend that a scanner belongs to; `then` is called when it has answered, or will not soon.
    func look(for backend: String, then: @escaping () -> Void) {
        lookers[backend, default: []].append(then)
        // While all are asked, two processes would look for the same device at the same time.
        guard main == nil || !together.contains(backend) else { return }
        askApart(backend)
    }

    /// Stops; nothing is told any more.
    func close() {
        tell = { _ in }
        lookers = [:]
        waitingApart = []
        roundTimer = nil
        lookTimer = nil
        placeTimer = nil
        main?.abandon()
        apart.values.forEach { $0.abandon() }
    }

    // MARK: All together

    private func askTogether() {
        let configured = configuration.backends
        let asked = configured.filter { !record.isApart($0) && apart[$0] == nil }
        together = Set(asked)
        oneByOne = nil
        // Where nothing is configured, or nothing that we understand, libsane is asked all the same.
        guard !asked.isEmpty || (configured.isEmpty && !configuration.isLimited) else {
            tell(.found([], by: scopeOfMain))
            return mainEnded()
        }
        do {
            let asksAll = asked == configured && !configuration.isLimited
            let environment = asksAll ? environment : try configuration.limited(to: asked, named: "most-backends")
            main = try query(in: environment) { [weak self] in self?.take($0) }
        } catch {
            failed(error)
        }
    }

    private func take(_ news: BackendQuery.News) {
        switch news {
        case .stuck(let backend):
            guard together.contains(backend) else { return }
            record.noteSlow(backend)
            if oneByOne != nil, let query = main {
                // It has a process of its own already, and keeps it.
                adopt(query, for: backend)
                askNextOne()
            } else {
                main?.kill()
            }
        case .ended(let outcome): mainEnded(outcome)
        }
    }

    private func mainEnded(_ outcome: BackendQuery.Outcome) {
        main = nil
        if let one = oneByOne?.first {
            backendEnded(one, outcome)
            return askNextOne()
        }
        switch outcome {
        case .answered(let scanners):
            tell(.found(scanners, by: scopeOfMain))
            mainEnded()
        case .failed(.host(let what), _): failed(.host(what))
        case .failed(let error, let culprit):
            if let culprit, together.contains(culprit) {
                if error != .canceled { log.debug("search failed", ["backend": culprit, "why": error.explanation]) }
                record.noteSlow(culprit)
                askApart(culprit)
                askTogether()
            } else {
                log.error("search for scanners failed, asking backends one by one", ["reason": error.explanation])
                oneByOne = [""] + configuration.backends.filter { together.contains($0) }
                askNextOne()
            }
        }
    }

    /// Backends that rest have no scanners, and those that nobody configures any more neither.
    private var scopeOfMain: BackendSet {
        .allBut(Set(configuration.backends).subtracting(together).filter { !record.isResting($0) })
    }

    private func askNextOne() {
        main = nil
        oneByOne?.removeFirst()
        guard let next = oneByOne?.first else {
            oneByOne = nil
            return mainEnded()
        }
        do {
            main = try query(in: configuration.limited(to: [next], named: "one-backend")) { [weak self] in
                self?.take($0)
            }
        } catch {
            failed(error)
        }
    }

    private func failed(_ error: ScanError) {
        failure = error
        oneByOne = nil
        mainEnded()
    }

    private func mainEnded() {
        main = nil
        together = []
        for backend in lookers.keys.sorted() { askApart(backend) }
        // Told later: whoever starts a search must have it first.
        lookTimer = scheduler.after(.zero) { [weak self] in self?.lookAtRound() }
    }

    // MARK: Apart

    private func askApart(_ backend: String) {
        guard apart[backend] == nil, !waitingApart.contains(backend) else { return }
        waitingApart.append(backend)
        askWaiting()
    }

    private func askWaiting() {
        guard let next = waitingApart.first else { return }
        guard apart.values.filter({ age(of: $0) < Self.longestBusy }).count < Self.mostApart else {
            placeTimer = scheduler.after(Self.longestBusy) { [weak self] in self?.askWaiting() }
            return
        }
        waitingApart.removeFirst()
        do {
            let environment = try configuration.limited(to: [next], named: BackendConfiguration.folderName(for: next))
            let query = try query(in: environment) { _ in }
            adopt(query, for: next)
        } catch {
            answerLookers(for: next)
        }
        askWaiting()
    }

    private func adopt(_ query: BackendQuery, for backend: String) {
        apart[backend] = query
        query.tell = { [weak self] news in
            guard let self, case .ended(let outcome) = news else { return }
            apart[backend] = nil
            backendEnded(backend, outcome)
            askWaiting()
            lookAtRound()
        }
    }

    /// A backend that was alone in its process.
    private func backendEnded(_ backend: String, _ outcome: BackendQuery.Outcome) {
        switch outcome {
        case .answered(let scanners):
            record.noteAnswer(of: backend)
            tell(.found(scanners, by: .only(backend)))
        case .failed(.host(let what), _): failure = .host(what)
        case .failed(let error, _):
            record.noteFailure(of: backend, error)
            tell(.found([], by: .only(backend)))
        }
        answerLookers(for: backend)
    }

    private func answerLookers(for backend: String) {
        lookers.removeValue(forKey: backend)?.forEach { $0() }
    }

    private func query(
        in environment: WorkerEnvironment,
        tell: @escaping (BackendQuery.News) -> Void
    ) throws(ScanError) -> BackendQuery {
        try BackendQuery(in: environment, scheduler: scheduler, log: log, startWorker: startWorker, tell: tell)
    }

    // MARK: Rounds

    private func lookAtRound() {
        let isAnyoneAwaited =
            main != nil || waitingApart.contains { !record.isBad($0) }
            || apart.contains { !record.isBad($0.key) && age(of: $0.value) < Self.roundPatience }
        if isInRound, !isAnyoneAwaited { endRound() }
        if isQuiet { tell(.quiet) }
    }

    private func age(of query: BackendQuery) -> Duration {
        .nanoseconds(Int64(scheduler.now - query.began))
    }

    private func endRound() {
        guard isInRound else { return }
        roundBegan = nil
        roundTimer = nil
        tell(.roundEnded(failure))
    }
}
