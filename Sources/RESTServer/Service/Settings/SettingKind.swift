import HTTPServer

/// One way to write the value of a setting: what is legal in words, and both directions of the conversion.
struct SettingKind<Value: Sendable>: Sendable {
    /// Completes the sentence "… must be".
    let legal: String
    /// Stands for the value in the help text.
    let placeholder: String
    /// nil when the text is not legal.
    let parse: @Sendable (String) -> Value?
    let show: @Sendable (Value) -> String
}

extension SettingKind where Value == Int {
    /// A whole number within limits.
    static func number(_ range: ClosedRange<Int>, placeholder: String = "N") -> Self {
        Self(
            legal: "a whole number from \(range.lowerBound) to \(range.upperBound)",
            placeholder: placeholder,
            parse: { text in Int(text).flatMap { range.contains($0) ? $0 : nil } },
            show: { String($0) }
        )
    }

    /// Bytes, with a letter for a power of 1024.
    static let size = Self(
        legal: "a size in bytes, or with K, M or G behind it, such as 64M",
        placeholder: "SIZE",
        parse: { text in
            let unit = text.last.flatMap { unitShifts[Character($0.uppercased())] }
            guard let count = Int(unit == nil ? text : String(text.dropLast())), count > 0 else { return nil }
            let size = count.multipliedReportingOverflow(by: 1 << (unit ?? 0))
            return size.overflow ? nil : size.partialValue
        },
        show: { bytes in
            let unit = unitShifts.filter { bytes > 0 && bytes % (1 << $0.value) == 0 }.max { $0.value < $1.value }
            return unit.map { "\(bytes >> $0.value)\($0.key)" } ?? String(bytes)
        }
    )

    private static var unitShifts: [Character: Int] { ["K": 10, "M": 20, "G": 30] }
}

extension SettingKind where Value == Duration {
    static let duration = Self(
        legal: "a number of seconds such as 2 or 0.5, or with s, m or h behind it, such as 10h",
        placeholder: "TIME",
        parse: { text in
            let unit = text.last.flatMap { unitSeconds[$0] }
            let digits = unit == nil ? text : String(text.dropLast())
            // Double would also take "inf", "nan", signs and hexadecimal numbers.
            guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }),
                let count = Double(digits), count * (unit ?? 1) <= longest
            else { return nil }
            return .milliseconds(Int64((count * (unit ?? 1) * 1_000).rounded()))
        },
        show: { duration in
            let seconds = Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
            let unit = unitSeconds.filter { seconds >= $0.value && seconds.remainder(dividingBy: $0.value) == 0 }
                .max { $0.value < $1.value }
            guard let unit else { return seconds == 0 ? "0" : "\(seconds)s" }
            guard unit.value > 1 else {
                return seconds == seconds.rounded() ? "\(Int(seconds))s" : "\(seconds)s"
            }
            return "\(Int(seconds / unit.value))\(unit.key)"
        }
    )

    private static var unitSeconds: [Character: Double] { ["s": 1, "m": 60, "h": 3_600] }
    /// Ten years: beyond that somebody means never, and arithmetic in nanoseconds ends.
    private static var longest: Double { 10 * 366 * 86_400 }
}

extension SettingKind where Value == Bool {
    static let flag = Self(
        legal: "yes or no",
        placeholder: "yes|no",
        parse: { text in
            switch text.lowercased() {
            case "yes", "true", "on", "1": true
            case "no", "false", "off", "0": false
            default: nil
            }
        },
        show: { $0 ? "yes" : "no" }
    )
}

extension SettingKind where Value == LogLevel {
    static let level = Self(
        legal: "one of " + LogLevel.allCases.map(\.rawValue).joined(separator: ", "),
        placeholder: "LEVEL",
        parse: { LogLevel(rawValue: $0.lowercased()) },
        show: { $0.rawValue }
    )
}

extension SettingKind where Value == String {
    /// An address of this host that can be bound.
    static let address = Self(
        legal: "an IP address of this host, such as 127.0.0.1, 0.0.0.0 (every IPv4 address) or :: (every address)",
        placeholder: "ADDRESS",
        parse: { text in IPAddress(text).map { _ in text } },
        show: { $0 }
    )

    /// A folder or file by its absolute path.
    static let path = Self(
        legal: "an absolute path",
        placeholder: "PATH",
        parse: { text in text.hasPrefix("/") && !text.utf8.contains(0) ? text : nil },
        show: { $0 }
    )

    /// A path, or nothing where the program looks by itself.
    static let optionalPath = Self(
        legal: "an absolute path, or empty",
        placeholder: "PATH",
        parse: { text in text.isEmpty ? "" : path.parse(text) },
        show: { $0 }
    )

    /// A folder that is not cleaned away and not shared with everybody.
    static let privateFolder = Self(
        legal: "an absolute path outside /tmp",
        placeholder: "PATH",
        parse: { text in
            let isShared = ["/tmp", "/var/tmp", "/dev/shm"].contains { text == $0 || text.hasPrefix($0 + "/") }
            return isShared ? nil : path.parse(text)
        },
        show: { $0 }
    )

    static let text = Self(legal: "a text", placeholder: "TEXT", parse: { $0 }, show: { $0 })
}

extension SettingKind where Value == [String] {
    static let hostNames = Self(
        legal: "names with commas between them, such as scanner.example.org,printer.lan",
        placeholder: "NAMES",
        parse: { text in
            let names = text.split(separator: ",").map { name in
                String(name.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
            }
            let areNames = names.allSatisfy { name in
                !name.isEmpty && name.utf8.allSatisfy { HostCheck.isNameByte($0) }
            }
            return areNames ? names : nil
        },
        show: { $0.joined(separator: ",") }
    )
}
