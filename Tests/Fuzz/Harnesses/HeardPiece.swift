import WorkerProtocol

/// What a frame reader made of a stream, so that two readings can be compared. Messages are compared by their
/// description, in which a number that is none equals itself.
enum HeardPiece: Equatable {
    case command(String)
    case event(String)
    /// Page bytes that follow each other are one.
    case page([UInt8])
    case violation(ProtocolViolation)
}

/// Reads a stream that arrives in pieces of these lengths, again and again, to its end or its first fault.
func heard(
    in stream: [UInt8],
    by reader: consuming FrameReader,
    pieces lengths: [Int],
    meanwhile look: (FrameReader.Piece) throws -> Void = { _ in }
) throws -> [HeardPiece] {
    var reader = reader
    var heard: [HeardPiece] = []
    var rest = stream[...]
    var count = 0
    do {
        while !rest.isEmpty {
            let piece = rest.prefix(max(1, lengths[count % lengths.count]))
            rest = rest.dropFirst(piece.count)
            count += 1
            try read(piece, with: &reader) { piece in
                heard.add(piece)
                try look(piece)
            }
        }
        try reader.finish()
    } catch let violation as ProtocolViolation {
        heard.append(.violation(violation))
    }
    return heard
}

/// Lends the reader a copy that ends where the piece ends, so that the sanitizer sees a step over its edge.
private func read(
    _ piece: ArraySlice<UInt8>,
    with reader: inout FrameReader,
    tell: (FrameReader.Piece) throws -> Void
) throws {
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: piece.count, alignment: 1)
    defer { copy.deallocate() }
    copy.copyBytes(from: piece)
    var bytes = UnsafeRawBufferPointer(copy)
    while let part = try reader.next(&bytes) { try tell(part) }
    try promise(bytes.isEmpty, "\(bytes.count) bytes are left")
}

extension [HeardPiece] {
    fileprivate mutating func add(_ piece: FrameReader.Piece) {
        switch piece {
        case .command(let command): append(.command("\(command)"))
        case .event(let event): append(.event("\(event)"))
        case .pageBytes(let part):
            if case .page(let before)? = last {
                self[count - 1] = .page(before + part)
            } else {
                append(.page([UInt8](part)))
            }
        }
    }

    /// Bytes of pages among it.
    var pageBytes: Int {
        reduce(0) { sum, piece in
            if case .page(let bytes) = piece { sum + bytes.count } else { sum }
        }
    }
}
