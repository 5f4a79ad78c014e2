import Scanning

/// The commented configuration file that `sane-bridge config` prints: every setting with its sentence and its legal
/// values. What nobody said is commented out, and the text is itself a configuration file that means the same.
package struct ConfigurationText {
    private let configuration: Configuration
    private let defaults: Settings
    private var lines: [String] = []

    private static let width = 100

    /// The whole text.
    package static func text(of configuration: Configuration, environment: [String: String]) -> String {
        var text = ConfigurationText(configuration: configuration, defaults: Settings(environment: environment))
        text.write()
        return text.lines.joined(separator: "\n") + "\n"
    }

    private init(configuration: Configuration, defaults: Settings) {
        self.configuration = configuration
        self.defaults = defaults
    }

    private mutating func write() {
        comment("Configuration of sane-bridge, read from \(ConfigurationFiles.standardPath) or from --config FILE.")
        comment(
            """
            Lines that begin with # are comments. A setting that is commented out has the value that is shown. Values on \
            the command line (--port 18622) are stronger than those in this file. A change holds from the next start on.
            """
        )
        for section in SettingsTable.sections {
            lines += ["", "", "### \(section.title)"]
            for row in section.rows { write(row) }
        }
        writeDeviceHead()
        for section in configuration.file?.sections ?? [] { write(section, isComment: false) }
        writeQuirks()
    }

    private mutating func write(_ row: SettingRow<Settings>) {
        lines.append("")
        comment(row.sentence)
        comment("Legal: \(row.legal).")
        let value = row.show(configuration.settings)
        guard let origin = configuration.origins[row.key] else {
            lines.append(Self.line(row.key, value, isComment: true))
            return
        }
        switch origin {
        case .file(let place): comment("Set in \(place.text).")
        case .flag: comment("Set by the flag --\(row.key).")
        }
        if row.isSecret {
            comment("The value is not shown.")
            lines.append(Self.line(row.key, "", isComment: true))
        } else {
            lines.append(Self.line(row.key, value, isComment: false))
        }
    }

    private mutating func writeDeviceHead() {
        lines += ["", "", "### Single scanners", ""]
        comment(
            """
            Sections say something about the scanners that a pattern means: * stands for any text, ? for any letter. It is \
            compared with the scanner's name in SANE, with its maker and model, and with the id and name that \
            "sane-bridge scanners" shows. Several sections may mean a scanner; the last word about a key counts. Keys:
            """
        )
        lines += ["#", "#" + DeviceTable.heading]
        for row in DeviceTable.rows {
            lines.append("#")
            comment(row.sentence)
            comment("Legal: \(row.legal).")
            lines.append("#\(row.key) = \(row.placeholder)")
        }
        lines.append("#")
        comment(DeviceTable.OwnOptions.sentence)
        lines.append("#\(DeviceTable.OwnOptions.key) \(DeviceTable.OwnOptions.placeholder)")
    }

    private mutating func writeQuirks() {
        guard let quirks = configuration.quirks, !quirks.sections.isEmpty else { return }
        lines += ["", "", "### Known quirks", ""]
        comment("In force without being written here, and weaker than what is; the setting quirks tells from where.")
        for section in quirks.sections { write(section, isComment: true) }
    }

    private mutating func write(_ section: ConfigurationFile.Section, isComment: Bool) {
        lines.append("")
        if !isComment { comment("Set in \(section.place.text).") }
        lines.append((isComment ? "#" : "") + DeviceTable.heading(section.rule.pattern.text))
        for entry in section.entries {
            guard DeviceTable.row(entry.key)?.isSecret != true else {
                lines.append("#\(entry.key) =  (set in \(entry.place.text), not shown)")
                continue
            }
            lines.append(Self.line(entry.key, entry.value, isComment: isComment))
        }
    }

    private static func line(_ key: String, _ value: String, isComment: Bool) -> String {
        // What would lose its blanks or its quotes when it is read again.
        let isQuoted = value != value[...].trimmingBlanks || (value.hasPrefix("\"") && value.hasSuffix("\""))
        let written = isQuoted ? "\"\(value)\"" : value
        return (isComment ? "#" : "") + (written.isEmpty ? "\(key) =" : "\(key) = \(written)")
    }

    private mutating func comment(_ text: String) {
        var line = "#"
        for word in text.split(separator: " ") {
            if line.count + word.count >= Self.width {
                lines.append(line)
                line = "#"
            }
            line += " " + word
        }
        lines.append(line)
    }
}

extension DeviceTable {
    /// The heading of a section with its pattern.
    static func heading(_ pattern: String) -> String { "[device \"\(pattern)\"]" }
}
