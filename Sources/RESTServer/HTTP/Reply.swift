internal import CHTTPD
internal import CPosix
import Glibc

/// An answer that waits to be sent, with the receipt that follows it.
struct Reply {
    let response: Response
    let delivery: Delivery
    let receipt: Receipt?

    init(_ response: Response) {
        self.response = response
        let receipt = response.isFollowed ? Receipt() : nil
        self.receipt = receipt
        delivery = receipt?.delivery ?? Delivery()
    }
}

extension Response {
    /// Whether the delivery of this answer is followed.
    fileprivate var isFollowed: Bool {
        switch body {
        case .none, .bytes: wantsReceipt
        case .file, .stream: true
        }
    }
}

extension Response {
    /// The library's form of the answer; nil when there is no memory or no descriptor for it. A streamed body comes from
    /// `stream`.
    func libraryResponse(stream: StreamReply?) -> OpaquePointer? {
        guard let made = libraryBody(stream: stream) else { return nil }
        for field in headers.fields {
            _ = httpd_add_header(made, field.name, field.value)
        }
        if closesConnection {
            _ = httpd_add_header(made, "Connection", "close")
        }
        return made
    }

    private func libraryBody(stream: StreamReply?) -> OpaquePointer? {
        switch body {
        case .none:
            return httpd_bytes_response(nil, 0)
        case .bytes(let bytes):
            return bytes.withUnsafeBytes { httpd_bytes_response($0.baseAddress, $0.count) }
        case .file(let descriptor, let length):
            let copy = socket_duplicate(descriptor)
            guard copy >= 0 else { return nil }
            let made = httpd_file_response(copy, UInt64(max(0, length)))
            if made == nil {
                close(copy)
            }
            return made
        case .stream:
            return stream?.response()
        }
    }

    /// The answer as bytes on the wire, for the one case in which the library cannot send it; only for bodies of bytes.
    func rawBytes() -> [UInt8] {
        var text = "HTTP/1.1 \(status) Refused\r\nConnection: close\r\n"
        for field in headers.fields {
            text += "\(field.name): \(field.value)\r\n"
        }
        var content: [UInt8] = []
        if case .bytes(let bytes) = body {
            content = bytes
        }
        return Array("\(text)Content-Length: \(content.count)\r\n\r\n".utf8) + content
    }
}
