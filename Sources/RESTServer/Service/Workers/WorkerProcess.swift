import CPosix
import Glibc
import HTTPServer
import Scanning

/// A running worker, as its session knows it.
protocol WorkerBody: AnyObject {
    var pid: pid_t { get }
    /// Ends the process and all that it started, at once; its end is told as always.
    func kill()
}

/// A running worker program: started with its surroundings, ended with its whole process group.
final class WorkerProcess: WorkerBody {
    /// How a process ended.
    enum Ending: Equatable {
        case exited(Int32)
        case killed(signal: Int32)

        /// For logs and messages.
        var text: String {
            switch self {
            case .exited(let code): "ended with code \(code)"
            case .killed(let signal): "was ended by signal \(signal)"
            }
        }
    }

    /// Our end of the socket pair; closed by its link.
    let socket: Int32
    let pid: pid_t
    private let pidDescriptor: Int32
    private var watch: LoopWatch?
    private var log: WorkerLog?
    private(set) var hasEnded = false

    /// Starts the program; `whenEnded` is called once, on the loop's thread, after the group was killed and the leader
    /// reaped.
    init(
        _ launch: WorkerLaunch,
        loop: EventLoop,
        log: Log,
        hearing: ((String) -> Bool)? = nil,
        whenEnded: @escaping (Ending) -> Void
    ) throws(ScanError) {
        var pair: [Int32] = [-1, -1]
        var pipe: [Int32] = [-1, -1]
        let paired = cposix_socketpair(&pair)
        guard paired == 0 else { throw .host("No socket for a worker: \(systemText(paired)).") }
        guard Glibc.pipe(&pipe) == 0 else {
            let reason = systemText(errno)
            closeAll(pair)
            throw .host("No pipe for a worker: \(reason).")
        }
        // Only the reading end: a driver's printf does not expect EAGAIN.
        _ = fcntl(pipe[0], F_SETFL, O_NONBLOCK)
        pipe.forEach { _ = fcntl($0, F_SETFD, FD_CLOEXEC) }
        var pid: pid_t = 0
        let started = withCStrings([launch.program]) { arguments in
            withCStrings(launch.environment.map { "\($0.key)=\($0.value)" }) { environment in
                cposix_spawn_worker(launch.program, arguments, environment, pair[1], pipe[1], launch.page, &pid)
            }
        }
        close(pair[1])
        close(pipe[1])
        guard started == 0 else {
            closeAll([pair[0], pipe[0]])
            throw .host("The worker program \(launch.program) cannot be started: \(systemText(started)).")
        }
        self.pid = pid
        socket = pair[0]
        pidDescriptor = cposix_pidfd_open(pid)
        self.log = WorkerLog(pipe: pipe[0], pid: pid, loop: loop, log: log, hearing: hearing)
        do {
            watch = try loop.watch(pidDescriptor, .readable) { [weak self] _ in
                guard let self, let ending = reap() else { return }
                whenEnded(ending)
            }
        } catch {
            abandon()
            close(socket)
            throw .host("A worker cannot be watched: \(error).")
        }
    }

    func kill() {
        guard !hasEnded else { return }
        cposix_kill_group(pid)
    }

    /// Ends a process that was started in vain, and waits for that; nothing is told.
    func abandon() {
        cposix_kill_group(pid)
        _ = cposix_reap_killed(pid)
        release()
    }

    private func reap() -> Ending? {
        guard !hasEnded else { return nil }
        // Before the leader is reaped its id cannot name another group.
        cposix_kill_group(pid)
        var code: Int32 = 0
        var signal: Int32 = 0
        guard cposix_reap(pid, &code, &signal) != 0 else { return nil }
        release()
        return signal == 0 ? .exited(code) : .killed(signal: signal)
    }
}

extension WorkerProcess {
    /// Lets go of what belongs to a process that is gone.
    private func release() {
        hasEnded = true
        watch = nil
        if pidDescriptor >= 0 { close(pidDescriptor) }
        log?.drain()
        log = nil
    }
}

/// What a worker is started with.
struct WorkerLaunch {
    /// Absolute path of `sane-bridge-worker`.
    var program: String
    /// The whole environment, nothing is inherited.
    var environment: [String: String]
    /// Becomes its descriptor 4; -1 for none.
    var page: Int32 = -1
}

private func closeAll(_ descriptors: [Int32]) {
    descriptors.forEach { close($0) }
}

/// Lends a NULL-terminated array of C strings.
private func withCStrings<Result>(
    _ texts: [String],
    _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
    var pointers: [UnsafeMutablePointer<CChar>?] = texts.map { strdup($0) }
    pointers.append(nil)
    defer { pointers.forEach { free($0) } }
    return pointers.withUnsafeBufferPointer { buffer in
        guard let start = buffer.baseAddress else { preconditionFailure("an array that holds NULL has an address") }
        return body(start)
    }
}
