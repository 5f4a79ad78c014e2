import HTTPServer
import Testing

@Suite("plain answers", .timeLimit(.minutes(1)))
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
            #expect(answer.header("Date") != nil)
        }
        #expect(server.stop())
    }

    @Test("a waiting request is answered later")
    func later() throws {
        let server = try TestServer()
        let client = try server.connect()
        try client.get("/later?tag=a")
        #expect(server.journal.word(after: "waiting a") != nil)
        #expect(try server.ask("/release?tag=a").text == "done")
        #expect(try client.answer().text == "released")
        #expect(server.stop())
    }
}
