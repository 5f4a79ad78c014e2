import Scanning

/// A configuration file, understood: values of settings and rules for devices, each with its place, and all that is
/// wrong.
package struct ConfigurationFile: Hashable, Sendable {
    /// One value as it was written.
    package struct Entry: Hashable, Sendable {
        package var key: String
        package var value: String
        package var place: Place
    }

    /// A section about some scanners.
    package struct Section: Hashable, Sendable {
        package var rule: DeviceRule
        package var entries: [Entry] = []
        package var place: Place
    }

    package let path: String
    package private(set) var entries: [Entry] = []
    package private(set) var sections: [Section] = []
    package private(set) var problems: [ConfigurationProblem] = []
    /// Where each key of the part that is being read was said first.
    private var firstLines: [String: Int] = [:]

    /// More mistakes than a person reads at once.
    private static let mostProblems = 50

    /// - Parameter path: only named in messages.
    package init(_ bytes: [UInt8], path: String) {
        self.path = path
        // Values are tried on settings that nobody uses: the file may be read before flags are.
        var trial = Settings()
        for (number, line) in ConfigurationLines(bytes).lines {
            let place = Place(file: path, line: number)
            guard problems.count < Self.mostProblems else {
                problems.append(ConfigurationProblem(place, "The rest of the file was not looked at."))
                return
            }
            switch line {
            case .problem(let message): problems.append(ConfigurationProblem(place, message))
            case .device(let pattern):
                let rule = DeviceRule(pattern: DevicePattern(pattern), settings: DeviceSettings())
                sections.append(Section(rule: rule, place: place))
                firstLines = [:]
            case .value(let key, let value):
                let entry = Entry(key: key, value: value, place: place)
                if let message = sections.isEmpty ? take(entry, on: &trial) : takeForDevice(entry) {
                    problems.append(ConfigurationProblem(place, message))
                }
            }
        }
    }

    /// A file that cannot be read.
    init(problem: ConfigurationProblem) {
        path = problem.place.file
        problems = [problem]
    }

    /// True when a password is written in it.
    package var holdsSecret: Bool {
        entries.contains { SettingsTable.row($0.key)?.isSecret == true && !$0.value.isEmpty }
            || sections.contains { $0.rule.settings.password != nil }
    }

    private mutating func take(_ entry: Entry, on trial: inout Settings) -> String? {
        guard let row = SettingsTable.row(entry.key) else {
            return Self.unknown(entry.key, known: SettingsTable.rows.map(\.key), elsewhere: DeviceTable.isKey) {
                "\($0) is said of single scanners: write it below a section such as \(DeviceTable.heading)."
            }
        }
        if let message = duplicate(entry) { return message }
        entries.append(entry)
        return row.problem(taking: entry.value, into: &trial).map { $0 + Self.hint(entry.value) }
    }

    private mutating func takeForDevice(_ entry: Entry) -> String? {
        let place = sections.count - 1
        if let message = duplicate(entry) { return message }
        sections[place].entries.append(entry)
        if let option = DeviceTable.OwnOptions.name(in: entry.key) {
            if let message = DeviceTable.OwnOptions.problem(option, entry.value) { return message }
            sections[place].rule.settings.take(.init(name: option, value: entry.value))
            return nil
        }
        guard let row = DeviceTable.row(entry.key) else {
            let known = DeviceTable.rows.map(\.key) + [DeviceTable.OwnOptions.key]
            return Self.unknown(entry.key, known: known, elsewhere: { SettingsTable.row($0) != nil }) {
                "\($0) is a setting of the service: write it above the first section."
            }
        }
        return row.problem(taking: entry.value, into: &sections[place].rule.settings)
            .map { $0 + Self.hint(entry.value) }
    }

    private mutating func duplicate(_ entry: Entry) -> String? {
        guard let line = entry.place.line, let first = firstLines.updateValue(line, forKey: entry.key) else {
            return nil
        }
        return "\(entry.key) is said twice, in line \(first) and in line \(line). Remove one of them."
    }

    private static func unknown(
        _ key: String,
        known: [String],
        elsewhere: (String) -> Bool,
        misplaced: (String) -> String
    ) -> String {
        if elsewhere(key) { return misplaced(key) }
        let hint = Spelling.nearest(to: key, among: known).map { ": did you mean \($0)?" }
        return "There is no setting \(key.brief)" + (hint ?? ". The command sane-bridge config shows all there are.")
    }

    /// The likeliest reason for an illegal value with a comment's sign in it.
    private static func hint(_ value: String) -> String {
        value.contains(" #") || value.contains(" ;") ? " A comment needs a line of its own." : ""
    }
}

extension DeviceTable {
    /// True for a key that may stand in a section.
    static func isKey(_ key: String) -> Bool {
        row(key) != nil || OwnOptions.name(in: key) != nil
    }
}

extension DeviceTable.OwnOptions {
    /// What is wrong with an option; nil for nothing.
    static func problem(_ name: String, _ value: String) -> String? {
        guard !name.isEmpty else { return "Which option? Write it as \(key) \(placeholder)." }
        guard !value.isEmpty else { return "\(key) \(name) needs a value." }
        let taken = reserved.first { $0.names.contains(name.lowercased()) }
        return taken.map { "Every job decides \(name) itself. What has a say in it: \($0.instead)." }
    }
}
