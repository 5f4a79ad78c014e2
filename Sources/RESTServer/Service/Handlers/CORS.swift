import HTTPServer

/// The headers that let web pages of any origin use the service (Fetch standard, "CORS protocol").
///
/// Some clients send credentials along, so the origin is echoed: a `*` would make every call of theirs fail. Origins
/// are never parsed nor refused; programs send made-up ones.
package enum CORS {
    /// What every answer carries, errors included.
    package static func headers(for request: Headers) -> [(name: String, value: String)] {
        let vary = (name: "Vary", value: "Origin")
        guard let origin = origin(request) else { return [vary] }
        return [
            vary,
            ("Access-Control-Allow-Origin", origin),
            ("Access-Control-Allow-Credentials", "true"),
            ("Access-Control-Expose-Headers", "Location, Content-Disposition, Retry-After, Allow, Scanner-Search"),
        ]
    }

    /// The answer to OPTIONS, on every path; which methods the path has is not said here.
    package static func preflight(for request: Headers) -> Response {
        var headers = Headers()
        for (name, value) in self.headers(for: request) {
            headers.add(name, value)
        }
        if headers["Access-Control-Allow-Origin"] != nil {
            headers.add("Access-Control-Allow-Methods", methods)
            if let names = request["Access-Control-Request-Headers"].flatMap(fieldNames) {
                headers.add("Access-Control-Allow-Headers", names)
            }
            headers.add("Access-Control-Max-Age", "7200")
            // Asked for by browsers before a page of a public site may call an address of a private network.
            if request["Access-Control-Request-Private-Network"]?.equalsIgnoringCase("true") == true {
                headers.add("Access-Control-Allow-Private-Network", "true")
            }
        }
        return Response(status: 204, headers: headers)
    }

    /// More would not fit into the head of an answer, together with the request that said it.
    private static let longestEcho = 4_096

    private static let methods = "GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS"

    /// The one origin of the request; nil when there is none, or one that cannot stand in a header.
    private static func origin(_ request: Headers) -> String? {
        let origins = request.all("Origin")
        guard origins.count == 1, let origin = origins.first, (1...longestEcho).contains(origin.utf8.count),
            origin.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { return nil }
        return origin
    }

    /// The list of header names as it came; nil when it holds anything else.
    private static func fieldNames(_ list: String) -> String? {
        let isClean = list.utf8.allSatisfy { byte in
            byte == UInt8(ascii: ",") || byte == UInt8(ascii: " ") || isTokenByte(byte)
        }
        return isClean && (1...longestEcho).contains(list.utf8.count) ? list : nil
    }

    /// `tchar` of RFC 9110, section 5.6.2.
    private static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }
}
