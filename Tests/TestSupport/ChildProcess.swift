import Dispatch
import Foundation
import Glibc
import Synchronization

/// A program that was started, that is waited for with a time limit, and that never outlives its owner.
package final class ChildProcess: Sendable {
    /// How a program came to its end, and what it took.
    package struct Ending: Sendable, Equatable {
        /// nil when a signal ended it.
        package var exitCode: Int32?
        package var signal: Int32?
        /// It was killed because its time was over.
        package var overran = false
        /// User and system time of the program and of the children it waited for.
        package var processorTime = Duration.zero
        package var peakKiB = 0

        package var succeeded: Bool { exitCode == 0 && !overran }
    }

    /// Why a program did not start.
    package struct NotStarted: Error {
        package var executable: String
        package var errno: Int32
    }

    /// Where a program's output goes.
    package enum Output: Sendable {
        case nowhere
        case file(String)
        /// An open descriptor, which stays the caller's.
        case descriptor(Int32)
    }

    package let pid: pid_t
    private let state = Mutex(State())

    private struct State {
        var ending: Ending?
        /// It has ended, though nobody has collected it: its number is still its own.
        var isOver = false
        var overran = false
    }

    /// Starts a program in a process group of its own, with exactly this environment and a file as its standard input.
    ///
    /// Throws when there is no such program, or when the system refuses.
    package init(
        _ executable: String,
        _ arguments: [String],
        environment: [String: String],
        input: String = "/dev/null",
        output: Output = .nowhere,
        errors: Output = .nowhere
    ) throws(NotStarted) {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
        for (target, output) in [(Int32(1), output), (2, errors)] {
            switch output {
            case .nowhere: posix_spawn_file_actions_addopen(&actions, target, "/dev/null", O_WRONLY, 0)
            case .file(let path):
                posix_spawn_file_actions_addopen(&actions, target, path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
            case .descriptor(let descriptor): posix_spawn_file_actions_adddup2(&actions, descriptor, target)
            }
        }
        // What other tests have open is not the child's: it would keep their sockets alive and count as its own.
        for descriptor in Self.descriptors where descriptor > 2 {
            posix_spawn_file_actions_addclose(&actions, descriptor)
        }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // A shell starts what it runs in the background with SIGINT ignored, and that would be inherited.
        var signals = sigset_t()
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
        posix_spawnattr_setflags(&attributes, Int16(flags))
        let arguments = ([executable] + arguments).map { strdup($0) } + [nil]
        let environment = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { (arguments + environment).forEach { free($0) } }
        var pid: pid_t = 0
        let failure = posix_spawnp(&pid, executable, &actions, &attributes, arguments, environment)
        guard failure == 0 else { throw NotStarted(executable: executable, errno: failure) }
        self.pid = pid
    }

    /// All that this process has open now; the child passes over those that are closed before it begins.
    private static var descriptors: [Int32] {
        let names = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
        return (names ?? []).compactMap { Int32($0) }
    }

    deinit {
        send(signal: SIGKILL)
        _ = wait(atMost: .seconds(5))
    }

    /// Sends a signal, unless the program is known to have ended.
    package func send(signal: Int32) {
        state.withLock { if !$0.isOver { kill(pid, signal) } }
    }

    /// Waits for the end; a program that takes longer is killed, with its process group.
    package func wait(atMost limit: Duration) -> Ending {
        if let known = state.withLock({ $0.ending }) { return known }
        let watch = DispatchWorkItem { [weak self] in self?.overrun() }
        let nanoseconds = limit.components.seconds * 1_000_000_000 + limit.components.attoseconds / 1_000_000_000
        DispatchQueue.global().asyncAfter(deadline: .now() + .nanoseconds(Int(nanoseconds)), execute: watch)
        var information = siginfo_t()
        while waitid(P_PID, id_t(pid), &information, WEXITED | WNOWAIT) != 0 && errno == EINTR {}
        watch.cancel()
        return state.withLock { state in
            state.isOver = true
            if let known = state.ending { return known }
            // Whatever it left behind in its group ends with it, while the group's number is still its own.
            kill(-pid, SIGKILL)
            var ending = collect()
            ending.overran = state.overran
            state.ending = ending
            return ending
        }
    }

    private func overrun() {
        state.withLock { state in
            if state.isOver { return }
            state.overran = true
            kill(-pid, SIGKILL)
        }
    }

    private func collect() -> Ending {
        var status: Int32 = 0
        var usage = rusage()
        while wait4(pid, &status, 0, &usage) < 0 && errno == EINTR {}
        var ending = Ending()
        if status & 0x7f == 0 { ending.exitCode = status >> 8 & 0xff } else { ending.signal = status & 0x7f }
        for time in [usage.ru_utime, usage.ru_stime] {
            ending.processorTime += .seconds(time.tv_sec) + .microseconds(time.tv_usec)
        }
        ending.peakKiB = usage.ru_maxrss
        return ending
    }
}
