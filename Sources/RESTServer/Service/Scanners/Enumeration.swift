import HTTPServer
import Scanning
import WorkerProtocol

/// One search for scanners. When a backend crashes or overruns and takes the whole search with it, the backends are
/// asked one by one, so that a bad one costs its own scanners only.
final class Enumeration {
    /// How a search goes, in order.
    enum News {
        /// All that was found so far, while other backends are still asked.
        case found([ScannerDescription])
        case done(Result<Findings, ScanError>)
    }

    /// What a search brought.
    struct Findings {
        var scanners: [ScannerDescription]
        /// Backends that crashed or hung.
        var badBackends: [String]
    }

    private let configuration: BackendConfiguration
    private let startWorker:
        (WorkerEnvironment, @escaping (WorkerSession.News) -> Void) throws(ScanError) -> WorkerSession
    private let log: Log
    private let tell: (News) -> Void
    private var session: WorkerSession?
    private var found: [ScannerDescription] = []
    private var failure: ScanError?
    private var pending: [String] = []
    private var current: String?
    private var isAnswered = false
    private var bad: [String]

    /// - Parameter badBackends: known from an earlier search, and left out of this one.
    init(
        _ configuration: BackendConfiguration,
        without badBackends: [String],
        log: Log,
        startWorker:
            @escaping (WorkerEnvironment, @escaping (WorkerSession.News) -> Void) throws(ScanError) -> WorkerSession,
        tell: @escaping (News) -> Void
    ) {
        self.configuration = configuration
        bad = badBackends
        self.log = log
        self.startWorker = startWorker
        self.tell = tell
    }

    /// Starts; throws when that is impossible, and then tells nothing.
    func begin(in environment: WorkerEnvironment) throws(ScanError) {
        try ask(in: bad.isEmpty ? environment : configuration.limited(to: remaining, named: "good-backends"))
    }

    /// Gives up; nothing is told any more.
    func kill() {
        session?.kill()
        session = nil
    }

    private var remaining: [String] { configuration.backends.filter { !bad.contains($0) } }

    private func ask(in environment: WorkerEnvironment) throws(ScanError) {
        failure = nil
        isAnswered = false
        let session = try startWorker(environment) { [weak self] news in self?.take(news) }
        self.session = session
        session.send(.list)
    }

    private func take(_ news: WorkerSession.News) {
        switch news {
        case .event(.scanners(let scanners)):
            guard !isAnswered else { return }
            isAnswered = true
            found += scanners
            session?.end()
        case .failed(let error):
            failure = error
            // No device is open that would have to park its head.
            session?.kill()
        case .ended: sessionEnded()
        default: break
        }
    }

    private func sessionEnded() {
        session = nil
        if let failure {
            // No backend is to blame.
            if case .host = failure { return tell(.done(.failure(failure))) }
            if let current {
                bad.append(current)
                log.error("backend left out", ["backend": current, "reason": failure.explanation])
            } else {
                log.error("search for scanners failed, asking backends one by one", ["reason": failure.explanation])
                pending = remaining
            }
        } else if current == nil {
            return tell(.done(.success(Findings(scanners: found, badBackends: bad))))
        } else if !found.isEmpty {
            // The next backend may hang; what is known is not kept back for that.
            tell(.found(found))
        }
        askNext()
    }

    private func askNext() {
        guard let next = pending.first else {
            return tell(.done(.success(Findings(scanners: found, badBackends: bad))))
        }
        pending.removeFirst()
        current = next
        do {
            try ask(in: configuration.limited(to: [next], named: "one-backend"))
        } catch {
            tell(.done(.failure(error)))
        }
    }
}
