/// The text of `sane-bridge help`, made from the tables of commands and settings.
package enum HelpText {
    /// Fits a terminal of this many columns.
    package static let width = 96

    /// The whole text; defaults are those of this user and host.
    package static func text(environment: [String: String]) -> String {
        let defaults = Settings(environment: environment)
        var lines = [
            "sane-bridge makes the scanners of this host usable through the Dynamic Web TWAIN REST API.", "",
            "Usage: sane-bridge [COMMAND] [--config FILE] [--SETTING VALUE]...", "", "Commands:",
        ]
        for command in Invocation.commands {
            lines += entry(command.name, command.sentence, column: 14)
        }
        for section in SettingsTable.sections {
            lines += ["", section.title + ":"]
            for row in section.rows {
                let value = row.isFlag ? "[=\(row.placeholder)]" : " \(row.placeholder)"
                let standard = row.show(defaults)
                let sentence = row.sentence + (standard.isEmpty ? "" : " [\(standard)]")
                lines += entry("--\(row.key)\(value)", sentence, column: 36)
            }
        }
        lines += ["", "Configuration:"]
        lines += entry(
            "--config FILE",
            "Read these settings and those of single scanners from FILE; flags are stronger, and an empty name means "
                + "no file. [\(ConfigurationFiles.standardPath), when it exists]",
            column: 36
        )
        lines += ["", "A TIME is in seconds, or ends in s, m or h. A SIZE is in bytes, or ends in K, M or G."]
        return lines.joined(separator: "\n") + "\n"
    }

    /// A name in the left column, its sentence wrapped in the right one.
    private static func entry(_ name: String, _ sentence: String, column: Int) -> [String] {
        var lines: [String] = []
        var line = "  " + name
        line += String(repeating: " ", count: max(2, column - line.count))
        for word in sentence.split(separator: " ") {
            if line.count + word.count > width, line.contains(where: { $0 != " " }) {
                lines.append(line.withoutTrailingBlanks)
                line = String(repeating: " ", count: column)
            }
            line += word + " "
        }
        lines.append(line.withoutTrailingBlanks)
        return lines
    }
}

extension String {
    fileprivate var withoutTrailingBlanks: String {
        String(reversed().drop { $0 == " " }.reversed())
    }
}
