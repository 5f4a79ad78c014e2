import DWTWire
import HTTPServer

extension FuzzHarness {
    /// The request target down to the endpoint that is meant; the first byte chooses the method.
    static let requestTarget = FuzzHarness("request-target") { input in
        var reader = InputReader(input)
        let method = reader.choice(of: ["GET", "HEAD", "POST", "DELETE", "PUT", "PATCH", "OPTIONS", "get", ""])
        let raw = String(decoding: reader.allBytes(), as: UTF8.self)
        let target = RequestTarget(raw: raw)
        try promise(!target.segments.contains(""), "an empty segment in \(target.segments)")
        try checkRoundTrip(target)
        try checkAbsoluteForm(target)
        try checkMatch(method, target.segments)
    }

    /// What was decoded says the same when it is encoded again.
    private static func checkRoundTrip(_ target: RequestTarget) throws {
        let path = target.segments.map { "/" + $0.percentEncoded }.joined()
        let query = target.query.map { "\($0.name.percentEncoded)=\($0.value.percentEncoded)" }.joined(separator: "&")
        let again = RequestTarget(raw: "\(path)?\(query)")
        try promise(again.segments == target.segments, "\(target.segments) became \(again.segments)")
        try promise(again.query == target.query, "\(target.query) became \(again.query)")
    }

    /// A path means the same with a host in front of it.
    private static func checkAbsoluteForm(_ target: RequestTarget) throws {
        guard target.raw.utf8.first == UInt8(ascii: "/") else { return }
        let absolute = RequestTarget(raw: "http://host:1" + target.raw)
        try promise(absolute.segments == target.segments, "\(absolute.segments) is not \(target.segments)")
        try promise(absolute.query == target.query, "\(absolute.query) is not \(target.query)")
    }

    private static func checkMatch(_ method: String, _ segments: [String]) throws {
        switch Endpoint.match(method: method, segments: segments) {
        case .found(let endpoint, let parameters):
            try promise(endpoint.method == method || method == "HEAD", "\(method) found \(endpoint)")
            for (name, value) in parameters {
                try promise(endpoint.path.contains("{\(name)}"), "\(endpoint) has no \(name)")
                let isPart = value.isEmpty || segments.contains { $0 == value || $0 == "\"\(value)\"" }
                try promise(isPart, "\(value) is no segment of \(segments)")
            }
        case .wrongMethod(let allowed, _):
            try promise(!allowed.contains(method) || method == "OPTIONS", "\(method) is refused and allowed")
            try promise(allowed.count > 1, "nothing is allowed at \(segments)")
        case .unknown: break
        }
    }
}

extension String {
    /// Each byte as `%XX`.
    var percentEncoded: String {
        utf8.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
