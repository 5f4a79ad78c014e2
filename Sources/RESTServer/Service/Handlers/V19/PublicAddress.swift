import HTTPServer

/// Under which address clients reach this service, for the addresses that it tells them.
package struct PublicAddress: Sendable {
    private let configured: String
    private let proxies: [AddressRange]

    /// - Parameters:
    ///   - configured: what to say always (`https://scanner.example.org/dwt`); empty: what the request says.
    ///   - proxies: who is believed when it says what its own clients asked for.
    package init(configured: String, proxies: [AddressRange]) {
        self.configured = configured
        self.proxies = proxies
    }

    /// Scheme, host and port, and the path in front of ours, without a slash at the end.
    package func base(for request: Request) -> String {
        guard configured.isEmpty else { return configured }
        let isTrusted = request.peer.map { peer in proxies.contains { $0.contains(peer) } } ?? false
        let scheme = isTrusted ? Self.first(request.headers["X-Forwarded-Proto"]).flatMap(Self.scheme) : nil
        let host = isTrusted ? Self.first(request.headers["X-Forwarded-Host"]).flatMap(Self.host) : nil
        // HTTP/1.0 gets along without; whoever speaks it here is on this host.
        return "\(scheme ?? "http")://\(host ?? request.headers["Host"].flatMap(Self.host) ?? "localhost")"
    }

    /// Each proxy adds what it was asked for behind the others; the client's own words come first.
    private static func first(_ list: String?) -> String? {
        list?.split(separator: ",").first.map { part in
            String(part.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
        }
    }

    private static func scheme(_ text: String) -> String? {
        let lower = text.lowercased()
        return lower == "http" || lower == "https" ? lower : nil
    }

    /// What may stand in an address as it is.
    private static func host(_ text: String) -> String? {
        HostCheck.isHost(text) ? text : nil
    }
}
