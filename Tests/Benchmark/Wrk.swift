import Foundation
import TestSupport

/// One series of list requests by the load generator wrk.
struct Wrk {
    var seconds: Int

    struct Figures {
        var requestsPerSecond: Double
        /// The time within which 99 of 100 answers came, with its unit.
        var slowest: String
    }

    /// nil when wrk cannot be started, fails, or saw an answer that was not good.
    func run(_ port: UInt16, _ connections: Int) throws -> Figures? {
        let folder = try RunningServer.freshFolder()
        defer { try? FileManager.default.removeItem(at: folder) }  // A leftover among the build's products at worst.
        let output = folder.appendingPathComponent("wrk").path
        let arguments = ["-t1", "-c\(connections)", "-d\(seconds)s", "--latency"]
        let wrk = try ChildProcess(
            "wrk",
            arguments + ["http://127.0.0.1:\(port)/DWTAPI/Scanners"],
            environment: ["PATH": "/usr/bin:/bin"],
            output: .file(output)
        )
        guard wrk.wait(atMost: .seconds(seconds + 10)).succeeded else { return nil }
        let text = try String(contentsOfFile: output, encoding: .utf8)
        guard !text.contains("Non-2xx"), !text.contains("Socket errors") else { return nil }
        guard let rate = text.firstMatch(of: #/Requests\/sec:\s+([0-9.]+)/#).flatMap({ Double($0.1) }),
            let slowest = text.firstMatch(of: #/99%\s+(\S+)/#)
        else { return nil }
        return Figures(requestsPerSecond: rate, slowest: String(slowest.1))
    }
}
