import HTTPServer
import RESTServer

extension FuzzHarness {
    /// The Host field: what is admitted is an address or one of our names, and nothing that only looks like it.
    static let host = FuzzHarness("host") { input in
        let field = String(decoding: input, as: UTF8.self)
        let verdict = check.verdict(headers: Headers([("Host", field)]), version: .http11)
        guard verdict == .admitted else { return }
        let name = field.lowercased()
        let isAddress = name.utf8.allSatisfy { "0123456789abcdef.:[]%".utf8.contains($0) } || name.hasPrefix("[")
        let isOurs = ["scanhost", "localhost", "other.example"].contains { name.hasPrefix($0) }
        try promise(isAddress || isOurs, "\(field) is admitted")
        try promise(!name.utf8.contains { $0 <= 0x20 || $0 == UInt8(ascii: "/") }, "\(field) is admitted")
    }

    private static let check = HostCheck(ownName: "scanhost.example", configured: ["other.example"])
}
