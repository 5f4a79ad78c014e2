import TestSupport

extension HTTPClient {
    /// Asks for a target, and reads nothing.
    func get(_ target: String, version: String = "HTTP/1.1", headers: String = "") throws(HTTPClientError) {
        try send("GET \(target) \(version)\r\nHost: localhost\r\n\(headers)\r\n")
    }

    /// Reads one whole answer as it comes: 100 is one, too. A body that ends short throws.
    func answer(toHEAD: Bool = false) throws(HTTPClientError) -> HTTPResponse {
        var response = try readHead()
        if !toHEAD, response.status != 100 { response.body = try readBody(of: response) }
        return response
    }

    /// What comes until the connection ends, in whatever way it does.
    func readToEnd() throws(HTTPClientError) -> [UInt8] {
        var all: [UInt8] = []
        while case let piece = try readSome(), !piece.isEmpty { all += piece }
        return all
    }
}
