import Scanning

/// All that holds for a run of the program: settings with who gave them, and the rules for single scanners.
///
/// Known quirks are weakest, then comes the configuration file, then flags.
package struct Configuration: Hashable, Sendable {
    package private(set) var settings: Settings
    /// Absent for what nobody said.
    package private(set) var origins: [String: Origin] = [:]
    /// The configuration file; nil when there is none.
    package private(set) var file: ConfigurationFile?
    /// Known quirks; nil when there is no such file.
    package private(set) var quirks: ConfigurationFile?
    /// What somebody should know and nothing stops for.
    package private(set) var warnings: [String] = []

    /// Rules for single scanners, the weakest first.
    package var rules: DeviceRules {
        DeviceRules(((quirks?.sections ?? []) + (file?.sections ?? [])).map(\.rule))
    }

    /// The settings when nothing is said.
    package init(environment: [String: String] = [:]) {
        settings = Settings(environment: environment)
    }

    /// Settings that somebody made.
    package init(_ settings: Settings) {
        self.settings = settings
    }

    /// Reads the files and puts flags above them.
    ///
    /// - Parameters:
    ///   - path: of the configuration file; nil for the usual one, if there, and empty for none.
    ///   - flags: legal ones, in order.
    /// - Throws: all that is wrong in the configuration file, or that it is missing.
    package init(
        path: String?,
        flags: [FlagValue],
        environment: [String: String],
        files: ConfigurationFiles
    ) throws(ConfigurationProblems) {
        self.init(environment: environment)
        if let file = try Self.file(path, files, warnings: &warnings) {
            guard file.problems.isEmpty else { throw ConfigurationProblems(file.problems) }
            for entry in file.entries { set(entry.key, entry.value, .file(entry.place)) }
            self.file = file
        }
        for flag in flags { set(flag.key, flag.value, .flag) }
        quirks = Self.firstFile(of: settings.quirksCandidates(executable: files.executable), files)
        if quirks == nil, !settings.quirks.isEmpty {
            quirks = ConfigurationFile(problem: .init(Place(file: settings.quirks), "There is no such file."))
        }
    }

    /// Who gave the values that a message speaks of, as the end of that message: " (file:line)", " (--key)", or nothing.
    package func origins(in message: String) -> String {
        SettingsTable.rows.compactMap { row in
            let value = row.show(settings)
            guard value.count > 1, message.contains(value), !row.isSecret else { return nil }
            return origins[row.key].map { " (\($0.text(of: row.key)))" }
        }.joined()
    }

    private mutating func set(_ key: String, _ value: String, _ origin: Origin) {
        guard let row = SettingsTable.row(key), row.set(&settings, value) else { return }
        origins[key] = origin
    }

    private static func file(
        _ path: String?,
        _ files: ConfigurationFiles,
        warnings: inout [String]
    ) throws(ConfigurationProblems) -> ConfigurationFile? {
        guard path != "" else { return nil }
        let place = Place(file: path ?? ConfigurationFiles.standardPath)
        guard let content = files.read(place.file) else {
            if path == nil { return nil }
            throw ConfigurationProblems([ConfigurationProblem(place, "There is no such file.")])
        }
        let file = ConfigurationFile(content, path: place.file)
        if content.isPublic, file.holdsSecret {
            warnings.append("\(place.text) holds a password and everybody on this host can read it: chmod 640 it.")
        }
        return file
    }

    private static func firstFile(of paths: [String], _ files: ConfigurationFiles) -> ConfigurationFile? {
        for path in paths {
            if let content = files.read(path) { return ConfigurationFile(content, path: path) }
        }
        return nil
    }
}

extension ConfigurationFile {
    init(_ content: ConfigurationFiles.Content, path: String) {
        switch content.bytes {
        case .success(let bytes): self.init(bytes, path: path)
        case .failure(let trouble): self.init(problem: .init(Place(file: path), trouble.text))
        }
    }
}

/// All that is wrong in a configuration file.
package struct ConfigurationProblems: Error, Hashable, Sendable {
    package var problems: [ConfigurationProblem]

    package init(_ problems: [ConfigurationProblem]) {
        self.problems = problems
    }
}
