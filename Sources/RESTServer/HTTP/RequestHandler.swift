/// Who answers the requests. Called on the event loop's thread.
package protocol RequestHandler: AnyObject {
    /// An answer given here refuses the request before its body is read (a foreign Host, a wrong method); nil lets it in.
    /// The request's body is empty here. Framing, the number of Host fields and the length are checked before.
    func refusal(of request: Request) -> Response?
    /// Answers the request, now or later.
    func handle(_ exchange: Exchange)
    /// Puts the server's own refusals into words, with all headers that answers of this service carry.
    ///
    /// The connection is closed after some of them, whatever is said here. It must be a body of bytes.
    func response(to fault: RequestFault, of request: Request) -> Response
}

extension RequestHandler {
    /// Lets every request in.
    package func refusal(of request: Request) -> Response? { nil }

    /// The sentence alone, as plain text.
    package func response(to fault: RequestFault, of request: Request) -> Response {
        Response(
            status: fault.status,
            headers: Headers([("Content-Type", "text/plain; charset=utf-8")]),
            body: .bytes(Array(fault.message.utf8))
        )
    }
}

/// What is wrong with a request as HTTP, whatever it asks for.
package enum RequestFault: Error, Equatable, Sendable {
    /// HTTP/1.1 wants exactly one Host (RFC 9112, section 3.2).
    case hostFields(count: Int)
    /// The end of the body cannot be known for sure (RFC 9112, section 6.3).
    case framing(String)
    case transferCoding(String)
    case expectation(String)
    case bodyTooLong(limit: Int)
    /// Of the request's head, the address alone is too much.
    case targetTooLong(limit: Int)
    /// The request's head as a whole is too much.
    case headTooLong(limit: Int)
    /// The server is going down, or could not make the answer.
    case unavailable

    package var status: Int {
        switch self {
        case .hostFields, .framing: 400
        case .transferCoding: 501
        case .expectation: 417
        case .bodyTooLong: 413
        case .targetTooLong: 414
        case .headTooLong: 431
        case .unavailable: 503
        }
    }

    package var message: String {
        switch self {
        case .hostFields(0): "The request has no Host header. HTTP/1.1 requires one."
        case .hostFields(let count): "The request has more than one Host header (\(count)). Send exactly one."
        case .framing(let reason): "The request's length is unclear: \(reason)."
        case .transferCoding(let name):
            "The transfer coding \"\(name)\" is not supported. Send the body plain or chunked."
        case .expectation(let text): "The expectation \"\(text)\" is not supported. Only 100-continue is."
        case .bodyTooLong(let limit): "The request's body is too long; the limit in bytes is \(limit)."
        case .targetTooLong(let limit): "The request's address is too long; the limit in bytes is \(limit)."
        case .headTooLong(let limit): "The request's headers are too long; the limit in bytes is \(limit)."
        case .unavailable: "The service is not available now. Try again in a few seconds."
        }
    }

    /// True when nobody can tell where the next request would begin, or only after far too many bytes.
    var closesConnection: Bool {
        switch self {
        case .hostFields, .expectation, .targetTooLong, .headTooLong: false
        case .framing, .transferCoding, .bodyTooLong, .unavailable: true
        }
    }
}
