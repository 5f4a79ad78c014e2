import Foundation
import HTTPServer
import Testing

@Suite("speed and rest", .timeLimit(.minutes(1)), .serialized)
struct SpeedTests {
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

    @Test(
        "throughput with wrk, sixteen connections",
        .enabled(if: ProcessInfo.processInfo.environment["HTTP_BENCHMARK"] != nil)
    )
    func throughput() throws {
        let server = try TestServer()
        for target in ["hello", "file?n=1000000"] {
            let wrk = Process()
            wrk.executableURL = URL(fileURLWithPath: "/usr/bin/wrk")
            wrk.arguments = ["-t1", "-c16", "-d4s", "--latency", "http://127.0.0.1:\(server.port)/\(target)"]
            try wrk.run()
            wrk.waitUntilExit()
            #expect(wrk.terminationStatus == 0)
        }
        server.stop()
    }

    private func switches(of thread: String) throws -> [Substring] {
        try String(contentsOfFile: "/proc/\(thread)/status", encoding: .utf8).split(separator: "\n")
            .filter { $0.contains("ctxt_switches") }
    }
}
