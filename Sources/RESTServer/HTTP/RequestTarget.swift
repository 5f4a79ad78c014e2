/// The raw request target, split first and decoded then, so that an escaped slash stays inside its segment.
///
/// Doubled and trailing slashes vanish: clients join base addresses and paths carelessly.
package struct RequestTarget: Sendable, Hashable {
    /// As it stood in the request line.
    package let raw: String
    /// Path segments, percent-decoded; bytes that are not UTF-8 become U+FFFD.
    package let segments: [String]
    /// Query members in order, percent-decoded; a member without `=` has an empty value.
    package let query: [Member]

    /// A name of the query and its value.
    package struct Member: Sendable, Hashable {
        package var name: String
        package var value: String
    }

    /// The first query value of that name; nil when absent.
    package func query(_ name: String) -> String? {
        query.first { $0.name.equalsIgnoringCase(name) }?.value
    }

    /// All query values of that name, in order.
    package func queries(_ name: String) -> [String] {
        query.filter { $0.name.equalsIgnoringCase(name) }.map(\.value)
    }

    /// Takes origin form (`/path?query`) and absolute form (`http://host/path?query`, RFC 9112 section 3.2.2).
    package init(raw: String) {
        self.raw = raw
        // Bytes, not characters: a combining mark behind a slash would hide it.
        let target = Self.originForm(Array(raw.utf8)).prefix { $0 != UInt8(ascii: "#") }
        let path = target.prefix { $0 != UInt8(ascii: "?") }
        segments = path.split(separator: UInt8(ascii: "/")).map { Self.decoded($0, plusIsBlank: false) }
        query = target.dropFirst(path.count + 1).split(separator: UInt8(ascii: "&")).map { member in
            let name = member.prefix { $0 != UInt8(ascii: "=") }
            return Member(
                name: Self.decoded(name, plusIsBlank: true),
                value: Self.decoded(member.dropFirst(name.count + 1), plusIsBlank: true)
            )
        }
    }

    private static func originForm(_ target: [UInt8]) -> ArraySlice<UInt8> {
        guard target.first != UInt8(ascii: "/"), let scheme = target.firstRange(of: Array("://".utf8)) else {
            return target[...]
        }
        return target[scheme.upperBound...].drop { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
    }

    private static func decoded(_ text: ArraySlice<UInt8>, plusIsBlank: Bool) -> String {
        guard text.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") }) else {
            return String(decoding: text, as: UTF8.self)
        }
        var bytes: [UInt8] = []
        var rest = text
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), rest.count >= 2, let value = hexPair(rest) {
                bytes.append(value)
                rest.removeFirst(2)
            } else if byte == UInt8(ascii: "+"), plusIsBlank {
                bytes.append(UInt8(ascii: " "))
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Two digits and nothing else: Swift's own reading of numbers would take a sign.
    private static func hexPair(_ bytes: ArraySlice<UInt8>) -> UInt8? {
        bytes.prefix(2).reduce(0) { (value: UInt8?, byte) in
            guard let value, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
            return value << 4 | UInt8(digit)
        }
    }
}
