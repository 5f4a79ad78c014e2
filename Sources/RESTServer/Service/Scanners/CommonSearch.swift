import Scanning

/// Asks many backends in one process, as libsane does it, and finds a way around those that crash or keep the others
/// waiting: while one of them is waited for, a second process asks all others. Where nobody knows which one it is, each
/// is asked in a process of its own.
final class CommonSearch {
    enum News {
        case found([ScannerDescription], by: Set<String>)
        /// Crashed the process it shared with others; whether it does so alone is for somebody else to see.
        case suspect(String)
        /// Failed in a process of its own.
        case failed(String, ScanError)
        /// All others have answered; this process still waits for one, and is somebody else's now.
        case leftBehind(BackendQuery, for: String)
        /// The last news; nil when no backend is left to ask.
        case ended(ScanError?)
    }

    private let start: ([String], _ tell: @escaping (BackendQuery.News) -> Void) throws(ScanError) -> BackendQuery
    private let log: Log
    private let tell: (News) -> Void
    private var left: [String]
    private var first: BackendQuery?
    private var second: BackendQuery?
    /// Keeps the first process waiting.
    private var detaining: String?
    /// The backend that is asked on its own, because nobody knows who brought the common process down.
    private var one: String?

    /// - Parameters:
    ///   - backends: those to ask, in libsane's order.
    ///   - start: starts a process that asks the backends it is given.
    init(
        _ backends: [String],
        log: Log,
        start:
            @escaping (
                [String], _ tell: @escaping (BackendQuery.News) -> Void
            ) throws(ScanError) -> BackendQuery,
        tell: @escaping (News) -> Void
    ) {
        left = backends
        self.log = log
        self.start = start
        self.tell = tell
    }

    /// Whether this search still has to do with that backend.
    func isAsking(_ backend: String) -> Bool { left.contains(backend) }

    func begin() {
        first = query(for: left) { [weak self] in self?.take($0) }
    }

    /// Gives up; nothing is told any more.
    func abandon() {
        first?.abandon()
        second?.abandon()
    }

    private func query(for backends: [String], _ take: @escaping (BackendQuery.News) -> Void) -> BackendQuery? {
        do throws(ScanError) {
            return try start(backends, take)
        } catch {
            end(error)
            return nil
        }
    }

    private func end(_ error: ScanError? = nil) {
        abandon()
        first = nil
        second = nil
        left = []
        tell(.ended(error))
    }

    // MARK: The first process

    private func take(_ news: BackendQuery.News) {
        switch news {
        case .stuck(nil):
            log.warning("libsane does not say what it waits for, asking backends one by one")
            askNext()
        case .stuck(let backend?):
            if let first, one == backend {
                leave(first, for: backend)
                askNext()
            } else {
                detaining = backend
                askOthers()
            }
        case .movedOn:
            // It comes to the others by itself, and two would disturb each other.
            detaining = nil
            second?.abandon()
            second = nil
        case .ended(let outcome):
            first = nil
            if let one { ended(outcome, of: one) } else { ended(outcome) }
        }
    }

    private func ended(_ outcome: BackendQuery.Outcome) {
        second?.abandon()
        second = nil
        detaining = nil
        switch outcome {
        case .answered(let scanners):
            tell(.found(scanners, by: Set(left)))
            end()
        case .failed(let error, let culprit):
            guard blame(culprit, for: error) else { return }
            left.isEmpty ? end() : begin()
        }
    }

    /// Goes on without the one that is to blame; false when that cannot be done.
    private func blame(_ culprit: String?, for error: ScanError) -> Bool {
        if case .host = error {
            end(error)
            return false
        }
        guard let culprit, left.contains(culprit) else {
            log.error("search for scanners failed, asking backends one by one", ["reason": error.explanation])
            askNext()
            return false
        }
        left.removeAll { $0 == culprit }
        tell(.suspect(culprit))
        return true
    }

    private func leave(_ query: BackendQuery, for backend: String) {
        left.removeAll { $0 == backend }
        first = nil
        tell(.leftBehind(query, for: backend))
    }

    // MARK: The second process

    private func askOthers() {
        guard second == nil, let detaining else { return }
        let others = left.filter { $0 != detaining }
        guard !others.isEmpty else { return othersEnded() }
        second = query(for: others) { [weak self] in self?.takeOfSecond($0, others) }
    }

    private func takeOfSecond(_ news: BackendQuery.News, _ asked: [String]) {
        switch news {
        case .stuck(let backend):
            guard let second, let backend, left.contains(backend) else { return }
            // Two at the same time are bad luck enough: it is asked anew on its own.
            second.abandon()
            self.second = nil
            left.removeAll { $0 == backend }
            tell(.suspect(backend))
            askOthers()
        case .movedOn: break
        case .ended(.answered(let scanners)):
            second = nil
            tell(.found(scanners, by: Set(asked)))
            othersEnded()
        case .ended(.failed(let error, let culprit)):
            second = nil
            if let detaining, let first { leave(first, for: detaining) }
            if blame(culprit, for: error) { left.isEmpty ? end() : begin() }
        }
    }

    private func othersEnded() {
        if let detaining, let first { leave(first, for: detaining) }
        end()
    }

    // MARK: One by one

    private func askNext() {
        abandon()
        first = nil
        second = nil
        one = left.first
        guard let one else { return end() }
        first = query(for: [one]) { [weak self] in self?.take($0) }
    }

    private func ended(_ outcome: BackendQuery.Outcome, of one: String) {
        switch outcome {
        case .answered(let scanners): tell(.found(scanners, by: [one]))
        case .failed(.host(let what), _): return end(.host(what))
        case .failed(let error, _): tell(.failed(one, error))
        }
        left.removeAll { $0 == one }
        askNext()
    }
}
