import Dispatch
import Foundation
import Synchronization

/// The real service as a child process, in a world of its own: port, folders and scanners are nobody else's.
package final class RunningServer: Sendable {
    /// Why there is no server to talk to; with what it said before it ended.
    package enum Failure: Error {
        case notBuilt(String)
        case didNotListen(log: [String])
    }

    package let port: UInt16
    /// State, spool, and what a test wants to put beside them; gone when the server is released.
    package let folder: URL
    private let process: ChildProcess
    private let record: Record

    package var pid: pid_t { process.pid }
    /// What the server has said on its standard error so far.
    package var log: [String] { record.lines }

    /// Starts a server and returns once it listens and answers.
    ///
    /// - Parameters:
    ///   - scanners: A SANE configuration folder; nil starts the service with its own virtual scanner.
    ///   - arguments: More options for `sane-bridge serve`; those that are given twice win here.
    ///   - linesKept: Of what the server says, so many lines are kept; nil keeps all.
    ///   - environment: Added to a bare environment, for instance the LD_LIBRARY_PATH of a backend for tests.
    package init(
        scanners: URL?,
        arguments: [String] = [],
        environment: [String: String] = [:],
        program: String = BuiltProducts.server,
        linesKept: Int? = nil
    ) throws {
        guard FileManager.default.isExecutableFile(atPath: program) else { throw Failure.notBuilt(program) }
        folder = try BuiltProducts.freshFolder()
        var surroundings = ["PATH": "/usr/bin:/bin", "HOME": folder.path, "LANG": "C.UTF-8"]
        surroundings["SWIFT_BACKTRACE"] = "enable=no"
        if let scanners { surroundings["SANE_CONFIG_DIR"] = scanners.path }
        surroundings.merge(environment) { $1 }
        var options = ["serve", "--listen", "127.0.0.1", "--port", "0"]
        options += ["--spool-folder", folder.appendingPathComponent("spool").path]
        options += ["--state-folder", folder.appendingPathComponent("state").path]
        if scanners == nil { options.append("--virtual-scanner") }
        var ends: [Int32] = [-1, -1]
        pipe(&ends)
        // Other children must not hold this one's pipe open.
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        record = Record(FileHandle(fileDescriptor: ends[0], closeOnDealloc: true), linesKept: linesKept ?? .max)
        do {
            // Only the child's end stays, so that its end is ours.
            defer { close(ends[1]) }
            process = try ChildProcess(
                program,
                options + arguments,
                environment: surroundings,
                errors: .descriptor(ends[1])
            )
        }
        guard let port = record.port(atMost: .seconds(20)) else {
            process.send(signal: SIGKILL)
            throw Failure.didNotListen(log: record.lines)
        }
        self.port = port
        _ = try client().request("GET", "/api/server/version")
    }

    /// Starts a server whose scanners are those of `world`.
    package convenience init(world: SaneWorld, arguments: [String] = [], linesKept: Int? = nil) throws {
        let configuration = world.folder.appendingPathComponent("conf")
        try self.init(
            scanners: configuration,
            arguments: arguments,
            environment: world.environment,
            linesKept: linesKept
        )
    }

    deinit {
        _ = stop()
        try? FileManager.default.removeItem(at: folder)  // A leftover among the build's products at worst.
    }

    /// Another connection to the server.
    package func client(timeLimit: Duration = .seconds(30)) throws(HTTPClientError) -> HTTPClient {
        try HTTPClient(port: port, timeLimit: timeLimit)
    }

    /// Sends any signal to the server process.
    package func send(signal: Int32) {
        process.send(signal: signal)
    }

    /// Waits for the server to end by itself, or by what it was sent.
    package func end(atMost limit: Duration) -> ChildProcess.Ending {
        process.wait(atMost: limit)
    }

    /// Asks the server to end and waits for it; killed and reported as overrun when it takes longer.
    ///
    /// A good end is `succeeded`: exit code 0 in time.
    @discardableResult
    package func stop(atMost limit: Duration = .seconds(10)) -> ChildProcess.Ending {
        process.send(signal: SIGTERM)
        return process.wait(atMost: limit)
    }
}

/// Keeps what a child says, line by line, and notices the port in it. It reads to the end, so that the child never blocks.
private final class Record: Sendable {
    private let kept = Mutex<(lines: [String], port: UInt16?)>(([], nil))
    private let listening = DispatchSemaphore(value: 0)
    private let linesKept: Int

    var lines: [String] { kept.withLock { $0.lines } }

    init(_ handle: FileHandle, linesKept: Int) {
        self.linesKept = linesKept
        let thread = Thread { [self] in read(handle) }
        thread.start()
    }

    /// Waits until a line with `port=` was said, or until nothing more can come.
    func port(atMost limit: Duration) -> UInt16? {
        _ = listening.wait(timeout: .now() + .seconds(Int(limit.components.seconds)))
        return kept.withLock { $0.port }
    }

    private func read(_ handle: FileHandle) {
        var rest = Data()
        while true {
            let some = handle.availableData
            if some.isEmpty { break }
            rest += some
            while let end = rest.firstIndex(of: 10) {
                note(String(decoding: rest[..<end], as: UTF8.self))
                rest = Data(rest[rest.index(after: end)...])
            }
        }
        listening.signal()
    }

    private func note(_ line: String) {
        let isFirst = kept.withLock { kept in
            kept.lines.append(line)
            // In gulps: to take a line off the front moves all others.
            if kept.lines.count / 2 >= linesKept { kept.lines.removeFirst(linesKept) }
            guard kept.port == nil, let mark = line.range(of: "port=") else { return false }
            kept.port = UInt16(line[mark.upperBound...].prefix { $0.isNumber })
            return kept.port != nil
        }
        if isFirst { listening.signal() }
    }
}
