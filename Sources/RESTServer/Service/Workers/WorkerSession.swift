import HTTPServer
import Scanning
import WorkerProtocol

/// One worker from its start to its end, with a deadline on every call into its driver.
///
/// The process may die, hang or talk nonsense at any moment: what comes out here is one orderly story — events, then at
/// most one failure, then the end, after which the device is free.
final class WorkerSession {
    /// Told on the loop's thread, in order.
    enum News {
        case event(Event)
        /// Bytes arrived on a page whose reader waits for them.
        case pageGrew
        /// The session is of no more use; it is being ended.
        case failed(ScanError)
        /// The process is gone, and with it its hold on the device.
        case ended
    }

    private let scheduler: any Scheduler
    private let deadlines: Deadlines
    private let log: Log
    private let tell: (News) -> Void
    private var process: (any WorkerBody)?
    private var link: (any WorkerLine)?
    private var call: DriverCall?
    private var callBegan: UInt64 = 0
    /// A command is on its way and the worker has not begun with it.
    private var isAwaited = false
    private var deadline: LoopTimer?
    private var grace: LoopTimer?
    /// The program has begun; what happens before is not a driver's doing.
    private var hasGreeted = false
    private var hasFailed = false
    private var isClosing = false
    private var isProcessGone = false
    private var isLinkGone = false

    /// Starts the worker; throws when that is impossible, and then tells nothing.
    ///
    /// - Parameter hearing: gets each line that the worker prints; answers true for one that shall not be logged.
    init(
        _ launch: WorkerLaunch,
        loop: EventLoop,
        deadlines: Deadlines,
        log: Log,
        hearing: ((String) -> Bool)? = nil,
        tell: @escaping (News) -> Void
    ) throws(ScanError) {
        scheduler = loop
        self.deadlines = deadlines
        self.log = log
        self.tell = tell
        let process = try WorkerProcess(launch, loop: loop, log: log, hearing: hearing) { [weak self] ending in
            self?.processEnded(ending)
        }
        self.process = process
        // The mailbox keeps the session alive until the process is gone: an end that nobody hears would leave the
        // device taken for ever.
        do throws(ScanError) {
            link = try WorkerLink(
                socket: process.socket,
                mailbox: loop.mailbox { message in self.take(message) }
            )
        } catch {
            process.abandon()
            throw error
        }
        log.debug("worker started", ["worker": "\(process.pid)"])
    }

    /// Talks to a worker that somebody else has started and reads: whatever that says, and whenever it ends, is to be
    /// told to `take` and `processEnded`.
    init(
        with process: any WorkerBody,
        over link: any WorkerLine,
        scheduler: any Scheduler,
        deadlines: Deadlines,
        log: Log,
        tell: @escaping (News) -> Void
    ) {
        self.process = process
        self.link = link
        self.scheduler = scheduler
        self.deadlines = deadlines
        self.log = log
        self.tell = tell
    }

    var pid: Int32 { process?.pid ?? 0 }

    /// Sends a command; `page` receives the bytes of the page that a `feed` brings.
    func send(_ command: Command, storingIn page: PageFile? = nil) {
        // Once the worker has hung up, what became of it is about to be told.
        guard let link, !isProcessGone, !isLinkGone else { return }
        if let page { link.expect(page) }
        // A worker that does not take it is dead or hangs: that is found out, and then known better than now.
        _ = link.send(command)
        // The worker may be stopped, or stuck in a loader, before it says that it begins.
        begin(command.firstCall)
        isAwaited = true
    }

    /// Says something that the worker takes note of while it goes on with what it does: no call begins by it.
    func mention(_ command: Command) {
        guard let link, !isProcessGone, !isLinkGone, !isClosing else { return }
        _ = link.send(command)
    }

    /// Ends the session: the driver may take its time to stop and close, but not for ever.
    func end() {
        guard !isClosing else { return }
        isClosing = true
        deadline = nil
        // A cancel is seen between two reads, while a close waits in line behind them.
        let isDriverBusy = call != nil
        if !isLinkGone, (isDriverBusy && link?.send(.cancel) != true) || link?.send(.close) != true {
            process?.kill()
        }
        grace = scheduler.after(deadlines.cancelGrace) { [weak self] in
            guard let self, !isProcessGone else { return }
            log.warning("worker did not let go of the device and was killed", ["worker": "\(pid)"])
            process?.kill()
        }
    }

    /// Ends the process now, whatever its driver is doing.
    func kill() {
        isClosing = true
        process?.kill()
    }

    // MARK: What comes in

