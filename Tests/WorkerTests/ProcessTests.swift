import CPosix
import Foundation
import TestSupport
import Testing

@Suite("Starting and ending processes")
struct ProcessTests {
    @Test("a worker has the descriptors 0 to 3 and no other")
    func descriptors() throws {
        // The fourth is the folder that ls looks at.
        #expect(try Child("exec ls /proc/self/fd").output() == "0\n1\n2\n3\n4\n")
    }

    @Test("a worker has a group of its own and only the environment that it was given")
    func group() throws {
        let child = try Child("cut -d' ' -f1,5 /proc/$$/stat; env")
        let lines = child.output().split(separator: "\n").map(String.init)
        #expect(lines.first == "\(child.pid) \(child.pid)")
        // The shell adds its folder.
        #expect(Set(lines.dropFirst().filter { !$0.hasPrefix("PWD=") }) == Set(Child.settings))
        #expect(child.end() == [1, 0, 0])
    }

    @Test("a worker blocks and ignores no signal, whatever we do")
    func signals() throws {
        let lines = try Child("exec grep -E '^Sig(Blk|Ign)' /proc/self/status").output().split(separator: "\n")
        let masks = lines.compactMap { UInt64($0.suffix(16), radix: 16) }
        // 32 and 33 belong to the C library, which ignores them in every child.
        #expect(masks.map { $0 & ~0x1_8000_0000 } == [0, 0])
    }

    @Test(
        "an exit code and a deadly signal are told apart",
        arguments: [
            ("exit 7", [1, 7, 0]), ("kill -SEGV $$", [1, -1, SIGSEGV]), ("kill -TERM $$", [1, -1, SIGTERM]),
        ]
    )
    func ending(script: String, ending: [Int32]) throws {
        #expect(try Child(script).end() == ending)
    }

    @Test("a process that runs is not reaped; a kill ends its whole group")
    func killing() throws {
        let child = try Child("sleep 60 & echo $!; wait")
        #expect(child.status() == [0, 0, 0])
        let grandchild = try #require(Int32(child.line()))
        #expect(kill(grandchild, 0) == 0)
        #expect(cposix_kill_group(child.pid) == 0)
        #expect(child.end() == [1, -1, SIGKILL])
        #expect(child.status() == [-1, 0, 0])
        // The grandchild held the other end of the log, which ends with it.
        #expect(child.output() == "")
        // It closes its files a moment before it is dead.
        #expect(eventually { !ProcessFigures(pid: grandchild).isAlive })
    }

    @Test("a program that is not there is an error, not a process")
    func missing() throws {
        var pid: pid_t = 0
        var arguments: [UnsafeMutablePointer<CChar>?] = [nil]
        #expect(cposix_spawn_worker("/nowhere/worker", &arguments, &arguments, 0, 1, -1, &pid) == ENOENT)
    }

    @Test("the sockets of a pair are closed on exec and talk to each other")
    func pair() throws {
        var pair: [Int32] = [-1, -1]
        #expect(cposix_socketpair(&pair) == 0)
        defer { for descriptor in pair { close(descriptor) } }
        for descriptor in pair { #expect(fcntl(descriptor, F_GETFD) == FD_CLOEXEC) }
        var byte: UInt8 = 7
        #expect(send(pair[0], &byte, 1, 0) == 1)
        #expect(recv(pair[1], &byte, 1, 0) == 1)
    }
}

/// A shell that was started as a worker is.
private final class Child {
    static let settings = ["ONLY=this", "PATH=/usr/bin:/bin"]

    let pid: pid_t
    private let log: Int32
    private let watch: Int32

    init(_ script: String) throws {
        var pipe: [Int32] = [-1, -1]
        var pair: [Int32] = [-1, -1]
        guard Glibc.pipe(&pipe) == 0, cposix_socketpair(&pair) == 0 else { throw POSIXError(.EMFILE) }
        for descriptor in pipe { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        var arguments: [UnsafeMutablePointer<CChar>?] = ["sh", "-c", script].map { (word: String) in strdup(word) }
        var environment: [UnsafeMutablePointer<CChar>?] = Child.settings.map { (word: String) in
            strdup(word)
        }
        arguments.append(nil)
        environment.append(nil)
        var pid: pid_t = 0
        let error = cposix_spawn_worker("/bin/sh", &arguments, &environment, pair[1], pipe[1], -1, &pid)
        for text in arguments + environment { free(text) }
        for descriptor in [pipe[1], pair[0], pair[1]] { close(descriptor) }
        guard error == 0 else { throw POSIXError(.ENOEXEC) }
        self.pid = pid
        log = pipe[0]
        watch = cposix_pidfd_open(pid)
    }

    deinit {
        _ = cposix_kill_group(pid)
        close(log)
        close(watch)
    }

    /// What `cposix_reap` says: its answer, the code, the signal.
    func status() -> [Int32] {
        var code: Int32 = 0
        var signal: Int32 = 0
        return [cposix_reap(pid, &code, &signal), code, signal]
    }

    /// The same, once the process has ended.
    func end() -> [Int32] {
        var descriptor = pollfd(fd: watch, events: Int16(POLLIN), revents: 0)
        return poll(&descriptor, 1, 10_000) == 1 ? status() : []
    }

    /// The next line that it printed.
    func line() -> String {
        text { $0.last == 10 }.trimmingCharacters(in: .newlines)
    }

    /// All that it prints until nobody holds its output any more.
    func output() -> String {
        text { _ in false }
    }

    private func text(until isEnough: ([UInt8]) -> Bool) -> String {
        var bytes: [UInt8] = []
        var descriptor = pollfd(fd: log, events: Int16(POLLIN), revents: 0)
        var byte: UInt8 = 0
        while !isEnough(bytes), poll(&descriptor, 1, 10_000) == 1, read(log, &byte, 1) == 1 { bytes.append(byte) }
        return String(decoding: bytes, as: UTF8.self)
    }
}
