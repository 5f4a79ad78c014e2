/// The settings as a table, in the order in which people read them.
package enum SettingsTable {
    /// Settings that belong together, under a heading of the help.
    package struct Section: Sendable {
        package let title: String
        package let rows: [SettingRow<Settings>]
    }

    package static var rows: [SettingRow<Settings>] { sections.flatMap(\.rows) }

    /// The setting of that name.
    package static func row(_ key: String) -> SettingRow<Settings>? {
        rows.first { $0.key == key }
    }

    package static let sections = [
        Section(
            title: "Reaching the service",
            rows: [
                SettingRow("listen", \.listen, .address, "Address that the service answers on."),
                SettingRow(
                    "port",
                    \.port,
                    .number(0...65_535),
                    "TCP port that the service answers on; 0 lets the system choose."
                ),
                SettingRow(
                    "listen-wait",
                    \.listenWait,
                    .duration,
                    "How long the service waits for that address at its start when this host does not have it yet."
                ),
                SettingRow(
                    "host-names",
                    \.hostNames,
                    .hostNames,
                    "Further names that clients may call this host by; others are refused."
                ),
                SettingRow(
                    "public-url",
                    \.publicURL,
                    .optionalURL,
                    "Address under which clients reach the service; empty takes what each request says."
                ),
                SettingRow(
                    "trusted-proxies",
                    \.trustedProxies,
                    .networks,
                    "Proxies in front of the service: what they say in X-Forwarded-Proto and X-Forwarded-Host is believed."
                ),
                SettingRow("log-level", \.logLevel, .level, "How much is told on standard error."),
            ]
        ),
        Section(
            title: "Scanning",
            rows: [
                SettingRow("virtual-scanner", \.virtualScanner, .flag, "Offer a scanner that needs no hardware."),
                SettingRow(
                    "default-resolution",
                    \.defaultResolution,
                    .number(1...9_600),
                    "Dots per inch of jobs that do not say."
                ),
                SettingRow(
                    "jpeg-quality",
                    \.jpegQuality,
                    .number(1...100),
                    "From 1, smallest pages, to 100, best pages."
                ),
                SettingRow(
                    "strict-type-filter",
                    \.strictTypeFilter,
                    .flag,
                    "List scanners only to clients that ask for SANE's type; most ask for others."
                ),
                SettingRow(
                    "list-max-age",
                    \.listMaxAge,
                    .duration,
                    "A list of scanners older than this is renewed in the background when it is asked for."
                ),
                SettingRow("scanner-user", \.scannerUser, .text, "User name for scanners that ask for one."),
                SettingRow(
                    "scanner-password",
                    \.scannerPassword,
                    .text,
                    "Password for scanners that ask for one; others on this host can see flags of programs.",
                    isSecret: true
                ),
            ]
        ),
        Section(
            title: "Jobs and pages",
            rows: [
                SettingRow(
                    "stream-after",
                    \.streamAfter,
                    .duration,
                    "A page that takes longer is sent while it is scanned; 0 sends every page that way."
                ),
                SettingRow(
                    "job-wait",
                    \.jobWait,
                    .duration,
                    "How long a job waits for a busy scanner at most and by default."
                ),
                SettingRow("job-limit", \.jobLimit, .number(1...100_000), "Jobs that are kept at the same time."),
                SettingRow(
                    "page-lifetime",
                    \.pageLifetime,
                    .duration,
                    "How long pages are kept after the last request for them."
                ),
                SettingRow(
                    "pending-limit",
                    \.pendingLimit,
                    .duration,
                    "A job that waits to be started holds its scanner this long after the last request for it."
                ),
                SettingRow(
                    "process-memory",
                    \.processMemory,
                    .size,
                    "Converting a page may take this much memory beyond the program itself."
                ),
                SettingRow("process-time", \.processTime, .duration, "Converting a page may take this long."),
            ]
        ),
        Section(
            title: "Files",
            rows: [
                SettingRow(
                    "state-folder",
                    \.stateFolder,
                    .path,
                    "Keeps the last list of scanners and the drivers' calibrations."
                ),
                SettingRow("spool-folder", \.spoolFolder, .privateFolder, "Keeps scanned pages; emptied at the start."),
                SettingRow("spool-limit", \.spoolLimit, .size, "Pages may take this much; then the feeder waits."),
                SettingRow(
                    "quirks",
                    \.quirks,
                    .optionalPath,
                    "What is known of single scanners; empty looks beside this program, then in /usr/share/sane-bridge."
                ),
                SettingRow(
                    "worker",
                    \.worker,
                    .optionalPath,
                    "Program that drives the scanner; empty looks beside this program, then in /usr/libexec/sane-bridge."
                ),
            ]
        ),
        Section(
            title: "Patience with scanners",
            rows: [
                SettingRow("deadline-list", \.deadlineList, .duration, "Looking for scanners may take this long."),
                SettingRow("deadline-open", \.deadlineOpen, .duration, "Opening a scanner may take this long."),
                SettingRow("deadline-option", \.deadlineOption, .duration, "Setting one option may take this long."),
                SettingRow(
                    "deadline-start",
                    \.deadlineStart,
                    .duration,
                    "Starting a page, lamp and feeder included, this long."
                ),
                SettingRow(
                    "deadline-first-bytes",
                    \.deadlineFirstBytes,
                    .duration,
                    "The first bytes of a page may take this long."
                ),
                SettingRow(
                    "deadline-more-bytes",
                    \.deadlineMoreBytes,
                    .duration,
                    "A pause between bytes may take this long."
                ),
                SettingRow(
                    "cancel-grace",
                    \.cancelGrace,
                    .duration,
                    "A canceled scanner has this long to park before its driver is ended by force."
                ),
            ]
        ),
        Section(
            title: "Patience with clients",
            rows: [
                SettingRow("request-timeout", \.requestTimeout, .duration, "A request may pause for this long."),
                SettingRow("request-limit", \.requestLimit, .duration, "A request must be complete after this long."),
                SettingRow(
                    "stalled-reader-timeout",
                    \.stalledReaderTimeout,
                    .duration,
                    "A client that stops reading an answer is cut off after this long."
                ),
                SettingRow(
                    "reader-rate",
                    \.readerRate,
                    .size,
                    "Bytes that a client must take of an answer each second; less counts as nothing."
                ),
                SettingRow(
                    "slow-reader-timeout",
                    \.slowReaderTimeout,
                    .duration,
                    "A client that takes an answer drop by drop is cut off after this long."
                ),
                SettingRow("keep-alive", \.keepAlive, .duration, "An idle connection is kept this long."),
                SettingRow("body-limit", \.bodyLimit, .size, "Largest body of a request."),
                SettingRow("connection-limit", \.connectionLimit, .number(1...10_000), "Connections at the same time."),
            ]
        ),
    ]
}