    /// Hears what the worker sent.
    func take(_ message: WorkerIntake.Message) {
        switch message {
        case .event(let event): take(event)
        case .grew: tell(.pageGrew)
        case .violation(let how):
            log.error("worker sent what it must not", ["worker": "\(pid)", "what": how])
            fail(.driverCrashed(how: "its process sent garbage"))
            process?.kill()
        case .unstorable(let error):
            fail(error)
        case .ended:
            isLinkGone = true
            finishIfGone()
            guard !isProcessGone else { return }
            // A process that dies has closed its socket a moment before; one that lives on is deaf and dumb.
            deadline = scheduler.after(.seconds(1)) { [weak self] in
                self?.fail(.driverCrashed(how: "its process closed the connection to the service"))
            }
        }
    }

    private func take(_ event: Event) {
        switch event {
        case .hello, .waiting: break
        default: isAwaited = false
        }
        switch event {
        case .hello(let build):
            hasGreeted = true
            guard build != Build.identifier else { return }
            fail(.host("The worker program is of another build (\(build)); install server and worker together."))
            process?.kill()
        case .calling(let next): begin(next)
        case .waiting:
            // Said before it has seen the command that is on its way.
            if !isAwaited { begin(nil) }
        case .closed:
            begin(nil)
            tell(.event(event))
        case .pageStarted, .progress:
            begin(.moreBytes)
            tell(.event(event))
        case .failed(let error):
            begin(nil)
            fail(error)
        case .described(_, isLast: false):
            tell(.event(event))
        case .scanners, .opened, .described, .pageEnded, .noMorePaper:
            begin(nil)
            tell(.event(event))
        }
    }

    /// Hears that the process is gone.
    func processEnded(_ ending: WorkerProcess.Ending) {
        isProcessGone = true
        deadline = nil
        grace = nil
        log.debug("worker ended", ["worker": "\(pid)", "how": ending.text])
        lastWords = ending
        // What the process wrote before it died is still read; a process that a driver forked cannot hold the end back.
        link?.hangUp()
        finishIfGone()
    }

    private var lastWords: WorkerProcess.Ending?

    private func finishIfGone() {
        guard isProcessGone, isLinkGone, link != nil else { return }
        link = nil
        if !isClosing, !hasFailed {
            let how = lastWords?.text ?? "vanished"
            log.error("worker died", ["worker": "\(pid)", "how": how])
            hasFailed = true
            tell(.failed(hasGreeted ? .driverCrashed(how: how) : .workerDoesNotRun(how)))
        }
        tell(.ended)
    }

    private func fail(_ error: ScanError) {
        guard !hasFailed, !isClosing else { return }
        hasFailed = true
        tell(.failed(error))
        end()
    }

    // MARK: Deadlines

    /// Notes which call into the driver runs now; nil when the worker waits for us.
    private func begin(_ next: DriverCall?) {
        callBegan = scheduler.now
        guard !isClosing, next != call else { return }
        call = next
        deadline = deadlines.limit(of: next).map { limit in
            scheduler.after(limit) { [weak self] in self?.lookAtDeadline() }
        }
    }

    /// Looks at what happened since the timer was set and goes on waiting when the driver is alive, so that a page costs
    /// no timer for each of its pieces.
    private func lookAtDeadline() {
        deadline = nil
        guard let call, let limit = deadlines.limit(of: call), !isClosing else { return }
        guard remaining(of: limit) <= .zero, link?.isStoring != true else {
            deadline = scheduler.after(max(remaining(of: limit), .milliseconds(50))) { [weak self] in
                self?.lookAtDeadline()
            }
            return
        }
        let seconds = Int(limit.components.seconds)
        log.error("driver hangs", ["worker": "\(pid)", "call": call.rawValue, "seconds": "\(seconds)"])
        fail(.driverHung(call: call, seconds: seconds))
    }

    private func remaining(of limit: Duration) -> Duration {
        let lastSign = max(callBegan, link?.lastActivity ?? 0)
        return limit - .nanoseconds(Int64(scheduler.now - min(lastSign, scheduler.now)))
    }
}

extension ScanError {
    /// A library is missing, or the program is no worker.
    fileprivate static func workerDoesNotRun(_ how: String) -> ScanError {
        .host("The worker program does not run: it \(how) before it said a word. Started with --version it tells why.")
    }
}

extension Command {
    /// The call into the driver that a command begins with.
    fileprivate var firstCall: DriverCall? {
        switch self {
        case .list: .list
        case .open: .open
        case .feed: .start
        case .describe: .option
        case .convert: .firstBytes
        case .prefer, .cancel, .close: nil
        }
    }
}
