import Glibc
import HTTPServer
import TestSupport
import Testing

/// Each case runs fifty times at random points, all on one server.
@Suite("the fate of an answer", .timeLimit(.minutes(15)))
struct DeliveryTests {
    private static let rounds = 50
    /// More than the kernel buffers of both sides hold.
    private static let large = 6_000_000

    /// One round: a fresh connection, and a tag for its answer.
    private func rounds(
        _ limits: ConnectionLimits = ConnectionLimits(),
        _ body: (TestServer, HTTPClient, String) throws -> Void
    )
        throws
    {
        let server = try TestServer(limits)
        for round in 0..<Self.rounds {
            try body(server, try server.connect(receiveBuffer: 32 * 1024), "r\(round)")
        }
        #expect(server.stop())
    }

    @Test("the next request on the connection says that the answer has come", arguments: ["page", "file", "stream"])
    func nextRequest(kind: String) throws {
        try rounds { server, client, tag in
            let size = Int.random(in: 1...500_000)
            try client.get("/\(kind)?n=\(size)&tag=\(tag)&script=a\(size),.")
            #expect(try client.answer().body.count == size)
            try client.get("/hello")
            #expect(server.outcome(tag) == "delivered")
        }
    }

    @Test(
        "a client that closes after it has read all has got it",
        arguments: ["page", "file", "closingfile", "stream"]
    )
    func closedAfterReading(kind: String) throws {
        try rounds { server, client, tag in
            let size = Int.random(in: 1...500_000)
            try client.get("/\(kind)?n=\(size)&tag=\(tag)&script=a\(size),.")
            #expect(try client.answer().body.count == size)
            client.close()
            #expect(server.outcome(tag) == "delivered")
        }
    }

    @Test("so has one that closes its sending side first and reads then", arguments: ["file", "closingfile"])
    func halfClosed(kind: String) throws {
        try rounds { server, client, tag in
            let size = Int.random(in: 1...3_000_000)
            try client.get("/\(kind)?n=\(size)&tag=\(tag)")
            client.finishSending()
            #expect(try client.answer().body.count == size)
            client.close()
            #expect(server.outcome(tag) == "delivered")
        }
    }

    @Test("a reset after a part means lost", arguments: ["page", "file", "closingfile", "stream"])
    func resetAfterPart(kind: String) throws {
        try rounds { server, client, tag in
            let size = Bool.random() ? Self.large : Int.random(in: 2000...200_000)
            try client.get("/\(kind)?n=\(size)&tag=\(tag)&script=a\(size),.")
            _ = try client.readHead()
            _ = try client.read(Int.random(in: 0..<size / 2))
            client.reset()
            #expect(server.outcome(tag) == "lost")
        }
    }

    @Test(
        "closing with unread bytes in the buffers means lost, for a small page too",
        arguments: ["page", "file", "closingfile"]
    )
    func closedUnread(kind: String) throws {
        try rounds { server, client, tag in
            let size = Int.random(in: 1...8000)
            try client.get("/\(kind)?n=\(size)&tag=\(tag)")
            usleep(useconds_t.random(in: 0...2000))
            client.close()
            #expect(server.outcome(tag) == "lost")
        }
    }

    @Test("a half-read answer to a connection that vanishes is lost after the time for stalled readers")
    func vanished() throws {
        var limits = ConnectionLimits()
        limits.stalledReader = .milliseconds(400)
        limits.connectionsPerAddress = 0
        let server = try TestServer(limits)
        let clients = try (0..<Self.rounds).map { round in
            let client = try server.connect(receiveBuffer: 16 * 1024)
            try client.get(
                "/\(round % 2 == 0 ? "file" : "closingfile")?n=\(round % 3 == 0 ? 200_000 : Self.large)&tag=r\(round)"
            )
            _ = try client.read(Int.random(in: 0...3000))
            return client
        }
        for round in clients.indices {
            #expect(server.outcome("r\(round)") == "lost")
        }
        #expect(server.connectionsVanish())
        clients.forEach { $0.close() }
        #expect(server.stop())
    }

    @Test("a slow reader that goes on reading is not given up")
    func slowReader() throws {
        var limits = ConnectionLimits()
        limits.stalledReader = .milliseconds(1_500)
        let server = try TestServer(limits)
        let client = try server.connect(receiveBuffer: 16 * 1024)
        try client.get("/file?n=1500000&tag=a")
        _ = try client.readHead()
        for _ in 0..<6 {
            #expect(try client.read(250_000).count == 250_000)
            usleep(500_000)
        }
        client.close()
        #expect(server.outcome("a") == "delivered")
        server.stop()
    }

    @Test("a question meanwhile: open while the client reads, lost once it has hung up without all of it")
    func probed() throws {
        try rounds { server, client, tag in
            let isSmall = Bool.random()
            try client.get("/\(isSmall ? "page" : "file")?n=\(isSmall ? 3000 : Self.large)&tag=\(tag)")
            _ = try client.read(Int.random(in: 1...1000))
            #expect(try server.ask("/probe?tag=\(tag)").text == "open")
            Bool.random() ? client.close() : client.reset()
            #expect(try server.ask("/probe?tag=\(tag)").text == "lost")
        }
    }

    @Test("a question to a client that only closed its sending side cuts it off: the page is given to another")
    func probedHalfClosed() throws {
        try rounds { server, client, tag in
            try client.get("/file?n=\(Self.large)&tag=\(tag)")
            _ = try client.read(Int.random(in: 1...100_000))
            client.finishSending()
            #expect(try server.asksUntilKnown(tag) == "lost")
            let rest = try client.readToEnd()
            #expect(rest.count < Self.large)
            #expect(client.wasReset)
        }
    }

    @Test("a question after all was read and the client has finished")
    func probedAfterReading() throws {
        try rounds { server, client, tag in
            try client.get("/\(Bool.random() ? "file" : "closingfile")?n=50000&tag=\(tag)")
            #expect(try client.answer().body.count == 50_000)
            Bool.random() ? client.finishSending() : client.close()
            #expect(try server.asksUntilKnown(tag) == "delivered")
        }
    }

    @Test("a resting stream whose client hangs up is lost by a question, too")
    func probedStream() throws {
        try rounds { server, client, tag in
            try client.get("/stream?tag=\(tag)&script=a100,w")
            _ = try client.readHead()
            Bool.random() ? client.close() : client.reset()
            #expect(try server.asksUntilKnown(tag) == "lost")
        }
    }

    @Test("a pipelined request says nothing about the answer before it")
    func pipelined() throws {
        try rounds { server, client, tag in
            try client.send(
                "GET /file?n=5000&tag=\(tag) HTTP/1.1\r\nHost: a\r\n\r\nGET /hello HTTP/1.1\r\nHost: a\r\n\r\n"
            )
            _ = try client.read(100)
            client.reset()
            #expect(server.outcome(tag) == "lost")
        }
    }

    @Test("an idle connection that the server closes had its answer")
    func idle() throws {
        var limits = ConnectionLimits()
        limits.keepAlive = .milliseconds(200)
        let server = try TestServer(limits)
        let client = try server.connect()
        try client.get("/file?n=5000&tag=a")
        #expect(try client.answer().body.count == 5000)
        #expect(server.outcome("a") == "delivered")
        #expect(try client.readToEnd().isEmpty)
        server.stop()
    }
}

extension TestServer {
    /// Asks for the delivery until it is known: a client's FIN takes a moment.
    fileprivate func asksUntilKnown(_ tag: String) throws -> String {
        var answer = ""
        _ = try eventually {
            answer = try ask("/probe?tag=\(tag)").text
            return answer != "open"
        }
        return answer
    }
}
