import Foundation
import HTTPServer
import Testing

@Suite("rest", .timeLimit(.minutes(15)))
struct RestTests {
    @Test("an idle server sleeps: no wake-ups without connections")
    func idle() throws {
        let server = try TestServer()
        #expect(try server.ask("/hello").text == "hello")
        #expect(server.connectionsVanish())
        let thread = try #require(server.journal.word(after: "thread "))
        usleep(100_000)
        let before = try switches(of: thread)
        usleep(1_500_000)
        #expect(try switches(of: thread) == before)
        server.stop()
    }

    private func switches(of thread: String) throws -> [Substring] {
        try String(contentsOfFile: "/proc/\(thread)/status", encoding: .utf8).split(separator: "\n")
            .filter { $0.contains("ctxt_switches") }
    }
}
