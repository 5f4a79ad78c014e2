import Foundation
import TestSupport

/// One series of equal requests by the load generator wrk.
struct Wrk {
    var seconds: Int
    var target = "/DWTAPI/Scanners"

    struct Figures {
        var requestsPerSecond: Double
        /// The time within which 99 of 100 answers came, in milliseconds.
        var slowest: Double
    }

    /// The best of up to three series: one moment in which the machine does something else is a hundredth of a short one.
    /// nil when wrk cannot be started, fails, or saw an answer that was not good.
    func run(_ port: UInt16, _ connections: Int, within slowest: Double? = nil) throws -> Figures? {
        guard var best = try series(port, connections) else { return nil }
        for _ in 0..<2 where best.slowest > slowest ?? .infinity {
            guard let next = try series(port, connections) else { return nil }
            if next.slowest < best.slowest { best = next }
        }
        return best
    }

    private func series(_ port: UInt16, _ connections: Int) throws -> Figures? {
        let words = ["wrk", "-t1", "-c\(connections)", "-d\(seconds)s", "--latency"]
        let wrk = try Program.run(words + ["http://127.0.0.1:\(port)\(target)"], seconds: seconds + 10)
        guard wrk.ending.succeeded else { return nil }
        let text = wrk.text
        guard !text.contains("Non-2xx"), !text.contains("Socket errors") else { return nil }
        guard let rate = text.firstMatch(of: #/Requests\/sec:\s+([0-9.]+)/#).flatMap({ Double($0.1) }),
            let slowest = text.firstMatch(of: #/99%\s+([0-9.]+)(us|ms|s)/#),
            let number = Double(slowest.1), let unit = Self.units[String(slowest.2)]
        else { return nil }
        return Figures(requestsPerSecond: rate, slowest: number * unit)
    }

    private static let units = ["us": 0.001, "ms": 1, "s": 1000]
}
