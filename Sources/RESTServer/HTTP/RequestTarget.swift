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

    /// Takes origin form (`/path?query`) and absolute form (`http://host/path?query`, RFC 9112 section 3.2.2).
    package init(raw: String) {
        self.raw = raw
        var rest = Substring(raw)
        if !rest.hasPrefix("/"), let scheme = rest.firstRange(of: "://") {
            let afterHost = rest[scheme.upperBound...]
            rest = afterHost.firstIndex(where: { $0 == "/" || $0 == "?" }).map { afterHost[$0...] } ?? ""
        }
        if let fragment = rest.firstIndex(of: "#") {
            rest = rest[..<fragment]
        }
        let parts = rest.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        segments =
            parts.first.map { path in
                path.split(separator: "/").map { Self.decoded($0, plusIsBlank: false) }
            } ?? []
        query = (parts.count > 1 ? parts[1] : "").split(separator: "&").map { member in
            let sides = member.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return Member(
                name: Self.decoded(sides[0], plusIsBlank: true),
                value: sides.count > 1 ? Self.decoded(sides[1], plusIsBlank: true) : ""
            )
        }
    }

    private static func decoded(_ text: Substring, plusIsBlank: Bool) -> String {
        guard text.utf8.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") }) else {
            return String(text)
        }
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
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

    private static func hexPair(_ bytes: ArraySlice<UInt8>) -> UInt8? {
        UInt8(String(decoding: bytes.prefix(2), as: UTF8.self), radix: 16)
    }
}
