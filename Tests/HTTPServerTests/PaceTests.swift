import Foundation
import HTTPServer
import TestSupport
import Testing

@Suite("clients that take their time", .timeLimit(.minutes(15)))
struct PaceTests {
    private static let large = 8_000_000

    private func limits() -> ConnectionLimits {
        var limits = ConnectionLimits()
        limits.connectionsPerAddress = 0
        return limits
    }

    /// A client that begins to read a large answer and goes on, some bytes at a time with a pause behind them.
    private final class Drinker: Sendable {
        private let isOver = Mutexed(false)

        init(_ server: TestServer, _ target: String, sip: Int, everyMilliseconds pause: UInt32) {
            let port = server.port
            Thread.detachNewThread { [isOver] in
                let client = try? HTTPClient(port: port, receiveBuffer: 4_096, readAhead: 512)
                try? client?.get(target)
                while !isOver.value, let some = try? client?.readSome(atMost: sip), !some.isEmpty {
                    usleep(pause * 1_000)
                }
            }
        }

        func leave() {
            isOver.set(true)
        }

        deinit { isOver.set(true) }
    }

    @Test("an answer that is taken drop by drop is given up after its time, and counts as lost")
    func dripping() throws {
        var limits = limits()
        limits.slowReader = .seconds(2)
        limits.readerRate = 200_000
        let server = try TestServer(limits)
        let began = ContinuousClock.now
        let drinker = Drinker(server, "/file?n=\(Self.large)&tag=drop", sip: 2_000, everyMilliseconds: 50)
        #expect(server.journal.word(after: "delivery drop ", within: 15) == "lost")
        #expect(ContinuousClock.now - began > .seconds(2))
        drinker.leave()
        #expect(server.connectionsVanish())
        #expect(server.stop())
    }

    @Test("a few bytes now and then do not keep an answer for ever: they count as nothing")
    func sipping() throws {
        var limits = limits()
        limits.stalledReader = .seconds(2)
        limits.readerRate = 1_000_000
        let server = try TestServer(limits)
        let drinker = Drinker(server, "/file?n=\(Self.large)&tag=sip", sip: 8_000, everyMilliseconds: 700)
        #expect(server.journal.word(after: "delivery sip ", within: 15) == "lost")
        drinker.leave()
        #expect(server.stop())
    }

    @Test("a client that pauses and then goes on at a good pace gets all of its answer")
    func pausing() throws {
        var limits = limits()
        limits.slowReader = .milliseconds(500)
        limits.readerRate = 100_000
        let server = try TestServer(limits)
        let client = try server.connect(receiveBuffer: 16 * 1024)
        try client.get("/file?n=3000000&tag=pause")
        _ = try client.readHead()
        for _ in 0..<3 {
            #expect(try client.read(500_000).count == 500_000)
            usleep(1_500_000)
        }
        #expect(try client.read(1_500_000).count == 1_500_000)
        client.close()
        #expect(server.outcome("pause") == "delivered")
        #expect(server.stop())
    }

    @Test(
        "where slow readers have all connections, those that take least give way, and their answers count as lost",
        arguments: [20_000, 8_000_000]
    )
    func crowd(bytes: Int) throws {
        var limits = limits()
        limits.connections = 16
        let server = try TestServer(limits)
        let crowd = (0..<16).map { number in
            Drinker(server, "/file?n=\(bytes)&tag=c\(number)", sip: 1, everyMilliseconds: 1_000)
        }
        #expect(eventually { (try? server.onLoop { $0.server.connectionCount }) ?? 0 >= 12 })
        for _ in 0..<4 {
            let watch = Stopwatch()
            #expect(try server.ask("/hello").text == "hello")
            #expect(watch.undisturbed < .seconds(4))
        }
        #expect(server.journal.all.contains { $0.hasPrefix("delivery c") && $0.hasSuffix("lost") })
        crowd.forEach { $0.leave() }
        #expect(server.stop())
    }

    @Test("a client that reads at ten kilobytes a second keeps its connection, whoever else wants one")
    func steady() throws {
        var limits = limits()
        limits.connections = 4
        let server = try TestServer(limits)
        let steady = Drinker(server, "/file?n=200000&tag=steady", sip: 1_000, everyMilliseconds: 50)
        let crowd = (0..<4).map { number in
            Drinker(server, "/file?n=\(Self.large)&tag=c\(number)", sip: 1, everyMilliseconds: 1_000)
        }
        for _ in 0..<4 { #expect(try server.ask("/hello").text == "hello") }
        #expect(!server.journal.all.contains("delivery steady lost"))
        crowd.forEach { $0.leave() }
        steady.leave()
        #expect(server.stop())
    }

    @Test("clients that have all of their answers and ask for nothing more give way, too")
    func served() throws {
        var limits = limits()
        limits.connections = 8
        let server = try TestServer(limits)
        let crowd = try (0..<8).map { number in
            let client = try server.connect()
            try client.get("/page?n=100&tag=s\(number)")
            return client
        }
        #expect(try server.ask("/hello").text == "hello")
        for client in crowd.dropFirst(2) { #expect(try client.answer().body.count == 100) }
        #expect(server.stop())
    }

    @Test(
        "a client that finishes in the middle of its request is let go at once",
        arguments: [
            "G", "GET /hello HTTP/1.1\r\nHost: a", "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n",
            "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nabc",
            "POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab",
        ],
        [0, 1, 2]
    )
    func finishesEarly(text: String, before: Int) throws {
        let server = try TestServer(limits())
        let client = try server.connect()
        for _ in 0..<before {
            try client.get("/hello")
            #expect(try client.answer().text == "hello")
        }
        try client.send(text)
        if text.count % 2 == 0 { usleep(20_000) }
        let watch = Stopwatch()
        client.finishSending()
        _ = try client.readToEnd()
        #expect(server.connectionsVanish())
        #expect(watch.undisturbed < .seconds(1), "\(watch)")
        #expect(server.stop())
    }

    @Test("a whole request whose client finishes right behind it is answered", arguments: [0, 1, 300_000])
    func finishesBehind(length: Int) throws {
        for pause in [UInt32(0), 5_000] {
            let server = try TestServer(limits())
            let client = try server.connect()
            let body = String(repeating: "x", count: length)
            try client.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: \(length)\r\n\r\n")
            usleep(pause)
            try client.send(body)
            client.finishSending()
            #expect(try client.answer().body.count == length)
            #expect(server.connectionsVanish())
            #expect(server.stop())
        }
    }
}
