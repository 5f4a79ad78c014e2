import Glibc
import Synchronization

/// Tells what happens, one line an event, on standard error: level, sentence, members as `key=value`.
///
/// May be used from any thread: each line is one write(2), which the kernel does not mix with others up to its size of
/// a page.
package struct Log: Sendable {
    private let threshold: Threshold
    private let descriptor: Int32
    private let form: Form

    /// How a line begins.
    package enum Form: Sendable {
        /// With the time in UTC.
        case plain
        /// With systemd's priority in angle brackets; the journal adds the time.
        case journal
    }

    package init(level: LogLevel?, form: Form = .plain, descriptor: Int32 = STDERR_FILENO) {
        threshold = Threshold(level)
        self.form = form
        self.descriptor = descriptor
    }

    /// How much is told from now on, nil: nothing at all; the same for all copies of this log.
    package var level: LogLevel? {
        get { threshold.level }
        nonmutating set { threshold.level = newValue }
    }

    /// Standard error of this process, in the journal's form when systemd says that it goes there.
    package static func standard(level: LogLevel, environment: [String: String]) -> Log {
        Log(level: level, form: environment["JOURNAL_STREAM"] == nil ? .plain : .journal)
    }

    /// Something failed that somebody wanted.
    package func error(_ sentence: String, _ members: KeyValuePairs<String, String> = [:]) {
        write(.error, sentence, members)
    }

    /// Something that may need a person.
    package func warning(_ sentence: String, _ members: KeyValuePairs<String, String> = [:]) {
        write(.warning, sentence, members)
    }

    /// What happens in the ordinary way.
    package func info(_ sentence: String, _ members: KeyValuePairs<String, String> = [:]) {
        write(.info, sentence, members)
    }

    /// The arguments are not evaluated when nobody wants to know.
    package func debug(
        _ sentence: @autoclosure () -> String,
        _ members: @autoclosure () -> KeyValuePairs<String, String> = [:]
    ) {
        guard tells(.debug) else { return }
        write(.debug, sentence(), members())
    }

    private func write(_ lineLevel: LogLevel, _ sentence: String, _ members: KeyValuePairs<String, String>) {
        guard tells(lineLevel) else { return }
        let line = prefix(lineLevel) + LogLine.text(lineLevel, sentence, members) + "\n"
        var bytes = Array(line.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                bytes.removeFirst(count)
            } else if errno != EINTR {
                // Nobody is left to tell: a full or closed pipe must not stop the service.
                return
            }
        }
    }

    private func tells(_ lineLevel: LogLevel) -> Bool { level.map { lineLevel <= $0 } ?? false }

    private func prefix(_ lineLevel: LogLevel) -> String {
        switch form {
        case .plain: LogLine.time(Glibc.time(nil)) + " "
        case .journal: LogLine.priority(lineLevel)
        }
    }
}

/// The level that the copies of a log share.
private final class Threshold: Sendable {
    private let current: Mutex<LogLevel?>

    init(_ level: LogLevel?) {
        current = Mutex(level)
    }

    var level: LogLevel? {
        get { current.withLock { $0 } }
        set { current.withLock { $0 = newValue } }
    }
}

/// The text of one line, as a function of what it tells.
package enum LogLine {
    /// Longer values are cut: what a stranger sent must not fill the disk.
    private static let longest = 1_000

    /// Level, sentence and members, without time and line end.
    package static func text(
        _ level: LogLevel,
        _ sentence: String,
        _ members: KeyValuePairs<String, String>
    ) -> String {
        members.reduce("\(level.rawValue): \(escaped(sentence))") { line, member in
            "\(line) \(member.key)=\(value(member.value))"
        }
    }

    /// The prefix that systemd reads as syslog's priority (sd-daemon(3)).
    package static func priority(_ level: LogLevel) -> String {
        switch level {
        case .error: "<3>"
        case .warning: "<4>"
        case .info: "<6>"
        case .debug: "<7>"
        }
    }

    /// Seconds since 1970 as `2026-01-31T23:59:59Z`.
    package static func time(_ seconds: Int) -> String {
        var seconds = time_t(seconds)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(parts.tm_year + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
            + "T\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec))Z"
    }

    /// In quotes where blanks, quotes or an equals sign would make it ambiguous.
    private static func value(_ text: String) -> String {
        let needsQuotes = text.isEmpty || text.contains { $0.isWhitespace || $0 == "\"" || $0 == "=" || $0 == "\\" }
        guard needsQuotes else { return escaped(text) }
        return "\"" + escaped(text, quotes: true) + "\""
    }

    /// One line whatever was sent: control characters as `\u{…}`, marks that turn the direction of writing too.
    private static func escaped(_ text: String, quotes: Bool = false) -> String {
        var result = String.UnicodeScalarView()
        var count = 0
        for scalar in text.unicodeScalars {
            count += 1
            guard count <= longest else { return String(result) + "…" }
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator:
                result.append(contentsOf: escape(scalar).unicodeScalars)
            default:
                if quotes, scalar == "\"" || scalar == "\\" { result.append("\\") }
                result.append(scalar)
            }
        }
        return String(result)
    }

    private static func escape(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\n": "\\n"
        case "\r": "\\r"
        case "\t": "\\t"
        default: "\\u{\(String(scalar.value, radix: 16))}"
        }
    }
}
