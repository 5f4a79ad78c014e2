internal import CHTTPD

/// A streamed body on its way: fetches pieces when the library can send some, rests while there are none.
final class StreamReply {
    private let stream: any BodyStream
    private unowned let connection: Connection
    private var isWaiting = false
    private var isReading = false
    private var isReady = false
    private var isAborted = false
    private var isOver = false

    init(_ stream: any BodyStream, on connection: Connection) {
        self.stream = stream
        self.connection = connection
        stream.whenReady = { [weak self] in self?.becameReady() }
    }

    /// The library wants bytes. Answers their number or one of `httpd_reader_...`.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        guard !isAborted, !connection.server.isStopping else { return abort() }
        while true {
            isReady = false
            isReading = true
            let result = stream.read(into: buffer)
            isReading = false
            switch result {
            case .bytes(let count):
                precondition(count > 0 && count <= buffer.count, "a stream gives bytes or waits")
                return count
            case .end:
                return httpd_reader_ended
            case .abort:
                return abort()
            case .wait where isReady:
                continue
            case .wait:
                isWaiting = true
                connection.rest()
                return httpd_reader_waits
            }
        }
    }

    /// Ends the body as an error: the client has gone, or the server stops.
    func cutShort() {
        isAborted = true
        wake()
    }

    /// The library is done with the body.
    func released() {
        isOver = true
        stream.whenReady = nil
    }

    private func abort() -> Int {
        connection.cutStream()
        return httpd_reader_failed
    }

    private func becameReady() {
        isReady = true
        guard !isReading else { return }
        wake()
    }

    private func wake() {
        guard isWaiting, !isOver else { return }
        isWaiting = false
        connection.wake()
    }
}

extension StreamReply {
    /// The library's response for this body; it keeps the reply until it is done.
    func response() -> OpaquePointer? {
        let kept = Unmanaged.passRetained(self)
        let response = httpd_stream_response(readStream, releaseStream, kept.toOpaque())
        if response == nil {
            kept.release()
        }
        return response
    }
}

private func readStream(_ context: UnsafeMutableRawPointer?, _ buffer: UnsafeMutablePointer<CChar>?, _ size: Int) -> Int
{
    guard let context, let buffer else { return httpd_reader_failed }
    let reply = Unmanaged<StreamReply>.fromOpaque(context).takeUnretainedValue()
    return reply.read(into: UnsafeMutableRawBufferPointer(start: buffer, count: size))
}

private func releaseStream(_ context: UnsafeMutableRawPointer?) {
    guard let context else { return }
    let reply = Unmanaged<StreamReply>.fromOpaque(context)
    reply.takeUnretainedValue().released()
    reply.release()
}
