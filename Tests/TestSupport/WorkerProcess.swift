import CPosix
import Glibc
import Foundation
package import Scanning
package import WorkerProtocol

/// A real worker, spoken to over its socket as the server does. Killed with its group when the value goes.
package final class WorkerProcess {
    /// How the process ended.
    package enum Ending: Equatable {
        case exit(Int32)
        case signal(Int32)
    }

    /// Why a worker could not be spoken to.
    package enum Trouble: Error {
        case cannotStart(Int32)
        /// Nothing came in time, or nothing more will come.
        case silence(afterSeconds: Double)
        case hungUp
        case unexpected(Event)
    }

    package let pid: pid_t
    /// Sees every event as it arrives.
    package var onEvent: (Event) -> Void = { _ in }
    package private(set) var ending: Ending?
    /// What the worker told of its device's options, the last time it did.
    package private(set) var options: [DescribedOption] = []
    /// How many messages that took.
    package private(set) var optionParts = 0
    private var isTelling = false
    private var socket: Int32
    private let exitWatch: Int32
    private var reader = FrameReader.fromWorker()
    private var unread: [Event] = []
    /// The page that is being received; a page's bytes come before the event that ends it.
    private var page: [UInt8] = []

    package init(
        in world: SaneWorld,
        environment: [String: String] = [:],
        program: String = BuiltProducts.worker,
        arguments: [String] = [],
        page: Int32 = -1
    ) throws {
        var pair: [Int32] = [-1, -1]
        var error = cposix_socketpair(&pair)
        guard error == 0 else { throw Trouble.cannotStart(error) }
        let log = Glibc.open("/dev/null", O_WRONLY | O_CLOEXEC)
        defer {
            close(pair[1])
            close(log)
        }
        var pid: pid_t = 0
        let settings = world.environment.merging(environment) { $1 }.map { "\($0.key)=\($0.value)" }
        error = withStrings([program] + arguments) { argv in
            withStrings(settings) { envp in cposix_spawn_worker(program, argv, envp, pair[1], log, page, &pid) }
        }
        guard error == 0 else {
            close(pair[0])
            throw Trouble.cannotStart(error)
        }
        self.pid = pid
        socket = pair[0]
        exitWatch = cposix_pidfd_open(pid)
    }

    deinit {
        if ending == nil {
            kill()
            _ = waitForEnd(seconds: 5)
        }
        close(exitWatch)
        hangUp()
    }

    /// Closes our end of the socket, as a server that died does.
    package func hangUp() {
        if socket >= 0 { close(socket) }
        socket = -1
    }

    /// Listens no more: what the worker says from now on fails, while it is still told what to do.
    package func stopListening() {
        shutdown(socket, Int32(SHUT_RD))
    }

    /// Ends the worker and all that it started, as a server does past a deadline.
    package func kill() {
        _ = cposix_kill_group(pid)
    }

    /// Sends a command.
    package func send(_ command: Command) throws {
        let bytes = try Frame.bytes(of: command)
        try sendRaw(bytes)
    }

    /// Sends bytes as they are.
    package func sendRaw(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { throw Trouble.hungUp }
            rest = rest.dropFirst(count)
        }
    }

    /// The next event, whatever it is.
    package func nextEvent(seconds: Double = 10) throws -> Event {
        let deadline = Deadline(seconds: seconds)
        while unread.isEmpty {
            guard try listen(milliseconds: deadline.milliseconds) else { throw Trouble.silence(afterSeconds: seconds) }
        }
        return unread.removeFirst()
    }

    /// Waits for anything, event or page bytes; false when nothing came.
    package func listen(milliseconds: Int32) throws -> Bool {
        var watch = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        guard poll(&watch, 1, milliseconds) > 0 else { return false }
        try receive()
        return true
    }

    /// The next event that says something: neither a call's beginning nor progress nor waiting.
    package func nextAnswer(seconds: Double = 10) throws -> Event {
        let deadline = Deadline(seconds: seconds)
        while true {
            switch try nextEvent(seconds: Double(max(deadline.milliseconds, 1)) / 1_000) {
            case .calling, .progress, .waiting: continue
            case .described(let part, let isLast):
                options = isTelling ? options + part : part
                optionParts = isTelling ? optionParts + 1 : 1
                isTelling = !isLast
            case let event: return event
            }
        }
    }

    /// Waits for the process to end by itself and reaps it; nil when it still runs after so much undisturbed time.
    package func waitForEnd(seconds: Double) -> Ending? {
        if ending != nil { return ending }
        let watch = Stopwatch()
        var end = pollfd(fd: exitWatch, events: Int16(POLLIN), revents: 0)
        while poll(&end, 1, 20) <= 0 {
            if watch.undisturbed > .seconds(seconds) { return nil }
        }
        _ = cposix_kill_group(pid)
        var code: Int32 = 0
        var signal: Int32 = 0
        guard cposix_reap(pid, &code, &signal) == 1 else { return nil }
        ending = signal == 0 ? .exit(code) : .signal(signal)
        return ending
    }

    /// The bytes of the page received so far.
    package func takePage() -> [UInt8] {
        defer { page = [] }
        return page
    }

    /// Bytes of the page received so far.
    package var receivedBytes: Int { page.count }

    private func receive() throws {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 17, alignment: 16)
        defer { buffer.deallocate() }
        let count = recv(socket, buffer.baseAddress, buffer.count, 0)
        guard count > 0 else { throw Trouble.hungUp }
        var rest = UnsafeRawBufferPointer(rebasing: buffer[..<count])
        while let piece = try reader.next(&rest) {
            switch piece {
            case .event(let event):
                onEvent(event)
                unread.append(event)
            case .pageBytes(let part): page.append(contentsOf: part)
            case .command: throw ProtocolViolation.wrongDirection(.command)
            }
        }
    }
}

/// Calls `body` with a NULL-terminated array of C strings.
private func withStrings<Result>(
    _ strings: [String],
    _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
    let pointers = strings.map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    return pointers.withUnsafeBufferPointer { buffer in
        guard let start = buffer.baseAddress else { preconditionFailure("an array with a NULL has an address") }
        return body(start)
    }
}
