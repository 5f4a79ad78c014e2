/// What is wrong with a command line or with the files it names, and what would be right.
package struct UsageError: Error, Hashable, Sendable {
    /// `EX_USAGE` of sysexits.h.
    package static let exitCode: Int32 = 64
    /// `EX_CONFIG` of sysexits.h.
    package static let configurationExitCode: Int32 = 78

    package var message: String
    package var exitCode: Int32

    package init(_ message: String, exitCode: Int32 = UsageError.exitCode) {
        self.message = message
        self.exitCode = exitCode
    }

    /// One line for each problem.
    init(_ problems: ConfigurationProblems) {
        self.init(
            problems.problems.map(\.text).joined(separator: "\n"),
            exitCode: UsageError.configurationExitCode
        )
    }
}

/// A setting from the command line, known to be legal.
package struct FlagValue: Hashable, Sendable {
    package var key: String
    package var value: String

    /// Takes one `--key value` or `--key=value` from the front of `arguments`.
    ///
    /// A yes-or-no setting takes its value only after `=`: `--virtual-scanner` alone means yes.
    init(from arguments: inout ArraySlice<String>) throws(UsageError) {
        let sides = (arguments.popFirst() ?? "").dropFirst(2)
            .split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        key = String(sides[0])
        guard let row = SettingsTable.row(key) else {
            throw .unknown(flag: key, known: SettingsTable.rows.map(\.key) + Invocation.flags)
        }
        if sides.count > 1 {
            value = String(sides[1])
        } else if row.isFlag {
            value = "yes"
        } else if let next = arguments.popFirst() {
            value = next
        } else {
            throw UsageError("--\(key) needs a value: it must be \(row.legal).")
        }
        var trial = Settings()
        if let problem = row.problem(taking: value, into: &trial) { throw UsageError("--" + problem) }
    }
}

extension UsageError {
    /// Nothing is called that; names the nearest thing that is.
    static func unknown(flag: String, known: [String]) -> UsageError {
        let hint = Spelling.nearest(to: flag, among: known).map { ": did you mean --\($0)?" }
        return UsageError("There is no flag --\(flag)" + (hint ?? ". Try: sane-bridge help"))
    }

    static func unknown(command: String, known: [String]) -> UsageError {
        let hint = Spelling.nearest(to: command, among: known).map { ": did you mean \($0)?" }
        return UsageError("There is no command \(command)" + (hint ?? ". Try: sane-bridge help"))
    }
}
