import HTTPServer

extension SettingKind where Value == String {
    /// Where a service can be reached over HTTP, or nothing. A slash at the end goes without saying.
    static let optionalURL = Self(
        legal: "an address such as https://scanner.example.org or http://10.0.0.2:8080/scans, or empty",
        placeholder: "URL",
        parse: { text in
            guard !text.isEmpty else { return "" }
            guard let scheme = ["http://", "https://"].first(where: { text.lowercased().hasPrefix($0) }) else {
                return nil
            }
            let rest = text.dropFirst(scheme.count)
            let host = rest.prefix { $0 != "/" }
            var path = rest.dropFirst(host.count)
            guard HostCheck.isHost(String(host)), path.utf8.allSatisfy(isPathByte) else { return nil }
            while path.last == "/" { path.removeLast() }
            return scheme + host + path
        },
        show: { $0 }
    )

    /// What stands in a path as it is, and what escapes the rest (RFC 3986, section 3.3).
    private static func isPathByte(_ byte: UInt8) -> Bool {
        byte > 0x20 && byte < 0x7F && !"\"#<>?[\\]^`{|}".utf8.contains(byte)
    }
}

extension SettingKind where Value == [String] {
    static let networks = Self(
        legal: "addresses or networks with commas between them, such as 127.0.0.1,192.168.1.0/24",
        placeholder: "ADDRESSES",
        parse: { text in
            let ranges = text.split(separator: ",").map { range in
                String(range.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
            }
            return ranges.allSatisfy { AddressRange($0) != nil } ? ranges : nil
        },
        show: { $0.joined(separator: ",") }
    )
}
