/// Base64 as clients of the API write it (RFC 4648, section 4).
public enum Base64 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// The UTF-8 bytes of `text` in base64, with padding.
    public static func encoded(_ text: String) -> String { encoded(Array(text.utf8)) }

    /// Bytes in base64, with padding.
    public static func encoded(_ bytes: [UInt8]) -> String {
        var result: [UInt8] = []
        result.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let word = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
            for place in 0..<4 {
                result.append(place <= group.count ? alphabet[word >> (18 - 6 * place) & 63] : UInt8(ascii: "="))
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// The text that was encoded; nil when it is not base64 of UTF-8. Padding may be missing.
    public static func decoded(_ text: String) -> String? {
        decodedBytes(text).flatMap { String(validating: $0, as: UTF8.self) }
    }

    /// The bytes that were encoded; nil when it is no base64. Padding may be missing.
    public static func decodedBytes(_ text: String) -> [UInt8]? {
        var units = Array(text.utf8)[...]
        while units.last == UInt8(ascii: "=") { units.removeLast() }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(units.count / 4 * 3 + 2)
        var word = 0
        var bits = 0
        for unit in units {
            let value = values[Int(unit)]
            guard value >= 0 else { return nil }
            word = (word << 6 | Int(value)) & 0xFFFF
            bits += 6
            if bits >= 8 {
                bits -= 8
                bytes.append(UInt8(truncatingIfNeeded: word >> bits))
            }
        }
        return bytes
    }

    /// What each byte of a text stands for; -1 for those that stand for nothing.
    private static let values: [Int8] = {
        var values = [Int8](repeating: -1, count: 256)
        for (value, unit) in alphabet.enumerated() { values[Int(unit)] = Int8(value) }
        return values
    }()
}
