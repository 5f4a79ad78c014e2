import Foundation
import Glibc
import HTTPServer
import Synchronization
import TestSupport

/// A server on loopback with its event loop on a thread of its own.
final class TestServer: Sendable {
    let port: UInt16
    let journal = Journal()
    private let orders: Mailbox<@Sendable (ServerRoom) -> Void>
    private let ended: DispatchSemaphore

    /// What lives on the loop's thread.
    final class ServerRoom {
        let loop: EventLoop
        let server: HTTPServer
        let handler: TestHandler

        init(loop: EventLoop, server: HTTPServer, handler: TestHandler) {
            self.loop = loop
            self.server = server
            self.handler = handler
        }
    }

    init(_ limits: ConnectionLimits = ConnectionLimits()) throws {
        let journal = self.journal
        let (descriptor, port) = try ListeningSocket.open(address: "127.0.0.1", port: 0)
        self.port = port
        let ended = DispatchSemaphore(value: 0)
        let (started, box) = (DispatchSemaphore(value: 0), Mutexed<Mailbox<@Sendable (ServerRoom) -> Void>?>(nil))
        Thread.detachNewThread {
            do {
                let loop = try EventLoop()
                let handler = TestHandler(loop: loop, journal: journal)
                let server = try HTTPServer(loop: loop, limits: limits, listening: descriptor, handler: handler)
                handler.server = server
                let room = ServerRoom(loop: loop, server: server, handler: handler)
                journal.note("thread \(try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self"))")
                box.set(loop.mailbox { order in order(room) })
                started.signal()
                loop.run()
            } catch {
                journal.note("failed: \(error)")
                started.signal()
            }
            ended.signal()
        }
        started.wait()
        guard let orders = box.value else { throw TestFailure("the server did not start") }
        self.orders = orders
        self.ended = ended
    }

    /// Does something on the loop's thread and waits for it.
    func onLoop<Value: Sendable>(_ work: @escaping @Sendable (ServerRoom) -> Value) throws -> Value {
        let (done, result) = (DispatchSemaphore(value: 0), Mutexed<Value?>(nil))
        orders.post { room in
            result.set(work(room))
            done.signal()
        }
        guard done.wait(timeout: .now() + 10) == .success, let value = result.value else {
            throw TestFailure("the loop does not answer")
        }
        return value
    }

    /// Stops in order; false when that takes longer than ten seconds.
    @discardableResult
    func stop(within time: Duration = .seconds(2)) -> Bool {
        orders.post { room in
            room.server.stop(
                answering: { _ in Response(status: 503, body: .bytes(Array("stopping".utf8))) },
                within: time
            ) {
                room.handler.forgetAll()
                room.loop.stop()
            }
        }
        return ended.wait(timeout: .now() + 10) == .success
    }

    /// A client that gives up after five seconds.
    func connect(receiveBuffer: Int32? = nil) throws(HTTPClientError) -> HTTPClient {
        try HTTPClient(port: port, timeLimit: .seconds(5), receiveBuffer: receiveBuffer, readAhead: 1 << 16)
    }

    /// One request on a connection of its own.
    func ask(_ target: String) throws -> HTTPResponse {
        let client = try connect()
        try client.send("GET \(target) HTTP/1.1\r\nHost: localhost\r\n\r\n")
        return try client.answer()
    }

    /// Waits until a delivery has the outcome.
    func outcome(_ tag: String) -> String? { journal.word(after: "delivery \(tag) ") }
}

/// What happened, in order; read by the test's thread.
final class Journal: Sendable {
    private let lines = Mutex<[String]>([])

    func note(_ line: String) { lines.withLock { $0.append(line) } }
    var all: [String] { lines.withLock { $0 } }

    /// The rest of the first line that begins so; waits for it at most five seconds.
    func word(after prefix: String, within seconds: Double = 5) -> String? {
        var found: String?
        _ = eventually(within: seconds) {
            found = all.first { $0.hasPrefix(prefix) }
            return found != nil
        }
        return found.map { String($0.dropFirst(prefix.count)) }
    }
}

/// A value behind a lock.
final class Mutexed<Value: Sendable>: Sendable {
    private let mutex: Mutex<Value>
    init(_ value: Value) { mutex = Mutex(value) }
    var value: Value { mutex.withLock { $0 } }
    func set(_ value: Value) { mutex.withLock { $0 = value } }
}

struct TestFailure: Error, CustomStringConvertible {
    var description: String
    init(_ description: String) { self.description = description }
}
