/// Text for bytes that may be no UTF-8, and the same bytes back.
///
/// Drivers put into a device's name whatever the device calls itself. What is UTF-8 is kept letter by letter; any other
/// byte, from 0x80 to 0xFF, becomes one character of the private range U+EF80 … U+EFFF. Characters of that range that
/// were in the name already travel byte by byte, so that no two names have the same text.
///
/// Source: the same range and use as OPTU-8 of MirBSD, registered with the ConScript Unicode Registry.
package enum LosslessText {
    private static let range: ClosedRange<UInt32> = 0xEF80...0xEFFF
    private static let offset: UInt32 = 0xEF00

    /// The text that stands for these bytes.
    package static func text(of bytes: [UInt8]) -> String {
        var text = String.UnicodeScalarView()
        var parser = Unicode.UTF8.ForwardParser()
        var source = bytes.makeIterator()
        var place = 0
        while true {
            switch parser.parseScalar(from: &source) {
            case .valid(let encoded):
                let scalar = Unicode.UTF8.decode(encoded)
                if range.contains(scalar.value) {
                    encoded.forEach { text.append(stand(for: $0)) }
                } else {
                    text.append(scalar)
                }
                place += encoded.count
            case .error(let length):
                bytes[place..<place + length].forEach { text.append(stand(for: $0)) }
                place += length
            case .emptyInput:
                return String(text)
            }
        }
    }

    /// The bytes that a text stands for.
    package static func bytes(of text: String) -> [UInt8] {
        text.unicodeScalars.flatMap { scalar in
            range.contains(scalar.value) ? [UInt8(truncatingIfNeeded: scalar.value)] : Array(String(scalar).utf8)
        }
    }

    private static func stand(for byte: UInt8) -> Unicode.Scalar {
        // Only bytes from 0x80 on come here, and the range holds no surrogate.
        Unicode.Scalar(offset + UInt32(byte)) ?? "\u{FFFD}"
    }
}
