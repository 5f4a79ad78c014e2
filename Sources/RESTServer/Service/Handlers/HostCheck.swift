import HTTPServer

/// Decides which names this host answers to, so that a web page cannot point its own name at it (DNS rebinding).
///
/// Admitted are IP addresses, localhost, the host's own name with and without domain, its `.local` name and the
/// configured names. `Origin` is no part of this: pages of any origin may use the service.
package struct HostCheck: Sendable {
    private let names: Set<String>

    /// - Parameters:
    ///   - ownName: what the host calls itself, with or without its domain.
    ///   - configured: further names.
    package init(ownName: String, configured: [String] = []) {
        let own = Self.canonical(ownName)
        let short = String(own.prefix { $0 != "." })
        var names = Set(configured.map(Self.canonical))
        names.formUnion(["localhost", own, short, short.isEmpty ? "" : short + ".local"])
        names.remove("")
        self.names = names
    }

    /// What becomes of a request.
    package enum Verdict: Hashable, Sendable {
        case admitted
        /// No host where one is due, several of them, or something that is none: 400.
        case malformed
        /// A name that is not ours: 403.
        case foreign
    }

    /// Looks at the Host fields of a request. HTTP/1.1 wants exactly one (RFC 9112, section 3.2).
    package func verdict(headers: Headers, version: HTTPVersion) -> Verdict {
        let hosts = headers.all("Host")
        if hosts.isEmpty, version == .http10 { return .admitted }
        guard hosts.count == 1, let host = Self.name(in: hosts[0]) else { return .malformed }
        return admits(host) ? .admitted : .foreign
    }

    private func admits(_ name: String) -> Bool {
        Self.isAddress(name) || names.contains(Self.canonical(name))
    }

    /// Whether a text is a host as it stands in a Host field, with a port or without.
    static func isHost(_ text: String) -> Bool { name(in: text) != nil }

    /// The bytes that a host name may consist of; underscores occur in real ones.
    static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"): true
        default: false
        }
    }

    /// The name in front of the port, an IPv6 address with its brackets; nil when it is neither.
    private static func name(in field: String) -> String? {
        let bytes = Array(field.utf8)
        let end: Int
        if bytes.first == UInt8(ascii: "[") {
            guard let bracket = bytes.firstIndex(of: UInt8(ascii: "]")) else { return nil }
            end = bracket + 1
            guard
                bytes[1..<bracket].allSatisfy({ isNameByte($0) || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "%") })
            else { return nil }
        } else {
            end = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.count
            guard end > 0, bytes[..<end].allSatisfy(isNameByte) else { return nil }
        }
        let port = bytes[end...]
        guard port.isEmpty || port.first == UInt8(ascii: ":"), port.count <= 6,
            port.dropFirst().allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        return String(decoding: bytes[..<end], as: UTF8.self)
    }

    private static func isAddress(_ name: String) -> Bool {
        // Without brackets nothing with a colon gets here: one of IPv4.
        guard name.hasPrefix("[") else { return IPAddress(name) != nil }
        // A link-local address may carry the name of its interface (RFC 6874).
        let inner = name.dropFirst().dropLast().prefix { $0 != "%" }
        return inner.contains(":") && IPAddress(String(inner)) != nil
    }

    private static func canonical(_ name: String) -> String {
        let lower = name.lowercased()
        return lower.hasSuffix(".") ? String(lower.dropLast()) : lower
    }
}
