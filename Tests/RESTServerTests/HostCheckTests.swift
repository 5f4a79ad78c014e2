import HTTPServer
import Testing

@testable import RESTServer

@Suite("host check")
struct HostCheckTests {
    private let check = HostCheck(ownName: "Raspi.fritz.box", configured: ["scanner.example.org", "Printer.lan."])

    private func verdict(_ hosts: [String], _ version: HTTPVersion = .http11) -> HostCheck.Verdict {
        check.verdict(headers: Headers(hosts.map { ("Host", $0) }), version: version)
    }

    @Test(
        "addresses and our own names are admitted",
        arguments: [
            "127.0.0.1", "192.168.1.5:18622", "0.0.0.0", "[::1]", "[::1]:18622", "[fe80::1%25eth0]:1",
            "[2001:db8::1]", "[::ffff:1.2.3.4]", "localhost", "LocalHost:18622", "localhost.", "localhost.:18622",
            "raspi", "RASPI:80", "raspi.fritz.box", "raspi.fritz.box.", "raspi.local", "raspi.local.:18622",
            "scanner.example.org", "SCANNER.example.org.:18623", "printer.lan", "raspi:",
        ]
    )
    func admitted(_ host: String) {
        #expect(verdict([host]) == .admitted)
    }

    @Test(
        "other names are foreign",
        arguments: [
            "evil.example", "evil.example:18622", "localhost.evil.example", "127.0.0.1.evil.example",
            "raspi.evil.example", "raspi.local.evil.example", "example.org", "127.1", "2130706433", "0x7f.1",
            "1.2.3.4.5", "local", "x.localhost", "[evil.example]", "[]", "localhost..",
        ]
    )
    func foreign(_ host: String) {
        #expect(verdict([host]) == .foreign)
    }

    @Test(
        "what is no host is malformed",
        arguments: [
            "", ":18622", "a b", "localhost:port", "localhost:123456", "::1", "[::1", "[::1]x", "user@localhost",
            "localhost/", "http://localhost", "localhost,evil.example", "bücher.example", "localhost:1:2", " localhost",
            "[::1%eth\u{11}]", "[fe80::1%a b]", "[fe80::1%\"/]",
        ]
    )
    func malformed(_ host: String) {
        #expect(verdict([host]) == .malformed)
    }

    @Test("no host or two hosts are malformed, except none in HTTP/1.0")
    func counts() {
        #expect(verdict([]) == .malformed)
        #expect(verdict(["localhost", "localhost"]) == .malformed)
        #expect(verdict([], .http10) == .admitted)
        #expect(verdict(["evil.example"], .http10) == .foreign)
        #expect(verdict(["localhost", "localhost"], .http10) == .malformed)
    }

    @Test("a host without a name admits no empty one")
    func nameless() {
        let nameless = HostCheck(ownName: "")
        for host in [".", ".local", "x.local"] {
            #expect(nameless.verdict(headers: Headers([("Host", host)]), version: .http11) == .foreign)
        }
    }
}
