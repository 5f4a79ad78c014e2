/// Existing clients send numbers as texts, numbers as names of constants and flags as numbers; these readers take all
/// of it and nothing else.
extension JSONValue {
    /// The number that is meant: a JSON number, a text with a decimal or hexadecimal number, or the name of a constant.
    ///
    /// nil when it is none of these. A value with a label (`{"value":2,"label":"TWPT_RGB"}`) counts as its value.
    ///
    /// Source: the vendor's .NET client sends `"PixelType":"2"` and `"capability":"icap_pixeltype"`.
    public func lenientNumber(constant: (String) -> Int? = { _ in nil }) -> Double? {
        switch self {
        case .integer(let value): Double(value)
        case .number(let value): value.isFinite ? value : nil
        case .string(let text):
            Self.number(in: text.trimmed) ?? constant(text.trimmed.lowercased()).map { Double($0) }
        case .object: labelledValue?.lenientNumber(constant: constant)
        default: nil
        }
    }

    /// The flag that is meant: true, false, 1, 0, or one of these as a text.
    public var lenientFlag: Bool? {
        switch self {
        case .bool(let value): value
        case .integer(0): false
        case .integer(1): true
        case .string(let text):
            switch text.trimmed.lowercased() {
            case "true", "1": true
            case "false", "0": false
            default: nil
            }
        case .object: labelledValue?.lenientFlag
        default: nil
        }
    }

    /// True for a text of nothing but blanks.
    var isBlankText: Bool {
        guard case .string(let text) = self else { return false }
        return text.trimmed.isEmpty
    }

    private var labelledValue: JSONValue? {
        guard let inner = member("value"), inner.member("value") == nil else { return nil }
        return inner
    }

    private static func number(in text: String) -> Double? {
        if text.lowercased().hasPrefix("0x") {
            return UInt32(text.dropFirst(2), radix: 16).map { Double($0) }
        }
        // Double would also take "inf", "nan" and hexadecimal fractions.
        guard text.utf8.allSatisfy({ "0123456789+-.eE".utf8.contains($0) }) else { return nil }
        return Double(text).flatMap { $0.isFinite ? $0 : nil }
    }
}

extension String {
    /// Without the white space at both ends.
    var trimmed: String {
        let front = drop(while: \.isWhitespace)
        guard let last = front.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(front[...last])
    }
}
