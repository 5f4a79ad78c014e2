/// An answer. Length, date and connection headers are the server's business.
package struct Response {
    package var status: Int
    package var headers: Headers
    package var body: Body
    /// True when the connection must not be used again.
    package var closesConnection = false
    /// True when the delivery of this answer matters. It is always followed for files and streams; for others the
    /// delivery that `answer` gives back stays without an outcome unless this is set.
    package var wantsReceipt = false

    package init(status: Int, headers: Headers = Headers(), body: Body = .none) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// What is sent behind the head.
    package enum Body {
        /// No body; Content-Length 0 where the status allows one.
        case none
        case bytes([UInt8])
        /// The first `length` bytes of a file, sent by the kernel with a Content-Length. The descriptor is duplicated:
        /// the caller keeps its own.
        case file(descriptor: Int32, length: Int)
        /// Of unknown length: chunked on HTTP/1.1, ended by closing on HTTP/1.0.
        case stream(any BodyStream)
    }
}

/// A body that is made while it is sent. Used on the event loop's thread alone.
package protocol BodyStream: AnyObject {
    /// Fills the front of `buffer`. `.wait` promises that `whenReady` will be called later.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> BodyStreamRead
    /// Set by the server before the first read; to be called on the loop's thread after each `.wait`, once there is
    /// something to read again.
    var whenReady: (() -> Void)? { get set }
}

/// What a stream has at this moment.
package enum BodyStreamRead: Equatable {
    case bytes(Int)
    case wait
    case end
    /// The body cannot be completed: the connection is cut so that the client sees an unfinished answer.
    case abort
}
