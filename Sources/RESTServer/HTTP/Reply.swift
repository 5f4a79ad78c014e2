internal import CHTTPD
internal import CPosix
import Glibc

/// An answer that waits to be sent, with the receipt that follows it.
struct Reply {
    let response: Response
    let delivery: Delivery
    let receipt: Receipt?
    /// The server's own descriptor of the file that is the body: the caller may close its one at once.
    private let file: FileCopy?

    init(_ response: Response) {
        self.response = response
        if case .file(let descriptor, _) = response.body {
            file = FileCopy(of: descriptor)
        } else {
            file = nil
        }
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

/// A descriptor that is closed unless somebody takes it.
private final class FileCopy {
    private var descriptor: Int32

    init(of original: Int32) { descriptor = socket_duplicate(original) }

    deinit {
        if descriptor >= 0 {
            close(descriptor)
        }
    }

    /// nil when there was no descriptor left for it.
    func take() -> Int32? {
        guard descriptor >= 0 else { return nil }
        defer { descriptor = -1 }
        return descriptor
    }
}

extension Reply {
    /// The library's form of the answer; nil when there is no memory or no descriptor for it. A streamed body comes from
    /// `stream`.
    func libraryResponse(stream: StreamReply?, toHEAD: Bool, closesConnection: Bool) -> OpaquePointer? {
        guard let made = libraryBody(stream: stream) else { return nil }
        for field in response.headers.fields {
            _ = httpd_add_header(made, field.name, field.value)
        }
        if stream != nil, toHEAD {
            // The library sends a last chunk although there is no body (0.9.75): only the end of the connection helps.
            httpd_delimit_by_closing(made)
        }
        if closesConnection {
            _ = httpd_add_header(made, "Connection", "close")
        }
        return made
    }

    private func libraryBody(stream: StreamReply?) -> OpaquePointer? {
        switch response.body {
        case .none:
            return httpd_bytes_response(nil, 0)
        case .bytes(let bytes):
            return bytes.withUnsafeBytes { httpd_bytes_response($0.baseAddress, $0.count) }
        case .file(_, let length):
            guard let descriptor = file?.take() else { return nil }
            let made = httpd_file_response(descriptor, UInt64(max(0, length)))
            if made == nil {
                close(descriptor)
            }
            return made
        case .stream:
            return stream?.response()
        }
    }
}

extension Response {
    /// The answer as bytes on the wire, for the one case in which the library cannot send it; only for bodies of bytes.
    func rawBytes() -> [UInt8] {
        var text = "HTTP/1.1 \(status) Content Too Large\r\nConnection: close\r\n"
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
