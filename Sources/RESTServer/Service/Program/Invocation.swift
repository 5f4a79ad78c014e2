/// What somebody wants of the program: the command line, understood.
package enum Invocation: Hashable, Sendable {
    case serve(Configuration)
    case scanners(Configuration, json: Bool)
    case showConfiguration(Configuration)
    /// nil for the usual file.
    case checkConfiguration(String?)
    case version
    case help

    /// The commands and what each one does.
    package static let commands = [
        (name: "serve", sentence: "Answer clients (the default)."),
        (name: "scanners", sentence: "List the scanners of this host; --json for programs."),
        (name: "config", sentence: "Show every setting as a configuration file; --check [FILE] looks for mistakes."),
        (name: "version", sentence: "Show the version."),
        (name: "help", sentence: "Show this text."),
    ]

    /// Flags that are no settings.
    static let flags = ["config", "check", "json", "help", "version"]

    /// Understands the words after the program's name.
    ///
    /// - Throws: when a word, or something in the configuration file, is not understood; the message says which and what
    ///   would be.
    package static func parse(
        _ arguments: [String],
        environment: [String: String],
        files: ConfigurationFiles = .none
    ) throws(UsageError) -> Invocation {
        var words = CommandWords()
        var rest = arguments[...]
        while let word = rest.first {
            switch word {
            case "--help", "-h": return .help
            case "--version", "-V": return .version
            default: try words.take(from: &rest)
            }
        }
        return try words.invocation(environment, files)
    }
}

/// The words of a command line, sorted.
private struct CommandWords {
    var command: String?
    var flags: [FlagValue] = []
    var file: String?
    var isJSON = false
    var isCheck = false
    var checkedFile: String?

    mutating func take(from rest: inout ArraySlice<String>) throws(UsageError) {
        guard let word = rest.first else { return }
        switch word {
        case "--json", "--json=yes":
            isJSON = true
            rest.removeFirst()
        case _ where word == "--config" || word.hasPrefix("--config="):
            file = try Self.file(from: &rest)
        case _ where word == "--check" || word.hasPrefix("--check="):
            isCheck = true
            let isFileNext = rest.dropFirst().first.map { !$0.hasPrefix("-") } ?? false
            checkedFile = word.contains("=") || isFileNext ? try Self.file(from: &rest) : checkedFile
            if !word.contains("="), !isFileNext { rest.removeFirst() }
        case _ where word.hasPrefix("--") && word.count > 2: flags.append(try FlagValue(from: &rest))
        case _ where word.hasPrefix("-"):
            throw UsageError("\(word) is not understood. Flags are written out, as in --port 18622.")
        default:
            guard command == nil else {
                throw UsageError("One command at a time: \(word) is one too many. Try: sane-bridge help")
            }
            command = word
            rest.removeFirst()
        }
    }

    private static func file(from rest: inout ArraySlice<String>) throws(UsageError) -> String {
        let word = rest.popFirst() ?? ""
        if let sign = word.firstIndex(of: "=") { return String(word[word.index(after: sign)...]) }
        guard let next = rest.popFirst() else {
            throw UsageError("\(word) needs a value: it must be the path of a file.")
        }
        return next
    }

    func invocation(_ environment: [String: String], _ files: ConfigurationFiles) throws(UsageError) -> Invocation {
        let command = command ?? "serve"
        if isJSON, command != "scanners" { throw UsageError("--json goes with the command scanners only.") }
        if isCheck, command != "config" { throw UsageError("--check goes with the command config only.") }
        switch command {
        case "serve": return .serve(try configuration(environment, files))
        case "scanners": return .scanners(try configuration(environment, files), json: isJSON)
        case "config" where isCheck: return .checkConfiguration(checkedFile ?? file)
        case "config": return .showConfiguration(try configuration(environment, files))
        case "version": return .version
        case "help": return .help
        default: throw .unknown(command: command, known: Invocation.commands.map(\.name))
        }
    }

    private func configuration(
        _ environment: [String: String],
        _ files: ConfigurationFiles
    ) throws(UsageError) -> Configuration {
        do throws(ConfigurationProblems) {
            return try Configuration(path: file, flags: flags, environment: environment, files: files)
        } catch {
            throw UsageError(error)
        }
    }
}
