import HTTPServer
import RESTServer
import Testing

@Suite("The address that clients are told")
struct PublicAddressTests {
    private func base(
        _ headers: [(String, String)],
        from peer: String = "10.0.0.7",
        configured: String = "",
        proxies: [String] = ["10.0.0.0/24"]
    ) -> String {
        var request = Request(method: "GET", target: RequestTarget(raw: "/"), headers: Headers(headers))
        request.peer = IPAddress(peer)
        let ranges = proxies.compactMap { AddressRange($0) }
        return PublicAddress(configured: configured, proxies: ranges).base(for: request)
    }

    private static let forwarded = [
        ("Host", "inner:1"), ("X-Forwarded-Proto", "HTTPS"), ("X-Forwarded-Host", " outer.example:8443 , middle"),
    ]

    @Test("is what the request says, unless a trusted proxy says more, or it is set")
    func order() {
        #expect(base([("Host", "scans.lan:18622")]) == "http://scans.lan:18622")
        #expect(base([("Host", "[fe80::1]:80")]) == "http://[fe80::1]:80")
        #expect(base([]) == "http://localhost")
        #expect(base(Self.forwarded) == "https://outer.example:8443")
        #expect(base(Self.forwarded, from: "::ffff:10.0.0.9") == "https://outer.example:8443")
        #expect(base(Self.forwarded, from: "10.0.1.7") == "http://inner:1")
        #expect(base(Self.forwarded, proxies: []) == "http://inner:1")
        #expect(base(Self.forwarded, configured: "https://set.example/x") == "https://set.example/x")
    }

    @Test(
        "is never what cannot stand in an address",
        arguments: ["evil.example/x?", "a b", "", "a@b", "x\"><", "host:99999999", ":80"]
    )
    func nonsense(host: String) {
        #expect(base([("Host", "inner"), ("X-Forwarded-Host", host)]) == "http://inner")
        #expect(base([("Host", "inner"), ("X-Forwarded-Proto", host)]) == "http://inner")
    }

    @Test(
        "a range has the addresses that begin alike",
        arguments: [
            ("10.0.0.0/8", "10.255.1.2", true), ("10.0.0.0/8", "11.0.0.0", false), ("10.0.0.1", "10.0.0.1", true),
            ("10.0.0.1", "10.0.0.2", false), ("0.0.0.0/0", "1.2.3.4", true), ("0.0.0.0/0", "::1", false),
            ("fe80::/10", "febf::1", true), ("fe80::/10", "fec0::1", false),
            ("192.168.1.128/25", "192.168.1.127", false),
            ("::ffff:10.0.0.1", "10.0.0.1", true),
        ]
    )
    func ranges(text: String, address: String, isInside: Bool) throws {
        let range = try #require(AddressRange(text))
        let parsed = try #require(IPAddress(address))
        #expect(range.contains(parsed) == isInside)
    }

    @Test(
        "what is no range is none",
        arguments: ["", "10.0.0.0/33", "10.0.0/8", "x", "10.0.0.1/", "10.0.0.1/+8", "1/2/3"]
    )
    func noRange(text: String) {
        #expect(AddressRange(text) == nil)
    }
}
