import Foundation
import HTTPServer
import TestSupport
import Testing

@Suite("limits", .timeLimit(.minutes(15)))
struct LimitTests {
    private func short() -> ConnectionLimits {
        var limits = ConnectionLimits()
        limits.requestTimeout = .milliseconds(200)
        limits.requestAbsolute = .milliseconds(500)
        limits.keepAlive = .milliseconds(800)
        limits.connectionsPerAddress = 0
        return limits
    }

    @Test(
        "an unfinished request is given up",
        arguments: [
            "", "GET /hel", "GET /hello HTTP/1.1\r\nHost: a",
            "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nabc",
        ]
    )
    func unfinished(text: String) throws {
        let server = try TestServer(short())
        let client = try server.connect()
        let watch = Stopwatch()
        try client.send(text)
        #expect(try client.readToEnd().isEmpty)
        #expect(watch.elapsed > .milliseconds(150) && watch.undisturbed < .milliseconds(1_500), "\(watch)")
        #expect(server.connectionsVanish())
        server.stop()
    }

    @Test(
        "a client that drips its request is given up all the same",
        arguments: [
            "GET /hello HTTP/1.1\r\nX-Long: ", "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 900000\r\n\r\n",
        ],
        [UInt32(50_000), 50]
    )
    func dripping(start text: String, pause: UInt32) throws {
        let server = try TestServer(short())
        // Of many, some have sent a byte in the moment in which their time is over.
        let clients = try (0..<8).map { _ in try server.connect() }
        let watch = Stopwatch()
        for client in clients { try client.send(text) }
        while server.isConnected, watch.elapsed < .seconds(8) {
            for client in clients { try? client.send("x") }
            usleep(pause)
        }
        #expect(watch.elapsed > .milliseconds(400) && watch.undisturbed < .seconds(2), "\(watch)")
        server.stop()
    }

    @Test("a slow but steady request within its time is served")
    func slowRequest() throws {
        var limits = short()
        limits.requestTimeout = .milliseconds(1_500)
        limits.requestAbsolute = .seconds(8)
        let server = try TestServer(limits)
        let client = try server.connect()
        for piece in ["GET /hel", "lo HTTP", "/1.1\r\nHo", "st: a\r\n", "\r\n"] {
            usleep(400_000)
            try client.send(piece)
        }
        #expect(try client.answer().text == "hello")
        server.stop()
    }

    @Test("an idle connection is closed after its time, a waiting request is not")
    func idle() throws {
        let server = try TestServer(short())
        let (idle, waiting) = (try server.connect(), try server.connect())
        try waiting.get("/later?tag=w")
        try idle.get("/hello")
        #expect(try idle.answer().text == "hello")
        let watch = Stopwatch()
        #expect(try idle.readToEnd().isEmpty)
        #expect(watch.elapsed > .milliseconds(700) && watch.undisturbed < .seconds(2), "\(watch)")
        usleep(500_000)
        _ = try server.ask("/release?tag=w")
        #expect(try waiting.answer().text == "released")
        server.stop()
    }

    @Test("five hundred half-sent requests are reaped")
    func halfSent() throws {
        let server = try TestServer(short())
        let clients = try (0..<500).map { _ in try server.connect() }
        for client in clients {
            try client.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nhalf")
        }
        #expect(try server.ask("/hello").text == "hello")
        #expect(server.connectionsVanish())
        #expect(server.stop())
    }

    @Test("idle connections give way when there are too many, and busy ones keep others waiting, not out")
    func connectionLimit() throws {
        var limits = ConnectionLimits()
        limits.connections = 8
        let server = try TestServer(limits)
        let idle = try (0..<30).map { _ in try server.connect() }
        #expect(try server.ask("/hello").text == "hello")
        idle.forEach { $0.close() }
        let busy = try (0..<8).map { number in
            let client = try server.connect()
            try client.get("/later?tag=\(number)")
            #expect(server.journal.word(after: "waiting \(number)") != nil)
            return client
        }
        let late = try server.connect()
        try late.get("/hello")
        busy[3].close()
        #expect(try late.answer().text == "hello")
        #expect(server.stop())
    }

    @Test("connections from one address are limited")
    func addressLimit() throws {
        var limits = ConnectionLimits()
        limits.connectionsPerAddress = 3
        let server = try TestServer(limits)
        let clients = try (0..<3).map { number in
            let client = try server.connect()
            try client.get("/later?tag=\(number)")
            return client
        }
        #expect(server.journal.word(after: "waiting 2") != nil)
        let fourth = try server.connect()
        #expect(try fourth.readToEnd().isEmpty)
        clients[0].close()
        #expect(server.journal.word(after: "left 0") != nil)
        #expect((0..<200).contains { _ in (try? server.ask("/hello").text) == "hello" })
        server.stop()
    }
}

extension TestServer {
    fileprivate var isConnected: Bool { (try? onLoop { $0.server.connectionCount }) != 0 }
}
