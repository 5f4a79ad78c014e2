/// What is wrong with a command line, and what would be right.
package struct UsageError: Error, Hashable, Sendable {
    /// `EX_USAGE` of sysexits.h.
    package static let exitCode: Int32 = 64

    package var message: String

    package init(_ message: String) {
        self.message = message
    }
}

extension Settings {
    /// Takes one `--key value` or `--key=value` from the front of `arguments`; the last one given wins.
    ///
    /// A yes-or-no setting takes its value only after `=`: `--virtual-scanner` alone means yes.
    package mutating func takeFlag(from arguments: inout ArraySlice<String>) throws(UsageError) {
        guard let flag = arguments.popFirst(), flag.hasPrefix("--") else { return }
        let sides = flag.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let key = String(sides[0])
        guard let row = SettingsTable.row(key) else {
            throw .unknown(flag: key, known: SettingsTable.rows.map(\.key))
        }
        let value: String
        if sides.count > 1 {
            value = String(sides[1])
        } else if row.isFlag {
            value = "yes"
        } else if let next = arguments.popFirst() {
            value = next
        } else {
            throw UsageError("--\(key) needs a value: it must be \(row.legal).")
        }
        guard row.set(&self, value) else {
            let found = row.isSecret ? "what was given" : "\"\(value)\""
            throw UsageError("--\(key) must be \(row.legal), not \(found).")
        }
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
