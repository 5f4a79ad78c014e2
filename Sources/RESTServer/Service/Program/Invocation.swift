/// What somebody wants of the program: the command line, understood.
package enum Invocation: Hashable, Sendable {
    case serve(Settings)
    case scanners(Settings, json: Bool)
    case version
    case help

    /// The commands and what each one does.
    package static let commands = [
        (name: "serve", sentence: "Answer clients (the default)."),
        (name: "scanners", sentence: "List the scanners of this host; --json for programs."),
        (name: "version", sentence: "Show the version."),
        (name: "help", sentence: "Show this text."),
    ]

    /// Understands the words after the program's name.
    ///
    /// - Throws: when a word is not understood; the message says which and what would be.
    package static func parse(
        _ arguments: [String],
        environment: [String: String]
    ) throws(UsageError) -> Invocation {
        var settings = Settings(environment: environment)
        var command: String?
        var isJSON = false
        var rest = arguments[...]
        while let word = rest.first {
            switch word {
            case "--help", "-h": return .help
            case "--version", "-V": return .version
            case "--json", "--json=yes":
                isJSON = true
                rest.removeFirst()
            case _ where word.hasPrefix("--") && word.count > 2: try settings.takeFlag(from: &rest)
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
        return try invocation(command ?? "serve", settings, isJSON: isJSON)
    }

    private static func invocation(
        _ command: String,
        _ settings: Settings,
        isJSON: Bool
    ) throws(UsageError) -> Invocation {
        if isJSON, command != "scanners" {
            throw UsageError("--json goes with the command scanners only.")
        }
        switch command {
        case "serve": return .serve(settings)
        case "scanners": return .scanners(settings, json: isJSON)
        case "version": return .version
        case "help": return .help
        default: throw .unknown(command: command, known: commands.map(\.name))
        }
    }
}
