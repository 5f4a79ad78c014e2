import FoundationEssentials

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
        let encoder = JSONEncoder()
        // A driver's arithmetic may yield what JSON cannot say; the message still has to arrive.
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "inf",
            negativeInfinity: "-inf",
            nan: "nan"
        )
        let payload: Data
        do {
            payload = try encoder.encode(message)
        } catch {
            preconditionFailure("a message of our own cannot be encoded: \(error)")
        }
        guard payload.count <= FrameHeader.longestPayload else { throw .oversize(payload.count) }
        return FrameHeader(type: type, length: payload.count).bytes + payload
    }

    /// Reads a payload of JSON; anything else is malformed, never a trap.
    static func decode<Message: Decodable>(
        _ message: Message.Type,
        from payload: [UInt8],
        of type: FrameType
    ) throws(ProtocolViolation) -> Message {
        guard SoundText.isSound(payload) else { throw .malformed(type) }
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "inf",
            negativeInfinity: "-inf",
            nan: "nan"
        )
        do {
            return try decoder.decode(message, from: Data(payload))
        } catch {
            throw .malformed(type)
        }
    }
}
