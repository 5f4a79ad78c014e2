import Foundation

/// Prints figures as they come and remembers which of them broke their limit.
final class Report {
    private let slack: Double
    private let sparesBusyMachines: Bool
    private let others = OtherWork()
    private var failures: [(text: String, isOfTime: Bool)] = []
    private var rows: [Row] = []
    private var heading = ""

    init(slack: Double, sparesBusyMachines: Bool) {
        self.slack = slack
        self.sparesBusyMachines = sparesBusyMachines
    }

    /// Which side of its limit a figure has to be on.
    enum Limit {
        case atMost(Double)
        case atLeast(Double)
    }

    /// What a figure has to hold, and what it should reach.
    struct Target {
        var must: Limit
        var goal: Limit?
        /// Whether other work of the machine may spoil it.
        var isOfTime = true

        /// A limit for what does not depend on how quick the machine is.
        var ofNoTime: Target { Target(must: must, goal: goal, isOfTime: false) }

        static func atMost(_ must: Double, goal: Double? = nil) -> Target {
            Target(must: .atMost(must), goal: goal.map { .atMost($0) })
        }

        static func atLeast(_ must: Double, goal: Double? = nil) -> Target {
            Target(must: .atLeast(must), goal: goal.map { .atLeast($0) })
        }
    }

    /// One figure, for the table at the end.
    private struct Row {
        var heading: String
        var name: String
        var shown: String
        var target: Target?
        var verdict: String
        var details: String
    }

    func heading(_ text: String) {
        heading = text
        print("\n\(text)")
    }

    func note(_ text: String) {
        print("  note: \(text)")
    }

    /// Prints one figure; `details` is where it comes from.
    func line(_ name: String, _ value: Double, _ unit: String = "", _ target: Target? = nil, details: String = "") {
        let shown = String(format: value < 100 ? "%.2f" : "%.0f", value) + (unit.isEmpty ? "" : " \(unit)")
        let verdict = verdict(value, target)
        rows.append(
            Row(heading: heading, name: name, shown: shown, target: target, verdict: verdict, details: details)
        )
        if verdict == "FAIL" { failures.append(("\(heading) | \(name): \(shown)", target?.isOfTime ?? true)) }
        let must = description(of: target?.must)
        let goal = target?.goal.map { "goal \(description(of: $0))" } ?? ""
        let text =
            "  \(padded(name, 38)) \(padded(shown, 13)) \(padded(must, 10)) \(padded(goal, 16)) \(padded(verdict, 5))"
        print(details.isEmpty ? text : "\(text)  \(details)")
        // Somebody may be watching through a pipe.
        fflush(nil)
    }

    /// All figures as a table for the documentation.
    func printTable() {
        print("\n| figure | measured | must | goal | |\n|---|---|---|---|---|")
        var last = ""
        for row in rows {
            if row.heading != last { print("| **\(row.heading)** | | | | |") }
            last = row.heading
            let cells = [
                row.name, row.shown, description(of: row.target?.must), description(of: row.target?.goal), row.verdict,
            ]
            print("| " + cells.joined(separator: " | ") + " |")
        }
    }

    /// Sums up; false when a limit was broken.
    func conclude() -> Bool {
        print("")
        guard !failures.isEmpty else {
            print("All \(rows.count) figures are within their limits\(slack > 1 ? ", taken \(slack) times" : "").")
            return true
        }
        print("Beyond their limits\(slack > 1 ? ", taken \(slack) times" : ""):")
        for failure in failures { print("  \(failure.text)") }
        let share = others.share
        guard share > OtherWork.disturbing else { return false }
        print("Other work took \(Int(share * 100)) % of the processors meanwhile: measure again on a quiet machine.")
        guard sparesBusyMachines else { return false }
        print("A quick run judges no times on such a machine.")
        return failures.allSatisfy(\.isOfTime)
    }

    /// "goal" where it is reached, "pass" where the limit is held.
    private func verdict(_ value: Double, _ target: Target?) -> String {
        guard let target else { return "" }
        if let goal = target.goal, holds(value, goal, slack: 1) { return "goal" }
        return holds(value, target.must, slack: slack) ? "pass" : "FAIL"
    }

    private func holds(_ value: Double, _ limit: Limit, slack: Double) -> Bool {
        switch limit {
        case .atMost(let most): value <= most * slack
        case .atLeast(let least): value >= least / slack
        }
    }

    private func description(of limit: Limit?) -> String {
        switch limit {
        case .atMost(let most): String(format: "<= %.4g", most)
        case .atLeast(let least): String(format: least < 100 ? ">= %.4g" : ">= %.0f", least)
        case nil: ""
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
