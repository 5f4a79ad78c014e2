import Glibc
import HTTPServer
import TestSupport
import Testing

@Suite("plain answers", .timeLimit(.minutes(15)))
struct AnswerTests {
    @Test("a request is answered, and the connection can be used again")
    func keepAlive() throws {
        let server = try TestServer()
        let client = try server.connect()
        for _ in 0..<3 {
            try client.get("/hello")
            let answer = try client.answer()
            #expect(answer.status == 200)
            #expect(answer.text == "hello")
            #expect(answer["Date"] != nil)
            #expect(answer["Content-Length"] == "5")
        }
        #expect(server.stop())
    }

    @Test(
        "segments and query are split first and decoded then",
        arguments: [
            ("/target", "[target] []"),
            ("//target///a//", "[target|a] []"),
            ("/target/a%2Fb/%C3%A4", "[target|a/b|ä] []"),
            ("/target/%22id%22", "[target|\"id\"] []"),
            ("/target/a+b?c+d=e+f", "[target|a+b] [c d=e f]"),
            ("/target?1700000000000", "[target] [1700000000000=]"),
            ("/target?a=1&b=%26&&c==", "[target] [a=1|b=&|c==]"),
            ("/target/%zz/%4", "[target|%zz|%4] []"),
            ("/target/%ff", "[target|\u{FFFD}] []"),
            ("/target?a?b", "[target] [a?b=]"),
            ("http://elsewhere/target/x?y=z", "[target|x] [y=z]"),
        ]
    )
    func target(raw: String, expected: String) throws {
        let server = try TestServer()
        #expect(try server.ask(raw).text == expected)
        server.stop()
    }

    @Test("the target may hold a zero byte in escaped form")
    func zeroByte() throws {
        let server = try TestServer()
        #expect(try server.ask("/target/a%00b").text == "[target|a\0b] []")
        server.stop()
    }

    @Test("repeated header fields arrive one by one")
    func headers() throws {
        let server = try TestServer()
        let client = try server.connect()
        try client.get("/header?tag=x-one", headers: "X-One: 1\r\nx-ONE:2\r\nX-One:\r\n")
        #expect(try client.answer().text == "1|2|")
        server.stop()
    }

    @Test("HEAD is answered without a body, and the connection goes on")
    func head() throws {
        let server = try TestServer()
        let client = try server.connect()
        for (target, length) in [("/hello", "5"), ("/file?n=100000", "100000"), ("/later?tag=a", "8")] {
            try client.send("HEAD \(target) HTTP/1.1\r\nHost: localhost\r\n\r\n")
            if target.hasPrefix("/later") {
                #expect(server.journal.word(after: "waiting a") != nil)
                _ = try server.ask("/release?tag=a")
            }
            let answer = try client.answer(toHEAD: true)
            #expect(answer.status == 200)
            #expect(answer["Content-Length"] == length)
        }
        try client.get("/method")
        #expect(try client.answer().text == "GET HTTP/1.1")
        server.stop()
    }

    @Test("HEAD of a stream reads none of it and leaves nothing on the connection")
    func headOfStream() throws {
        let server = try TestServer()
        let client = try server.connect()
        try client.send("HEAD /stream?tag=s&script=a5,. HTTP/1.1\r\nHost: localhost\r\n\r\n")
        #expect(try client.answer(toHEAD: true).status == 200)
        #expect(try client.readToEnd().isEmpty)
        client.close()
        #expect(!server.journal.all.contains("stream s read"))
        #expect(server.outcome("s") == "delivered")
        server.stop()
    }

