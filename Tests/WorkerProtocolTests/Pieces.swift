import WorkerProtocol

/// A piece that can be kept and compared; page bytes that follow each other are one.
enum Heard: Equatable {
    case command(Command)
    case event(Event)
    case page([UInt8])
}

/// Reads `bytes` in steps, telling each piece.
func drain(
    _ bytes: [UInt8],
    _ reader: inout FrameReader,
    step: Int = .max,
    tell: (FrameReader.Piece) -> Void = { _ in }
) throws(ProtocolViolation) {
    var place = 0
    while place < bytes.count {
        let end = min(bytes.count - place, step) + place
        // A copy of its own, so that a sanitizer sees a step over its edge.
        let part = UnsafeMutableRawBufferPointer.allocate(byteCount: end - place, alignment: 1)
        defer { part.deallocate() }
        part.copyBytes(from: bytes[place..<end])
        var rest = UnsafeRawBufferPointer(part)
        while let piece = try reader.next(&rest) { tell(piece) }
        place = end
    }
}

/// All that a sound stream says.
func pieces(of bytes: [UInt8], step: Int, reader: consuming FrameReader) throws -> [Heard] {
    var reader = reader
    var heard: [Heard] = []
    try drain(bytes, &reader, step: step) { piece in
        switch piece {
        case .command(let command): heard.append(.command(command))
        case .event(let event): heard.append(.event(event))
        case .pageBytes(let part):
            if case .page(let before)? = heard.last {
                heard[heard.count - 1] = .page(before + part)
            } else {
                heard.append(.page(Array(part)))
            }
        }
    }
    try reader.finish()
    return heard
}
