import Foundation

/// Prints figures as they come and remembers which of them broke their limit.
final class Report {
    private let slack: Double
    private var failures: [String] = []
    private var measured = 0
    private var heading = ""

    init(slack: Double) {
        self.slack = slack
    }

    /// Which side of its limit a figure has to be on.
    enum Limit {
        case atMost(Double)
        case atLeast(Double)
    }

    func heading(_ text: String) {
        heading = text
        print("\n\(text)")
    }

    func note(_ text: String) {
        print("  note: \(text)")
    }

    /// Prints one figure; `details` is where it comes from.
    func line(_ name: String, _ value: Double, _ unit: String = "", limit: Limit? = nil, details: String = "") {
        measured += 1
        let shown = String(format: value < 100 ? "%.2f" : "%.0f", value) + (unit.isEmpty ? "" : " \(unit)")
        var text = "  \(padded(name, 36)) \(padded(shown, 14))"
        if let limit {
            let isHeld = holds(value, limit)
            text += " \(padded(description(of: limit), 12)) \(isHeld ? "pass" : "FAIL")"
            if !isHeld { failures.append("\(heading) | \(name): \(shown)") }
        } else {
            text += " \(padded("", 12))     "
        }
        print(details.isEmpty ? text : "\(text)  \(details)")
        // Somebody may be watching through a pipe.
        fflush(nil)
    }

    /// Sums up; false when a limit was broken.
    func conclude() -> Bool {
        print("")
        guard !failures.isEmpty else {
            print("All \(measured) figures are within their limits\(slack > 1 ? ", taken \(slack) times" : "").")
            return true
        }
        print("Beyond their limits\(slack > 1 ? ", taken \(slack) times" : ""):")
        for failure in failures { print("  \(failure)") }
        return false
    }

    private func holds(_ value: Double, _ limit: Limit) -> Bool {
        switch limit {
        case .atMost(let most): value <= most * slack
        case .atLeast(let least): value >= least / slack
        }
    }

    private func description(of limit: Limit) -> String {
        switch limit {
        case .atMost(let most): String(format: "<= %.4g", most)
        case .atLeast(let least): String(format: ">= %.0f", least)
        }
    }

    private func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(width - text.count, 0))
    }
}

/// The middle one of some figures; the mean of the middle two.
func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    guard !sorted.isEmpty else { return .nan }
    return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
}

extension Duration {
    var milliseconds: Double {
        Double(components.seconds) * 1000 + Double(components.attoseconds) / 1e15
    }
}