    @Test("HTTP/1.0 is answered and closed, or kept when it asks for that")
    func oldVersion() throws {
        let server = try TestServer()
        let first = try server.connect()
        try first.send("GET /method HTTP/1.0\r\n\r\n")
        #expect(try first.answer().text == "GET HTTP/1.0")
        #expect(try first.readToEnd().isEmpty)
        let second = try server.connect()
        for _ in 0..<2 {
            try second.send("GET /method HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
            #expect(try second.answer().text == "GET HTTP/1.0")
        }
        server.stop()
    }

    @Test("204 has neither body nor length, and the connection goes on")
    func noContent() throws {
        let server = try TestServer()
        let client = try server.connect()
        try client.get("/empty")
        let answer = try client.answer()
        #expect(answer.status == 204)
        #expect(answer["Content-Length"] == nil)
        try client.get("/hello")
        #expect(try client.answer().text == "hello")
        server.stop()
    }

    @Test("a body of any kind arrives whole", arguments: [0, 1, 20_000, 1 << 20])
    func body(count: Int) throws {
        let server = try TestServer()
        let client = try server.connect()
        let bytes = TestHandler.pattern(count)
        try client.send("POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(count)\r\n\r\n")
        try client.send(bytes)
        #expect(try client.answer().body == bytes)
        try client.send("POST /echo HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n")
        for start in stride(from: 0, to: count, by: 30_000) {
            let chunk = bytes[start..<min(count, start + 30_000)]
            try client.send("\(String(chunk.count, radix: 16))\r\n")
            try client.send(Array(chunk))
            try client.send("\r\n")
        }
        try client.send("0\r\n\r\n")
        #expect(try client.answer().body == bytes)
        server.stop()
    }

    @Test("a large file arrives whole", arguments: [1, 300_000, 20_000_000])
    func file(count: Int) throws {
        let server = try TestServer()
        #expect(try server.ask("/file?n=\(count)").body == TestHandler.pattern(count))
        server.stop()
    }

    @Test("pipelined requests are answered in their order")
    func pipelining() throws {
        let server = try TestServer()
        let client = try server.connect()
        let targets = ["/hello", "/target/1", "/later?tag=a", "/file?n=100000", "/target/2"]
        try client.send(targets.map { "GET \($0) HTTP/1.1\r\nHost: localhost\r\n\r\n" }.joined())
        #expect(server.journal.word(after: "waiting a") != nil)
        _ = try server.ask("/release?tag=a")
        let answers = try targets.map { _ in try client.answer().body }
        #expect(answers[0] == Array("hello".utf8))
        #expect(answers[2] == Array("released".utf8))
        #expect(answers[3].count == 100_000)
        #expect(answers[4] == Array("[target|2] []".utf8))
        server.stop()
    }

    @Test("a waiting request is answered later")
    func later() throws {
        let server = try TestServer()
        let client = try server.connect()
        for tag in ["a", "b"] {
            try client.get("/later?tag=\(tag)")
            #expect(server.journal.word(after: "waiting \(tag)") != nil)
            #expect(try server.ask("/release?tag=\(tag)").text == "done")
            #expect(try client.answer().text == "released")
        }
        #expect(server.stop())
    }

    @Test("two hundred requests wait at once and are all answered")
    func manyWaiting() throws {
        var limits = ConnectionLimits()
        limits.connectionsPerAddress = 0
        let server = try TestServer(limits)
        let clients = try (0..<200).map { _ in try server.connect() }
        for (number, client) in clients.enumerated() {
            try client.get("/later?tag=\(number)")
        }
        for (number, client) in clients.enumerated() {
            #expect(server.journal.word(after: "waiting \(number)") != nil)
            _ = try server.ask("/release?tag=\(number)")
            #expect(try client.answer().text == "released")
        }
        server.stop()
    }

    @Test("an exchange that the service forgets is answered 500")
    func forgotten() throws {
        let server = try TestServer()
        #expect(try server.ask("/drop").status == 500)
        server.stop()
    }

    @Test("a client that leaves while it waits is told once, by close as by reset", arguments: [true, false])
    func leaving(byReset: Bool) throws {
        let server = try TestServer()
        let client = try server.connect()
        try client.get("/later?tag=a")
        #expect(server.journal.word(after: "waiting a") != nil)
        byReset ? client.reset() : client.close()
        #expect(server.journal.word(after: "left a") != nil)
        #expect(server.connectionsVanish())
        #expect(server.journal.all.filter { $0 == "left a" }.count == 1)
        #expect(server.stop())
    }

    @Test("a client that has finished sending while it waits is not taken for one that has left")
    func finishedSending() throws {
        let server = try TestServer()
        let client = try server.connect()
        try client.get("/later?tag=a")
        #expect(server.journal.word(after: "waiting a") != nil)
        client.finishSending()
        #expect(try client.answer().status == 100)
        usleep(50_000)
        #expect(server.journal.word(after: "left a", within: 0) == nil)
        _ = try server.ask("/release?tag=a")
        _ = try client.readToEnd()
        #expect(server.connectionsVanish())
        #expect(server.stop())
    }

    @Test("HTTP/1.0 knows no such word: a client that has finished sending while it waits is cut, not answered")
    func finishedSendingInOldVersion() throws {
        let server = try TestServer()
        let client = try server.connect()
        try client.get("/later?tag=a", version: "HTTP/1.0")
        #expect(server.journal.word(after: "waiting a") != nil)
        client.finishSending()
        #expect(server.journal.word(after: "left a") != nil)
        #expect(try client.readToEnd().isEmpty)
        #expect(client.wasReset)
        #expect(server.connectionsVanish())
        #expect(server.stop())
    }
}

extension TestServer {
    /// Waits until no connection is left.
    func connectionsVanish() -> Bool {
        eventually { (try? onLoop { $0.server.connectionCount }) == 0 }
    }
}
