/// The kinds of scanner driver, one bit each.
///
/// Source: vendor's REST reference, `EnumDWT_DeviceType`; WIA through TWAIN is deprecated there but still asked for.
public enum ScannerType: Int, Hashable, Sendable, CaseIterable {
    case twain = 0x10
    case wia = 0x20
    case twain64 = 0x40
    case ica = 0x80
    case sane = 0x100
    case escl = 0x200
    case wifiDirect = 0x400
    case wiaThroughTWAIN = 0x800
}

/// The `type` query member of a scanner list: which kinds of driver somebody wants to see.
public struct TypeMask: Hashable, Sendable {
    /// The bits asked for; 0 when nothing was said.
    public let bits: UInt32

    /// A mask of those bits; 0 asks for everything.
    public init(bits: UInt32) {
        self.bits = bits
    }

    /// Reads the query member: decimal digits; nil and blank ask for everything.
    ///
    /// - Throws: when it is something else, negative, or does not fit 32 bits.
    public init(query: String?) throws(WireError) {
        let text = (query ?? "").trimmed
        guard !text.isEmpty else {
            bits = 0
            return
        }
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let bits = UInt32(text) else {
            throw WireError("The type must be a whole number from 0 to \(UInt32.max), such as 256 for SANE scanners.")
        }
        self.bits = bits
    }

    /// The `type` that a SANE scanner shows in an answer to this mask; nil when it is to be left out.
    ///
    /// No existing client asks for SANE's bit, hence the mask is a hint: the scanner is listed whatever bits are asked
    /// for, under the lowest known one of them. `strict` makes it a filter.
    public func shownType(strict: Bool) -> ScannerType? {
        if bits == 0 || bits & UInt32(ScannerType.sane.rawValue) != 0 { return .sane }
        if strict { return nil }
        return ScannerType.allCases.first { bits & UInt32($0.rawValue) != 0 } ?? .sane
    }
}
