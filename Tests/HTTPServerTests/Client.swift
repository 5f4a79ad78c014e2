import Foundation
import Glibc

/// An answer as it came over the wire.
struct Answer: Equatable {
    var status: Int
    var head: String
    var body: [UInt8]
    /// False when the body ended before its framing said so.
    var isComplete: Bool

    var text: String { String(decoding: body, as: UTF8.self) }
    func header(_ name: String) -> String? {
        head.split(separator: "\r\n").first { $0.lowercased().hasPrefix(name.lowercased() + ":") }
            .map { $0.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces) }
    }
}

/// A blocking client that writes its requests as the text they are. Every wait ends after five seconds.
final class Client {
    private var descriptor: Int32
    private var buffer: [UInt8] = []
    private(set) var wasReset = false

    init(port: UInt16, receiveBuffer: Int32? = nil) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        if var size = receiveBuffer {
            setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
        }
        var limit = timeval(tv_sec: 5, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else { throw TestFailure("connect: \(errno)") }
    }

    deinit { close() }

    func send(_ text: String) throws { try send(Array(text.utf8)) }

    func send(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { throw TestFailure("send: \(errno)") }
            rest = rest.dropFirst(count)
        }
    }

    func get(_ target: String, version: String = "HTTP/1.1", headers: String = "") throws {
        try send("GET \(target) \(version)\r\nHost: localhost\r\n\(headers)\r\n")
    }

    /// Closes in order; the kernel makes a reset of it when unread bytes are there.
    func close() {
        guard descriptor >= 0 else { return }
        Glibc.close(descriptor)
        descriptor = -1
    }

    /// Closes with a reset.
    func reset() {
        var lingering = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &lingering, socklen_t(MemoryLayout<linger>.size))
        close()
    }

    func finishSending() { _ = shutdown(descriptor, Int32(SHUT_WR)) }

    // MARK: Reading

    /// At most so many bytes; empty at the end. Throws when nothing comes.
    func read(atMost count: Int = 65536) throws -> [UInt8] {
        if !buffer.isEmpty {
            defer { buffer.removeFirst(min(count, buffer.count)) }
            return Array(buffer.prefix(count))
        }
        return try receive(count)
    }

    func readToEnd() throws -> [UInt8] {
        var all: [UInt8] = []
        while case let piece = try read(), !piece.isEmpty {
            all += piece
        }
        return all
    }

    private func receive(_ count: Int) throws -> [UInt8] {
        var piece = [UInt8](repeating: 0, count: count)
        let got = recv(descriptor, &piece, count, 0)
        if got < 0, errno == ECONNRESET {
            wasReset = true
            return []
        }
        guard got >= 0 else { throw TestFailure("recv: \(errno)") }
        return Array(piece.prefix(got))
    }

    /// The next answer. Its body ends where its framing says, or with the connection.
    func answer(toHEAD: Bool = false) throws -> Answer {
        let head = try head()
        var answer = Answer(status: Int(head.dropFirst(9).prefix(3)) ?? 0, head: head, body: [], isComplete: true)
        if toHEAD || answer.status == 204 || answer.status < 200 {
            return answer
        }
        if answer.header("Transfer-Encoding") == "chunked" {
            (answer.body, answer.isComplete) = try chunks()
        } else if let length = answer.header("Content-Length").flatMap({ Int($0) }) {
            answer.body = try exactly(length)
            answer.isComplete = answer.body.count == length
        } else {
            answer.body = try readToEnd()
            answer.isComplete = !wasReset
        }
        return answer
    }

    func head() throws -> String {
        while true {
            if let end = buffer.firstRange(of: Array("\r\n\r\n".utf8)) {
                defer { buffer.removeFirst(end.upperBound) }
                return String(decoding: buffer[..<end.upperBound], as: UTF8.self)
            }
            let piece = try receive(65536)
            guard !piece.isEmpty else { throw TestFailure("the connection ended before an answer") }
            buffer += piece
        }
    }

    func exactly(_ count: Int) throws -> [UInt8] {
        var all: [UInt8] = []
        all.reserveCapacity(count)
        while all.count < count {
            let piece = try read(atMost: count - all.count)
            guard !piece.isEmpty else { break }
            all += piece
        }
        return all
    }

    private func chunks() throws -> (bytes: [UInt8], isComplete: Bool) {
        var all: [UInt8] = []
        while let line = try readLine() {
            guard let size = Int(line, radix: 16) else { throw TestFailure("no chunk size: \(line)") }
            let chunk = try exactly(size)
            all += chunk
            guard chunk.count == size, try readLine() != nil else { return (all, false) }
            if size == 0 { return (all, true) }
        }
        return (all, false)
    }

    private func readLine() throws -> String? {
        var text: [UInt8] = []
        while true {
            guard let byte = try read(atMost: 1).first else { return nil }
            if byte == 10 { return String(decoding: text.dropLast(), as: UTF8.self) }
            text.append(byte)
        }
    }
}
