/// A configuration file cut into what its lines say, with nothing understood yet.
///
/// Lines end as on Linux, Windows or old Macs. Comments have lines of their own, since a password may hold any sign.
struct ConfigurationLines {
    enum Line: Equatable {
        /// `key = value`, both without outer blanks, the value without its quotes.
        case value(key: String, value: String)
        /// `[device "pattern"]`.
        case device(pattern: String)
        /// None of these; with what is wrong.
        case problem(String)
    }

    /// What the lines say, with their numbers from 1; empty lines and comments are left out.
    private(set) var lines: [(number: Int, line: Line)] = []

    init(_ bytes: [UInt8]) {
        var rest = bytes.starts(with: Self.mark) ? bytes.dropFirst(Self.mark.count) : bytes[...]
        var number = 0
        while !rest.isEmpty {
            number += 1
            let line = rest.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
            rest = rest[line.endIndex...]
            rest = rest.starts(with: [UInt8(ascii: "\r"), UInt8(ascii: "\n")]) ? rest.dropFirst(2) : rest.dropFirst()
            guard let text = String(validating: line, as: UTF8.self), !line.contains(0) else {
                // One such line is enough: the whole file is in another encoding, or no text at all.
                lines = [(number, .problem("is not UTF-8 text. Save the file in that encoding."))]
                return
            }
            if let found = Self.read(text[...].trimmingBlanks) { lines.append((number, found)) }
        }
    }

    /// What some editors put in front of UTF-8.
    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

    private static func read(_ text: String) -> Line? {
        guard let first = text.first, first != "#", first != ";" else { return nil }
        if first == "[" { return section(text) }
        guard let sign = text.firstIndex(of: "=") else {
            return .problem("\"\(text.brief)\" is not understood. Write it as key = value, or begin a comment with #.")
        }
        let key = text[..<sign].trimmingBlanks
        guard !key.isEmpty else { return .problem("The key in front of = is missing.") }
        return .value(key: key, value: unquoted(text[text.index(after: sign)...].trimmingBlanks))
    }

    private static func section(_ text: String) -> Line {
        let misread = Line.problem("\"\(text.brief)\" is not understood. Write a section as \(DeviceTable.heading).")
        guard text.hasSuffix("]") else { return misread }
        let inside = text.dropFirst().dropLast().trimmingBlanks
        guard inside.lowercased().hasPrefix("device") else { return misread }
        let written = inside.dropFirst("device".count)
        guard written.first.map({ " \t\"".contains($0) }) ?? false else { return misread }
        let pattern = unquoted(written.trimmingBlanks)
        return pattern.isEmpty ? misread : .device(pattern: pattern)
    }

    private static func unquoted(_ text: String) -> String {
        guard text.count > 1, text.hasPrefix("\""), text.hasSuffix("\"") else { return text }
        return String(text.dropFirst().dropLast())
    }
}

extension String {
    /// Short enough for a message.
    var brief: String { count <= 60 ? self : prefix(60) + "…" }
}

extension Substring {
    /// Without blanks and tabs at either end.
    var trimmingBlanks: String {
        let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" }
        let rest = drop(while: isBlank)
        guard let last = rest.lastIndex(where: { !isBlank($0) }) else { return "" }
        return String(rest[...last])
    }
}
