/// Tells text that JSONDecoder may be given from text that ends the process.
///
/// FoundationEssentials of Swift 6.0 stops with a failed `try!` over a member's name that is not UTF-8, has a broken
/// escape or a control character (measured with 6.0.3; 6.3 throws). A worker that went mad must not be able to do that
/// to the server.
enum SoundText {
    /// True when `bytes` are UTF-8 without control characters (our encoder needs none) and each backslash begins an
    /// escape of RFC 8259, section 7, with surrogates in pairs.
    static func isSound(_ bytes: [UInt8]) -> Bool {
        guard String(validating: bytes, as: UTF8.self) != nil, bytes.allSatisfy({ $0 >= 0x20 }) else { return false }
        var rest = bytes[...]
        while let backslash = rest.firstIndex(of: UInt8(ascii: "\\")) {
            rest = rest[(backslash + 1)...]
            guard let escape = rest.popFirst() else { return false }
            if escape == UInt8(ascii: "u") {
                guard takeScalar(&rest) else { return false }
            } else if !"\"\\/bfnrt".utf8.contains(escape) {
                return false
            }
        }
        return true
    }

    /// The four digits behind `\u`, and the second half of a pair where they are the first.
    private static func takeScalar(_ rest: inout ArraySlice<UInt8>) -> Bool {
        guard let unit = takeUnit(&rest) else { return false }
        guard UTF16.isLeadSurrogate(unit) else { return !UTF16.isTrailSurrogate(unit) }
        guard rest.popFirst() == UInt8(ascii: "\\"), rest.popFirst() == UInt8(ascii: "u") else { return false }
        return takeUnit(&rest).map(UTF16.isTrailSurrogate) ?? false
    }

    private static func takeUnit(_ rest: inout ArraySlice<UInt8>) -> UInt16? {
        let digits = rest.prefix(4)
        rest = rest.dropFirst(4)
        guard digits.count == 4, digits.allSatisfy({ $0 != UInt8(ascii: "+") }) else { return nil }
        return UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
    }
}
