/// How the body of a request is delimited.
enum RequestFraming: Equatable {
    case none
    case length(Int)
    case chunked

    /// Reads the framing fields as RFC 9112, section 6 wants it, and refuses what two readers could understand in two
    /// ways. libmicrohttpd takes the first of several lengths, and lets a coding win over a length.
    init(of request: Request) throws(RequestFault) {
        let codings = request.headers.all("Transfer-Encoding")
        let lengths = request.headers.all("Content-Length")
        if let coding = codings.first {
            guard request.version == .http11 else { throw .framing("HTTP/1.0 has no Transfer-Encoding") }
            guard lengths.isEmpty else { throw .framing("it has both a Content-Length and a Transfer-Encoding") }
            guard codings.count == 1, coding.equalsIgnoringCase("chunked") else {
                throw .transferCoding(codings.joined(separator: ", "))
            }
            self = .chunked
        } else if let text = lengths.first {
            guard lengths.allSatisfy({ $0 == text }) else { throw .framing("it has two different lengths") }
            guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
                throw .framing("Content-Length is not a number")
            }
            // What does not fit is too long for any limit.
            let length = Int(text) ?? .max
            self = length == 0 ? .none : .length(length)
        } else {
            self = .none
        }
    }

    var hasBody: Bool { self != .none }
}

extension Request {
    /// Bytes of the head as far as they count: without the blanks that a client may add.
    private var headBytes: Int {
        headers.fields.reduce(method.utf8.count + target.raw.utf8.count + "  HTTP/1.1\r\n\r\n".utf8.count) {
            $0 + $1.name.utf8.count + $1.value.utf8.count + ": \r\n".utf8.count
        }
    }

    /// Whether the client waits for a word before it sends the body.
    var expectsContinue: Bool { headers["Expect"] != nil }

    /// Checks what is not the handler's business: framing, Host fields, lengths, expectation.
    func checkedFraming(_ limits: ConnectionLimits) throws(RequestFault) -> RequestFraming {
        let framing = try RequestFraming(of: self)
        let hosts = headers.all("Host").count
        guard hosts == 1 || (hosts == 0 && version == .http10) else { throw .hostFields(count: hosts) }
        if case .length(let length) = framing, length > limits.bodyBytes {
            throw .bodyTooLong(limit: limits.bodyBytes)
        }
        guard target.raw.utf8.count <= limits.headBytes else { throw .targetTooLong(limit: limits.headBytes) }
        guard headBytes <= limits.headBytes else { throw .headTooLong(limit: limits.headBytes) }
        for expectation in headers.all("Expect") where !expectation.equalsIgnoringCase("100-continue") {
            throw .expectation(expectation)
        }
        return framing
    }
}
