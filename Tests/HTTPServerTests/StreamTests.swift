import Glibc
import HTTPServer
import TestSupport
import Testing

@Suite("streamed bodies", .timeLimit(.minutes(15)))
struct StreamTests {
    @Test("a stream with waits arrives whole and is chunked")
    func waits() throws {
        let server = try TestServer()
        let client = try server.connect()
        try client.get("/stream?tag=s&script=a5,w,b100000,w")
        #expect(try client.readHead().isChunked)
        #expect(try client.readSome(atMost: 8) == Array("5\r\naaaaa".utf8))
        _ = try server.ask("/push?tag=s&script=c3,.")
        _ = try server.ask("/push?tag=s&script=")
        let rest = String(decoding: try client.read(100_000), as: UTF8.self)
        #expect(rest.contains("bbbb"))
        server.stop()
    }

    @Test("pieces arrive as they are made, each at once")
    func pieces() throws {
        let server = try TestServer()
        let client = try server.connect()
        try client.get("/stream?tag=s&script=a1,w")
        _ = try client.readHead()
        #expect(try client.readSome() == Array("1\r\na\r\n".utf8))
        for _ in 0..<20 {
            _ = try server.ask("/push?tag=s&script=b2,w")
            #expect(try client.readSome() == Array("2\r\nbb\r\n".utf8))
        }
        _ = try server.ask("/push?tag=s&script=.")
        #expect(try client.readSome() == Array("0\r\n\r\n".utf8))
        try client.get("/hello")
        #expect(try client.answer().text == "hello")
        #expect(server.outcome("s") == "delivered")
        #expect(server.journal.word(after: "stream s released") != nil)
        server.stop()
    }

    @Test("HTTP/1.0 gets a stream that ends with the connection")
    func oldVersion() throws {
        let server = try TestServer()
        let client = try server.connect()
        try client.get("/stream?tag=s&script=a70000,.", version: "HTTP/1.0")
        let answer = try client.answer()
        #expect(answer.body.count == 70_000)
        client.close()
        #expect(server.outcome("s") == "delivered")
        server.stop()
    }

    @Test("an aborted stream is not complete for its client", arguments: ["HTTP/1.1", "HTTP/1.0"])
    func abort(version: String) throws {
        let server = try TestServer()
        let client = try server.connect()
        try client.get("/stream?tag=s&script=a5,w", version: version)
        _ = try client.readHead()
        _ = try client.readSome()
        _ = try server.ask("/push?tag=s&script=!")
        let rest = try client.readToEnd()
        #expect(!rest.starts(with: Array("0\r\n".utf8)))
        #expect(version == "HTTP/1.1" || client.wasReset)
        #expect(server.outcome("s") == "lost")
        #expect(server.connectionsVanish())
        server.stop()
    }

    @Test("a stream that is aborted while its client is slow to read ends for that client, too")
    func abortOfSlowReader() throws {
        let server = try TestServer()
        for round in 1...10 {
            let client = try HTTPClient(port: server.port, timeLimit: .seconds(5), receiveBuffer: 4_096)
            try client.get("/stream?tag=s\(round)&script=a\(1_000_000 + round * 1_000),!")
            _ = try client.readHead()
            usleep(20_000)
            let rest = try client.readToEnd()
            #expect(!rest.suffix(5).elementsEqual(Array("0\r\n\r\n".utf8)))
            #expect(server.outcome("s\(round)") == "lost")
        }
        #expect(server.connectionsVanish())
        server.stop()
    }

    @Test("a client that leaves a resting stream ends it", arguments: [true, false])
    func leaving(byReset: Bool) throws {
        let server = try TestServer()
        let client = try server.connect()
        try client.get("/stream?tag=s&script=a5,w")
        _ = try client.readHead()
        // All that was sent: an unread rest would make every close a reset.
        _ = try client.read(10)
        byReset ? client.reset() : client.close()
        // A client that has closed in order might only have finished sending: the next bytes tell.
        if !byReset { _ = try server.ask("/push?tag=s&script=b5,w") }
        #expect(server.outcome("s") == "lost")
        #expect(server.connectionsVanish())
        #expect(server.journal.word(after: "stream s released") != nil)
        #expect(server.stop())
    }

    @Test("a client that has finished sending gets all of a stream that rests")
    func finishedSending() throws {
        let server = try TestServer()
        let client = try server.connect()
        try client.get("/stream?tag=s&script=a5,w")
        client.finishSending()
        _ = try client.readHead()
        #expect(try client.read(10) == Array("5\r\naaaaa\r\n".utf8))
        _ = try server.ask("/push?tag=s&script=b3,.")
        #expect(try client.readToEnd() == Array("3\r\nbbb\r\n0\r\n\r\n".utf8))
        client.close()
        #expect(server.outcome("s") == "delivered")
        #expect(server.stop())
    }
}
