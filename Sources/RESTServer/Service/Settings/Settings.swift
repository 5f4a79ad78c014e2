/// Everything about the service that people can choose, with the values it has when they don't.
///
/// What each one means is said once, in `SettingsTable`.
package struct Settings: Hashable, Sendable {
    package var listen = "127.0.0.1"
    package var port = 18622
    package var listenWait = Duration.seconds(90)
    package var hostNames: [String] = []
    package var publicURL = ""
    package var trustedProxies: [String] = []
    package var logLevel = LogLevel.info

    package var virtualScanner = false
    package var defaultResolution = 200
    package var jpegQuality = 90
    package var strictTypeFilter = false
    package var listMaxAge = Duration.seconds(5)
    package var scannerUser = ""
    package var scannerPassword = ""

    package var streamAfter = Duration.seconds(2)
    package var jobWait = Duration.seconds(8)
    package var jobLimit = 100
    package var pageLifetime = Duration.seconds(10 * 3_600)
    package var pendingLimit = Duration.seconds(600)
    package var processMemory = 160 << 20
    package var processTime = Duration.seconds(120)

    package var stateFolder: String
    package var spoolFolder: String
    package var spoolLimit = 2 << 30
    package var quirks = ""
    package var worker = ""

    package var deadlineList = Duration.seconds(60)
    package var deadlineOpen = Duration.seconds(30)
    package var deadlineOption = Duration.seconds(30)
    package var deadlineStart = Duration.seconds(120)
    package var deadlineFirstBytes = Duration.seconds(60)
    package var deadlineMoreBytes = Duration.seconds(60)
    package var cancelGrace = Duration.seconds(20)

    package var requestTimeout = Duration.seconds(15)
    package var requestLimit = Duration.seconds(30)
    package var stalledReaderTimeout = Duration.seconds(300)
    package var readerRate = 1_024
    package var slowReaderTimeout = Duration.seconds(60)
    package var keepAlive = Duration.seconds(75)
    package var bodyLimit = 1 << 20
    package var connectionLimit = 256

    /// The settings when nothing is said.
    ///
    /// - Parameter environment: decides where files go: systemd's folders first, then those of the XDG base directory
    ///   specification, then the system's.
    package init(environment: [String: String] = [:]) {
        stateFolder =
            Self.folder(environment, systemd: "STATE_DIRECTORY", xdg: "XDG_STATE_HOME", home: ".local/state")
            ?? "/var/lib/sane-bridge"
        spoolFolder =
            Self.folder(environment, systemd: "CACHE_DIRECTORY", xdg: "XDG_CACHE_HOME", home: ".cache")
            ?? "/var/cache/sane-bridge"
    }

    /// Where the worker program may be, the first choice first. Never looked for by PATH.
    ///
    /// - Parameter executable: the absolute path of the program that runs.
    package func workerCandidates(executable: String) -> [String] {
        guard worker.isEmpty else { return [worker] }
        let name = "sane-bridge-worker"
        let folder = executable.lastIndex(of: "/").map { String(executable[...$0]) } ?? ""
        return [folder + name, "/usr/libexec/sane-bridge/" + name]
    }

    /// Where the file of known quirks may be, the first choice first.
    ///
    /// - Parameter executable: the absolute path of the program that runs.
    package func quirksCandidates(executable: String) -> [String] {
        guard quirks.isEmpty else { return [quirks] }
        let name = "quirks.conf"
        let folder = executable.lastIndex(of: "/").map { String(executable[...$0]) } ?? ""
        // A program that was just built lies in a hidden folder of its sources.
        let parts = executable.split(separator: "/", omittingEmptySubsequences: false)
        let sources = parts.firstIndex(of: ".build").map { parts[..<$0].joined(separator: "/") }
        return [folder + name, folder + "../share/sane-bridge/" + name]
            + [sources.map { $0 + "/packaging/" + name }].compactMap(\.self)
            + ["/usr/share/sane-bridge/" + name]
    }

    private static func folder(
        _ environment: [String: String],
        systemd: String,
        xdg: String,
        home: String
    ) -> String? {
        // systemd lists several with colons between them; the first is ours.
        if let first = environment[systemd]?.split(separator: ":").first, first.hasPrefix("/") {
            return String(first)
        }
        // The specification wants relative paths ignored.
        if let base = environment[xdg], base.hasPrefix("/") {
            return base.withoutTrailingSlash + "/sane-bridge"
        }
        guard let base = environment["HOME"], base.hasPrefix("/") else { return nil }
        return base.withoutTrailingSlash + "/" + home + "/sane-bridge"
    }
}

/// How much is told, the least first.
package enum LogLevel: String, Hashable, Sendable, CaseIterable, Comparable {
    case error, warning, info, debug

    package static func < (left: LogLevel, right: LogLevel) -> Bool {
        left.rank < right.rank
    }

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

extension String {
    fileprivate var withoutTrailingSlash: String { hasSuffix("/") ? String(dropLast()) : self }
}
