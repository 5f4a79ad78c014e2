import Foundation
import HTTPServer
import TestSupport
import Testing

@Suite("stopping", .timeLimit(.minutes(15)))
struct StopTests {
    @Test("waiting requests are answered, streams are cut, half-read answers end, and the loop returns")
    func withEverything() throws {
        let server = try TestServer()
        let waiting = try (0..<5).map { number in
            let client = try server.connect()
            try client.get("/later?tag=\(number)")
            #expect(server.journal.word(after: "waiting \(number)") != nil)
            return client
        }
        let streams = try (0..<5).map { number in
            let client = try server.connect()
            try client.get("/stream?tag=s\(number)&script=a5,w")
            _ = try client.readHead()
            return client
        }
        let halfRead = try (0..<5).map { _ in
            let client = try server.connect(receiveBuffer: 16 * 1024)
            try client.get("/file?n=6000000&tag=f")
            _ = try client.read(1000)
            return client
        }
        let halfSent = try server.connect()
        try halfSent.send("GET /hel")
        let idle = try server.connect()
        let watch = Stopwatch()
        #expect(server.stop(within: .milliseconds(500)))
        #expect(watch.undisturbed < .seconds(3), "\(watch)")
        for client in waiting {
            let answer = try client.answer()
            #expect(answer.text == "stopping")
            #expect(answer["Connection"] == "close")
        }
        for client in streams + [idle] {
            #expect(!(try client.readToEnd()).contains(0x30))
        }
        for client in halfRead {
            #expect(try client.readToEnd().count < 6_000_000)
        }
        #expect(server.outcome("s0") == "lost")
    }

    @Test("an answer that is being read is finished first")
    func finishes() throws {
        let server = try TestServer()
        let client = try server.connect(receiveBuffer: 16 * 1024)
        try client.get("/file?n=6000000&tag=f")
        _ = try client.readHead()
        let stopped = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            server.stop(within: .seconds(5))
            stopped.signal()
        }
        #expect(try client.read(6_000_000).count == 6_000_000)
        #expect(stopped.wait(timeout: .now() + 5) == .success)
    }

    @Test("nobody is accepted any more")
    func accepts() throws {
        let server = try TestServer()
        let port = server.port
        #expect(server.stop())
        #expect(throws: HTTPClientError.self) { _ = try HTTPClient(port: port) }
    }

    @Test("an answer that comes after the stop goes nowhere")
    func lateAnswer() throws {
        let server = try TestServer()
        let client = try server.connect()
        try client.get("/later?tag=a")
        #expect(server.journal.word(after: "waiting a") != nil)
        let kept = try server.onLoop { room in
            room.server.stop(answering: { _ in Response(status: 503) }, within: .seconds(1)) {
                room.handler.forgetAll()
                room.loop.stop()
            }
            return true
        }
        #expect(kept)
        #expect(try client.answer().status == 503)
    }

    @Test("a request that comes while the server stops is answered, not kept")
    func requestWhileStopping() throws {
        let server = try TestServer()
        let slow = try server.connect(receiveBuffer: 16 * 1024)
        try slow.get("/file?n=6000000&tag=f")
        _ = try slow.readHead()
        let client = try server.connect()
        try client.get("/hello")
        _ = try client.answer()
        let halfSent = try server.connect()
        try halfSent.send("GET /later?tag=x HTTP/1.1\r\nHost: a\r\n")
        let stopped = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            if server.stop(within: .seconds(2)) { stopped.signal() }
        }
        #expect(eventually { (try? server.connect()) == nil })
        try client.get("/later?tag=a")
        #expect(try client.answer().text == "stopping")
        try halfSent.send("\r\n")
        #expect(try halfSent.answer().text == "stopping")
        #expect(try slow.read(6_000_000).count == 6_000_000)
        #expect(stopped.wait(timeout: .now() + 5) == .success)
    }

    @Test("a handler that stops the server from within a request that it keeps")
    func stopFromWithin() throws {
        let server = try TestServer()
        let client = try server.connect()
        try client.get("/stop?tag=a")
        #expect(try client.answer().text == "stopping")
        #expect(server.journal.word(after: "stopped") != nil)
    }
}
