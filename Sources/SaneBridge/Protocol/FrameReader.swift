/// Cuts a byte stream into frames, however the bytes arrive, and believes nothing about them.
///
/// Page bytes are handed out where they lie, a frame in as many slices as it came in; only messages are gathered, never
/// more of them than has arrived.
package struct FrameReader {
    /// One thing that the bytes held.
    package enum Piece {
        case command(Command)
        case event(Event)
        /// Valid only as long as the buffer that was read from.
        case pageBytes(UnsafeRawBufferPointer)
    }

    private let accepted: Set<FrameType>
    private var header: [UInt8] = []
    private var open: FrameHeader?
    private var missing = 0
    private var payload: [UInt8] = []
    private var violation: ProtocolViolation?

    private init(accepted: Set<FrameType>) {
        self.accepted = accepted
    }

    /// Reads what a server sends.
    package static func fromServer() -> FrameReader { FrameReader(accepted: [.command]) }
    /// Reads what a worker sends.
    package static func fromWorker() -> FrameReader { FrameReader(accepted: [.event, .pageBytes]) }

    /// Takes the next piece off the front of `bytes`; nil once they are used up.
    ///
    /// After an error every call throws the same error again.
    package mutating func next(_ bytes: inout UnsafeRawBufferPointer) throws(ProtocolViolation) -> Piece? {
        if let violation { throw violation }
        do {
            return try advance(&bytes)
        } catch {
            violation = error
            throw error
        }
    }

    /// To be called when the stream has ended.
    package func finish() throws(ProtocolViolation) {
        if let violation { throw violation }
        guard header.isEmpty, open == nil else { throw .truncated }
    }

    private mutating func advance(_ bytes: inout UnsafeRawBufferPointer) throws(ProtocolViolation) -> Piece? {
        while true {
            guard let frame = try openFrame(&bytes) else { return nil }
            let part = take(missing, from: &bytes)
            missing -= part.count
            if frame.type == .pageBytes {
                if missing == 0 { open = nil }
                if !part.isEmpty { return .pageBytes(part) }
            } else {
                payload.append(contentsOf: part)
                if missing == 0 { return try closeMessage(frame.type) }
            }
            if bytes.isEmpty { return nil }
        }
    }

    private mutating func openFrame(
        _ bytes: inout UnsafeRawBufferPointer
    ) throws(ProtocolViolation) -> FrameHeader? {
        if let open { return open }
        header.append(contentsOf: take(FrameHeader.size - header.count, from: &bytes))
        guard header.count == FrameHeader.size else { return nil }
        let frame = try FrameHeader(header)
        guard accepted.contains(frame.type) else { throw .wrongDirection(frame.type) }
        header.removeAll(keepingCapacity: true)
        missing = frame.length
        open = frame
        return frame
    }

    private mutating func closeMessage(_ type: FrameType) throws(ProtocolViolation) -> Piece {
        open = nil
        let message = payload
        payload = []
        switch type {
        case .command: return .command(try Frame.decode(Command.self, from: message, of: type))
        case .event: return .event(try Frame.decode(Event.self, from: message, of: type))
        case .pageBytes: preconditionFailure("page bytes are not gathered")
        }
    }

    private func take(_ count: Int, from bytes: inout UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        let part = UnsafeRawBufferPointer(rebasing: bytes.prefix(count))
        bytes = UnsafeRawBufferPointer(rebasing: bytes.dropFirst(part.count))
        return part
    }
}
