import Glibc

/// One connection to a server on loopback: sends what it is told to the letter, and can leave as badly as real clients do.
///
/// It blocks, with a time limit on every wait. TCP_NODELAY is set. Not for two tasks at once.
package final class HTTPClient {
    package let port: UInt16
    private var descriptor: Int32
    private let timeLimit: Duration
    /// The connection's end, seen by `readSome`, was no orderly one.
    package private(set) var wasReset = false
    /// Of what was received, `used..<filled` is not yet handed out. One buffer for all time: pages are large.
    private var received: [UInt8]
    private var used = 0
    private var filled = 0

    /// Connects. A small `receiveBuffer` makes the server feel early that nobody reads; `readAhead` is how many bytes
    /// are taken from the system at most while the end of a head is looked for.
    package init(
        port: UInt16,
        timeLimit: Duration = .seconds(20),
        receiveBuffer: Int32? = nil,
        readAhead: Int = 1 << 18
    ) throws(HTTPClientError) {
        received = [UInt8](repeating: 0, count: readAhead)
        self.port = port
        self.timeLimit = timeLimit
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw .noConnection(errno: errno) }
        set(Int32(IPPROTO_TCP), TCP_NODELAY, to: Int32(1))
        if let receiveBuffer { set(SOL_SOCKET, SO_RCVBUF, to: receiveBuffer) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        let connected = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard connected == 0 else {
            let reason = errno
            close()
            throw .noConnection(errno: reason)
        }
    }

    deinit { close() }

    /// Sends text as it stands; line ends must be in it.
    package func send(_ text: String) throws(HTTPClientError) {
        try send(Array(text.utf8))
    }

    /// Sends all bytes, or throws.
    package func send(_ bytes: [UInt8]) throws(HTTPClientError) {
        let deadline = Deadline(timeLimit)
        var sent = 0
        while sent < bytes.count {
            try waitUntil(POLLOUT, deadline)
            let count = bytes.withUnsafeBytes {
                Glibc.send(
                    descriptor,
                    $0.baseAddress?.advanced(by: sent),
                    bytes.count - sent,
                    Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
                )
            }
            if count >= 0 {
                sent += count
            } else if errno != EAGAIN && errno != EINTR {
                throw .closed(reset: errno == ECONNRESET)
            }
        }
    }

    /// Sends a request with Host and, where there is a body, Content-Length, and reads the whole answer.
    package func request(
        _ method: String,
        _ target: String,
        headers: [String] = [],
        body: String? = nil
    ) throws(HTTPClientError) -> HTTPResponse {
        try sendRequest(method, target, headers: headers, body: body)
        return try readResponse(toHead: method == "HEAD")
    }

    /// Sends a request and reads nothing.
    package func sendRequest(
        _ method: String,
        _ target: String,
        headers: [String] = [],
        body: String? = nil
    ) throws(HTTPClientError) {
        var lines = ["\(method) \(target) HTTP/1.1", "Host: 127.0.0.1:\(port)"] + headers
        if let body { lines.append("Content-Length: \(body.utf8.count)") }
        try send(lines.joined(separator: "\r\n") + "\r\n\r\n" + (body ?? ""))
    }

    /// Reads one whole answer; an answer to HEAD has no body whatever its headers say.
    package func readResponse(toHead: Bool = false) throws(HTTPClientError) -> HTTPResponse {
        var response = try readHead()
        while response.status == 100 { response = try readHead() }
        if !toHead { response.body = try readBody(of: response) }
        return response
    }

    /// Reads the status line and the headers, and nothing behind them.
    package func readHead() throws(HTTPClientError) -> HTTPResponse {
        let text = try readText(until: [13, 10, 13, 10])
        guard let response = HTTPResponse(head: text) else { throw .notHTTP(text) }
        return response
    }

    /// Reads what follows the headers of `response`; a body that ends short throws.
    package func readBody(of response: HTTPResponse) throws(HTTPClientError) -> [UInt8] {
        var body: [UInt8] = []
        try eachPart(of: response) { body += $0 }
        return body
    }

    /// Reads what follows the headers of `response`, keeps nothing of it, and answers how much it was.
    package func skipBody(of response: HTTPResponse) throws(HTTPClientError) -> Int {
        var count = 0
        try eachPart(of: response) { count += $0.count }
        return count
    }

    /// Reads exactly so many bytes as they come, and takes no more from the system: for clients that leave in the middle.
    package func read(_ count: Int) throws(HTTPClientError) -> [UInt8] {
        var bytes: [UInt8] = []
        try eachPart(count) { bytes += $0 }
        return bytes
    }

    /// What has come, at most so many bytes, as soon as there is something; empty when the connection has ended.
    package func readSome(atMost count: Int = .max) throws(HTTPClientError) -> [UInt8] {
        do throws(HTTPClientError) {
            if used == filled, try !receiveMore(atMost: count) { return [] }
        } catch .closed(reset: true) {
            wasReset = true
            return []
        }
        let some = received[used..<filled].prefix(count)
        used = some.endIndex
        return Array(some)
    }

    /// Says that no further request will come, and goes on reading.
    package func finishSending() {
        shutdown(descriptor, Int32(SHUT_WR))
    }

    /// Leaves politely: FIN, or RST when something is left unread.
    package func close() {
        if descriptor >= 0 { Glibc.close(descriptor) }
        descriptor = -1
    }

    /// Leaves by RST, as a killed program or a pulled cable's router does.
    package func reset() {
        set(SOL_SOCKET, SO_LINGER, to: linger(l_onoff: 1, l_linger: 0))
        close()
    }

    private func eachPart(
        of response: HTTPResponse,
        _ use: (ArraySlice<UInt8>) -> Void
    ) throws(HTTPClientError) {
        if response.status == 204 || response.status == 304 { return }
        if response.isChunked { return try eachChunk(use) }
        if let length = response["Content-Length"].flatMap({ Int($0) }) { return try eachPart(length, use) }
        repeat { try eachPart(filled - used, use) } while try receiveMore()
    }

    private func eachPart(_ count: Int, _ use: (ArraySlice<UInt8>) -> Void) throws(HTTPClientError) {
        var missing = count
        while missing > 0 {
            if used == filled, try !receiveMore(atMost: missing) { throw .closed(reset: false) }
            let some = min(missing, filled - used)
            use(received[used..<used + some])
            used += some
            missing -= some
        }
    }

    private func eachChunk(_ use: (ArraySlice<UInt8>) -> Void) throws(HTTPClientError) {
        while true {
            let line = try readText(until: [13, 10])
            guard let size = Int(line.prefix { $0 != ";" }, radix: 16) else { throw .notHTTP(line) }
            try eachPart(size, use)
            let end = try readText(until: [13, 10])
            guard end.isEmpty else { throw .notHTTP(end) }
            if size == 0 { return }
        }
    }

    private func readText(until end: [UInt8]) throws(HTTPClientError) -> String {
        var text: [UInt8] = []
        while !text.suffix(end.count).elementsEqual(end) {
            if used == filled, try !receiveMore() {
                throw text.isEmpty ? .closed(reset: false) : .notHTTP(String(decoding: text, as: UTF8.self))
            }
            text.append(received[used])
            used += 1
        }
        return String(decoding: text.dropLast(end.count), as: UTF8.self)
    }

    /// Receives what there is; false when the server has ended the connection.
    private func receiveMore(atMost limit: Int = .max) throws(HTTPClientError) -> Bool {
        try waitUntil(POLLIN, Deadline(timeLimit))
        precondition(used == filled, "what was received is handed out before more is asked for")
        used = 0
        filled = 0
        let count = received.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, min(limit, $0.count), 0) }
        if count < 0 { throw .closed(reset: errno == ECONNRESET) }
        filled = count
        return count > 0
    }

    private func waitUntil(_ event: Int32, _ deadline: Deadline) throws(HTTPClientError) {
        guard descriptor >= 0 else { throw .closed(reset: false) }
        var wanted = pollfd(fd: descriptor, events: Int16(event), revents: 0)
        while true {
            let left = deadline.milliseconds
            if poll(&wanted, 1, left) > 0 { return }
            if left == 0 { throw .tooSlow }
        }
    }

    private func set<Value>(_ level: Int32, _ option: Int32, to value: Value) {
        withUnsafeBytes(of: value) { bytes in
            _ = setsockopt(descriptor, level, option, bytes.baseAddress, socklen_t(bytes.count))
        }
    }
}
