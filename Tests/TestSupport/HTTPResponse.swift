/// What an HTTP server said, as it said it.
package struct HTTPResponse: Sendable {
    package var status: Int
    package var reason: String
    /// Names as they were sent, in the order in which they came.
    package var headers: [(name: String, value: String)]
    package var body: [UInt8] = []

    /// The value of the first header of that name, in any case.
    package subscript(_ name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }

    package var text: String { String(decoding: body, as: UTF8.self) }

    /// Whether the body comes in chunks, so that its end is known although its length was not.
    package var isChunked: Bool { self["Transfer-Encoding"]?.lowercased() == "chunked" }

    /// Reads a status line and headers, without the empty line that ends them; nil when they are none.
    package init?(head: String) {
        let lines = head.split(separator: "\r\n", omittingEmptySubsequences: false)
        let words = (lines.first ?? "").split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
        guard words.count >= 2, words[0].hasPrefix("HTTP/1."), let status = Int(words[1]) else { return nil }
        self.status = status
        reason = words.count > 2 ? String(words[2]) : ""
        headers = []
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { return nil }
            let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
            headers.append((String(line[..<colon]), String(value)))
        }
    }
}

/// What can go wrong between a test and a server.
package enum HTTPClientError: Error, Equatable {
    case noConnection(errno: Int32)
    /// Nothing came, or nothing could be sent, within the time limit.
    case tooSlow
    /// The connection ended in the middle of an answer: by FIN, or by RST.
    case closed(reset: Bool)
    /// The bytes that came are no HTTP answer.
    case notHTTP(String)
}
