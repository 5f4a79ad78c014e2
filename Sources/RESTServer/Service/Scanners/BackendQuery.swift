import HTTPServer
import Scanning
import WorkerProtocol

/// One worker that asks some backends for their scanners, once.
final class BackendQuery {
    enum News {
        /// One backend has kept the others waiting for a while; nil where libsane does not say which. The query goes on.
        case stuck(in: String?)
        /// The one that kept the others waiting has answered, and the next is asked.
        case movedOn
        /// The last news: the process is gone.
        case ended(Outcome)
    }

    enum Outcome {
        case answered([ScannerDescription])
        /// With the backend whose turn it was, where that is known.
        case failed(ScanError, in: String?)
    }

    /// Starts a worker in an environment.
    typealias StartWorker = (
        WorkerEnvironment, _ hearing: @escaping (String) -> Bool, @escaping (WorkerSession.News) -> Void
    ) throws(ScanError) -> WorkerSession

    /// A backend that takes longer is asked apart from the others.
    private static let patience = Duration.milliseconds(800)
    /// A libsane that traces its backends begins to do so at once.
    private static let silence = Duration.milliseconds(1_500)
    /// A process that was killed is gone by then, or stuck in the kernel.
    private static let deathPatience = Duration.seconds(2)

    let began: UInt64
    private let scheduler: any Scheduler
    private let log: Log
    private let isShown: Bool
    var tell: (News) -> Void
    private var session: WorkerSession?
    private var answer: [ScannerDescription]?
    private var failure: ScanError?
    /// The backend whose turn it is.
    private var current: String?
    /// Whether libsane has said anything of its backends.
    private var hasHeard = false
    private var turnBegan: UInt64 = 0
    private var timer: LoopTimer?
    private var isStuckTold = false
    private var hasEnded = false

    /// Starts a worker that asks what `environment` names; throws when that is impossible, and then tells nothing.
    ///
    /// - Parameter only: the one backend that is asked, where it is one.
    init(
        in environment: WorkerEnvironment,
        only: String?,
        scheduler: any Scheduler,
        log: Log,
        startWorker: StartWorker,
        tell: @escaping (News) -> Void
    ) throws(ScanError) {
        self.scheduler = scheduler
        self.log = log
        self.tell = tell
        began = scheduler.now
        current = only
        turnBegan = began
        var traced = environment
        // Somebody who looks for a fault in libsane sees its lines.
        isShown = traced.variables[BackendTrace.variable].flatMap { Int($0) } ?? 0 >= BackendTrace.level
        if !isShown { traced.variables[BackendTrace.variable] = "\(BackendTrace.level)" }
        let session = try startWorker(traced, { [weak self] in self?.hear($0) ?? false }) { [weak self] news in
            self?.take(news)
        }
        self.session = session
        session.send(.list)
        watch(for: Self.patience)
    }

    /// Ends the process now; its end is told as a failure, even when the kernel does not let go of it.
    func kill() {
        guard !hasEnded else { return }
        failure = failure ?? .canceled
        session?.kill()
        timer = scheduler.after(Self.deathPatience) { [weak self] in self?.end() }
    }

    /// Gives up; nothing is told any more.
    func abandon() {
        hasEnded = true
        timer = nil
        session?.kill()
        session = nil
    }

    private func hear(_ line: String) -> Bool {
        guard let trace = BackendTrace(line) else { return false }
        hasHeard = true
        switch trace {
        case .turn(let name):
            // A backend has two lines: it is loaded, then initialised.
            guard name != current else { break }
            current = name
            turnBegan = scheduler.now
            guard isStuckTold else { break }
            isStuckTold = false
            watch(for: Self.patience)
            tell(.movedOn)
        case .unloadable(let reason):
            log.warning("backend cannot be loaded", ["backend": current ?? "", "reason": reason])
        case .other: break
        }
        return !isShown
    }

    /// Looks from time to time whether it is still the same backend's turn.
    private func watch(for delay: Duration) {
        timer = scheduler.after(delay) { [weak self] in
            guard let self, answer == nil, failure == nil else { return }
            guard let current else {
                // Without a word from libsane nobody knows whom to blame.
                let left = Self.silence - .nanoseconds(Int64(scheduler.now - began))
                guard !hasHeard, left <= .zero else { return watch(for: hasHeard ? Self.patience : left) }
                timer = nil
                return tell(.stuck(in: nil))
            }
            let left = Self.patience - .nanoseconds(Int64(scheduler.now - turnBegan))
            guard left <= .zero else { return watch(for: max(left, .milliseconds(50))) }
            timer = nil
            isStuckTold = true
            tell(.stuck(in: current))
        }
    }

    private func take(_ news: WorkerSession.News) {
        switch news {
        case .event(.scanners(let scanners)):
            guard answer == nil else { return }
            answer = scanners
            session?.end()
        case .failed(let error):
            failure = failure ?? error
            // No device is open that would have to park its head.
            kill()
        case .ended: end()
        default: break
        }
    }

    private func end() {
        guard !hasEnded else { return }
        hasEnded = true
        timer = nil
        session = nil
        if let failure {
            tell(.ended(.failed(failure, in: current)))
        } else {
            // A worker that left without a word has found nothing.
            tell(.ended(.answered(answer ?? [])))
        }
    }
}
