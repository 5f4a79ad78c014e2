import HTTPServer
import Scanning

/// Looks for scanners, in rounds. A round asks all backends together, and those that were slow or bad before in
/// processes of their own beside it; one that crashes or keeps the others waiting joins these. So a bad backend costs
/// its own scanners only, and nobody waits for it.
final class ScannerSearch {
    /// How a search goes.
    enum News {
        /// These backends have answered, and this is all they have.
        case found([ScannerDescription], by: BackendSet)
        /// All have answered but those that are known to be bad, or are slow beyond reason.
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

    private var common: CommonSearch?
    private var apart: [String: BackendQuery] = [:]
    private var waitingApart: [String] = []
    /// Those who wait for one backend's answer.
    private var lookers: [String: [() -> Void]] = [:]
    private var isInRound = false
    private var failure: ScanError?
    private var roundTimer: LoopTimer?
    private var lookTimer: LoopTimer?
    private var placeTimer: LoopTimer?

    /// Processes beside the common one at the same time; those that are slow do not count.
    private static let mostApart = 4
    private static let longestBusy = Duration.seconds(1)
    /// A round is told to be over when it has lasted so long, whoever is still silent.
    private static let roundPatience = Duration.seconds(4)

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

    /// Asks every backend that is not still busy with an earlier question; does nothing while a round runs.
    func begin() {
        guard !isInRound else { return }
        isInRound = true
        failure = nil
        roundTimer = scheduler.after(Self.roundPatience) { [weak self] in self?.endRound() }
        let all = configuration.backends.filter { !record.isResting($0) }
        all.filter(record.isApart).forEach(askApart)
        if common == nil { askTogether(all.filter { !record.isApart($0) && apart[$0] == nil }) }
    }

    /// Asks the one backend that a scanner belongs to; `then` is called when it has answered.
    func look(for backend: String, then: @escaping () -> Void) {
        lookers[backend, default: []].append(then)
        // While all are asked, two processes would look for the same device at the same time.
        if common?.isAsking(backend) != true { askApart(backend) }
    }

    /// Gives up whatever is asked now; the round that ran is told of no more. Backends that rest may be asked again, and
    /// who waits for one goes on waiting.
    func giveUp() {
        abandonAll()
        isInRound = false
        common = nil
        apart = [:]
        record.endRests()
        lookers.keys.sorted().forEach(askApart)
    }

    /// Stops; nothing is told any more.
    func close() {
        tell = { _ in }
        lookers = [:]
        abandonAll()
    }

    private func abandonAll() {
        waitingApart = []
        roundTimer = nil
        lookTimer = nil
        placeTimer = nil
        common?.abandon()
        apart.values.forEach { $0.abandon() }
    }

    // MARK: All together

    private func askTogether(_ asked: [String]) {
        // Where nothing is configured, or nothing that we understand, libsane is asked all the same.
        guard !asked.isEmpty || (configuration.backends.isEmpty && !configuration.isLimited) else {
            tell(.found([], by: set(of: [])))
            return lookSoon()
        }
        let search = CommonSearch(asked, log: log) { [weak self] backends, tell throws(ScanError) in
            guard let self else { throw .canceled }
            return try query(for: backends, named: "most-backends", tell)
        } tell: { [weak self] in
            self?.take($0)
        }
        common = search
        search.begin()
    }

    private func take(_ news: CommonSearch.News) {
        switch news {
        case .found(let scanners, let backends):
            tell(.found(scanners, by: set(of: backends)))
        case .suspect(let backend):
            record.noteSlow(backend)
            askApart(backend)
        case .failed(let backend, let error):
            record.noteFailure(of: backend, error)
            tell(.found([], by: .only(backend)))
        case .leftBehind(let query, let backend):
            record.noteSlow(backend)
            // It may be asked on its own already.
            if apart[backend] == nil { adopt(query, for: backend) } else { query.abandon() }
        case .ended(let error):
            common = nil
            failure = error ?? failure
            lookers.keys.sorted().forEach(askApart)
            lookSoon()
        }
    }

    /// These, and those that have no scanners: backends that rest, or that nobody configures any more.
    private func set(of backends: Set<String>) -> BackendSet {
        .allBut(Set(configuration.backends).subtracting(backends).filter { !record.isResting($0) })
    }

    private func query(
        for backends: [String],
        named name: String,
        _ tell: @escaping (BackendQuery.News) -> Void
    ) throws(ScanError) -> BackendQuery {
        let isAll = backends == configuration.backends && !configuration.isLimited
        return try BackendQuery(
            in: isAll ? environment : configuration.limited(to: backends, named: name),
            only: backends.count == 1 ? backends.first : nil,
            scheduler: scheduler,
            log: log,
            startWorker: startWorker,
            tell: tell
        )
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
            adopt(try query(for: [next], named: BackendConfiguration.folderName(for: next)) { _ in }, for: next)
        } catch {
            failure = error
            answerLookers(for: next)
            lookSoon()
        }
        askWaiting()
    }

    private func adopt(_ query: BackendQuery, for backend: String) {
        apart[backend] = query
        query.tell = { [weak self, weak query] news in
            guard let self else { return }
            switch news {
            case .stuck(let other) where other != backend:
                // It began together with others, and its answer waits behind a bad one.
                query?.abandon()
                apart[backend] = nil
                askApart(backend)
            case .stuck, .movedOn: break
            case .ended(let outcome):
                apart[backend] = nil
                ended(outcome, of: backend)
                askWaiting()
                lookAtRound()
            }
        }
    }

    private func ended(_ outcome: BackendQuery.Outcome, of backend: String) {
        switch outcome {
        case .answered(let scanners):
            record.noteAnswer(of: backend)
            // It may have begun together with others, and these have been heard since.
            let own = scanners.filter { ScannerIdentity.backend(of: $0.deviceName) == backend }
            tell(.found(own, by: .only(backend)))
        case .failed(.host(let what), _): failure = .host(what)
        case .failed(let error, let culprit):
            if let culprit, culprit != backend {
                // It had answered, and its answer died with the process.
                record.noteSlow(culprit)
                return askApart(backend)
            }
            record.noteFailure(of: backend, error)
            tell(.found([], by: .only(backend)))
        }
        answerLookers(for: backend)
    }

    private func answerLookers(for backend: String) {
        lookers.removeValue(forKey: backend)?.forEach { $0() }
    }

    private func age(of query: BackendQuery) -> Duration {
        .nanoseconds(Int64(scheduler.now - query.began))
    }

    // MARK: Rounds

    /// Whoever starts a search must have it before it hears of its end.
    private func lookSoon() {
        lookTimer = scheduler.after(.zero) { [weak self] in self?.lookAtRound() }
    }

    private func lookAtRound() {
        let isAnyoneAwaited =
            common != nil || waitingApart.contains { !record.isBad($0) }
            || apart.contains { !record.isBad($0.key) && age(of: $0.value) < Self.roundPatience }
        if isInRound, !isAnyoneAwaited { endRound() }
        if common == nil, apart.isEmpty, waitingApart.isEmpty { tell(.quiet) }
    }

    private func endRound() {
        guard isInRound else { return }
        isInRound = false
        roundTimer = nil
        tell(.roundEnded(failure))
    }
}
