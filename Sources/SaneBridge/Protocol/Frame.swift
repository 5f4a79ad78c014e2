/// Messages as whole frames, ready to be written.
package enum Frame {
    /// A command with its header. Throws `oversize` for a message that no reader would take.
    package static func bytes(of command: Command) throws(ProtocolViolation) -> [UInt8] {
        try encode(command, as: .command)
    }

    /// An event with its header. Throws `oversize` for a message that no reader would take.
    package static func bytes(of event: Event) throws(ProtocolViolation) -> [UInt8] {
        try encode(event, as: .event)
    }

    private static func encode(_ message: some Encodable, as type: FrameType) throws(ProtocolViolation) -> [UInt8] {
        let payload = Packing.bytes(of: message)
        guard payload.count <= FrameHeader.longestPayload else { throw .oversize(payload.count) }
        return FrameHeader(type: type, length: payload.count).bytes + payload
    }

    /// Reads the payload of a message; anything else is malformed, never a trap.
    static func decode<Message: Decodable>(
        _ message: Message.Type,
        from payload: [UInt8],
        of type: FrameType
    ) throws(ProtocolViolation) -> Message {
        do {
            return try Message(from: Unpacker(value: PackedValue(payload)))
        } catch {
            throw .malformed(type)
        }
    }
}
