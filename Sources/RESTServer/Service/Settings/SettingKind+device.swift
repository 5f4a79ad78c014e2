import Scanning

/// How the values of settings for single scanners are written.
extension SettingKind where Value == String {
    /// A word or name of somebody else's choosing, on one line.
    static let name = Self(
        legal: "a text that is not empty, without tabs",
        placeholder: "TEXT",
        parse: { text in
            let isPlain = text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
            return isPlain && text.contains { !$0.isWhitespace } ? text : nil
        },
        show: { $0 }
    )

    /// A word that the scanner's driver offers.
    static let word = Self(
        legal: "the driver's own word, as scanimage -A lists it",
        placeholder: "WORD",
        parse: name.parse,
        show: { $0 }
    )
}

extension SettingKind where Value == PaperSource {
    static let source = choice([("flatbed", .glass), ("feeder", .feeder)], placeholder: "SOURCE")
}

extension SettingKind where Value == ColourMode {
    static let mode = choice([("colour", .colour), ("gray", .gray), ("bilevel", .bilevel)], placeholder: "MODE")
}

extension SettingKind where Value: Equatable {
    /// One of a few words.
    fileprivate static func choice(_ words: [(word: String, value: Value)], placeholder: String) -> Self {
        Self(
            legal: "one of " + words.map(\.word).joined(separator: ", "),
            placeholder: placeholder,
            parse: { text in words.first { $0.word == text.lowercased() }?.value },
            show: { value in words.first { $0.value == value }?.word ?? "" }
        )
    }
}

extension SettingKind where Value == Double {
    /// Dots per inch.
    static let resolution = Self(
        legal: "a number of dots per inch from 1 to 9600",
        placeholder: "DPI",
        parse: { text in
            number(text[...]).flatMap { (1...9_600).contains($0) ? $0 : nil }
        },
        show: { shown($0) }
    )

    /// Digits and a point; what else Double reads ("inf", "0x1") is nothing that people mean.
    fileprivate static func number(_ text: Substring) -> Double? {
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }) else { return nil }
        return Double(text)
    }

    fileprivate static func shown(_ number: Double) -> String {
        number == number.rounded() ? String(Int(number)) : String(number)
    }
}

extension SettingKind where Value == ScanArea {
    /// Where on the bed a sheet lies.
    static let area = Self(
        legal: "whole, a paper size (\(paperNames)), or millimetres as in 210x297 or, with left and top, 210x297+5+10",
        placeholder: "AREA",
        parse: { text in
            guard text.lowercased() != "whole" else { return .wholeBed }
            let parts = text.lowercased().split(separator: "+", omittingEmptySubsequences: false)
            guard let size = sheet(parts[0]) else { return nil }
            guard parts.count > 1 else { return .page(width: size.width, height: size.height) }
            let corner = parts.dropFirst().compactMap(length)
            guard parts.count == 3, corner.count == 2 else { return nil }
            return .frame(
                left: corner[0],
                top: corner[1],
                right: Length(micrometres: corner[0].micrometres + size.width.micrometres),
                bottom: Length(micrometres: corner[1].micrometres + size.height.micrometres)
            )
        },
        show: { area in
            switch area {
            case .wholeBed: "whole"
            case .page(let width, let height): "\(shown(width))x\(shown(height))"
            case .frame(let left, let top, let right, let bottom):
                "\(shown(right - left))x\(shown(bottom - top))+\(shown(left))+\(shown(top))"
            }
        }
    )

    /// The size of a sheet, or of the glass.
    static let size = Self(
        legal: "a paper size (\(paperNames)), or millimetres as in 215.9x297",
        placeholder: "SIZE",
        parse: { text in sheet(text.lowercased()[...]).map { .page(width: $0.width, height: $0.height) } },
        show: { area.show($0) }
    )

    private static var papers: KeyValuePairs<String, String> {
        [
            "a3": "297x420", "a4": "210x297", "a5": "148x210", "a6": "105x148", "letter": "215.9x279.4",
            "legal": "215.9x355.6",
        ]
    }

    private static var paperNames: String { papers.map(\.key).joined(separator: ", ") }

    private static func sheet(_ text: Substring) -> (width: Length, height: Length)? {
        let written = papers.first { $0.key == text }?.value[...] ?? text
        let sides = written.split(separator: "x", omittingEmptySubsequences: false).compactMap(length)
        guard sides.count == 2, sides.allSatisfy({ $0.micrometres > 0 }) else { return nil }
        return (sides[0], sides[1])
    }

    private static func length(_ text: Substring) -> Length? {
        // No scanner is ten metres long.
        SettingKind<Double>.number(text).flatMap { $0 <= 10_000 ? .millimetres($0) : nil }
    }

    private static func shown(_ length: Length) -> String { SettingKind<Double>.shown(length.millimetres) }
}

extension Length {
    fileprivate static func - (left: Length, right: Length) -> Length {
        Length(micrometres: left.micrometres - right.micrometres)
    }
}
