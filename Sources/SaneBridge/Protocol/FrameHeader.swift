/// What a frame carries.
package enum FrameType: UInt8, Hashable, Sendable, CaseIterable {
    /// A `Command`, packed, from server to worker.
    case command = 1
    /// An `Event`, packed, from worker to server.
    case event = 2
    /// Bytes of the page that is being scanned, raw, from worker to server.
    case pageBytes = 3
}

/// The five bytes in front of every frame: its type, then its length in four bytes, least significant first.
package struct FrameHeader: Hashable, Sendable {
    package static let size = 5
    /// A longer frame is a broken or hostile peer, not a message.
    package static let longestPayload = 1 << 20

    package var type: FrameType
    /// Bytes that follow the header.
    package var length: Int

    package init(type: FrameType, length: Int) {
        precondition((0...FrameHeader.longestPayload).contains(length), "a frame of \(length) bytes")
        self.type = type
        self.length = length
    }

    /// Reads a header as a peer sent it.
    package init(_ bytes: some Sequence<UInt8>) throws(ProtocolViolation) {
        var first: UInt8 = 0
        var length = 0
        for (place, byte) in bytes.prefix(FrameHeader.size).enumerated() {
            if place == 0 { first = byte } else { length |= Int(byte) << (8 * (place - 1)) }
        }
        guard let type = FrameType(rawValue: first) else { throw .unknownType(first) }
        guard length <= FrameHeader.longestPayload else { throw .oversize(length) }
        self.type = type
        self.length = length
    }

    /// The header as it travels.
    package var bytes: [UInt8] {
        [type.rawValue] + (0..<4).map { UInt8(truncatingIfNeeded: length >> (8 * $0)) }
    }

    /// Writes the header to the first five bytes of `buffer`, for senders that keep room in front of their bytes.
    package func write(to buffer: UnsafeMutableRawBufferPointer) {
        for (place, byte) in bytes.enumerated() { buffer[place] = byte }
    }
}

/// What the other side of the wall did wrong. Nothing it says afterwards is believed.
package enum ProtocolViolation: Error, Hashable, Sendable {
    case unknownType(UInt8)
    /// A frame that only the other side may send.
    case wrongDirection(FrameType)
    case oversize(Int)
    /// The payload is not the message that its type promises.
    case malformed(FrameType)
    /// The stream ended inside a frame.
    case truncated
}
