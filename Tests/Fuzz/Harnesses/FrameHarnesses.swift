import WorkerProtocol

extension FuzzHarness {
    /// A worker's bytes as the server reads them; the first three bytes say in which pieces they arrive.
    static let workerFrames = FuzzHarness("worker-frames") { input in
        try checkFrames(input, by: FrameReader.fromWorker)
    }

    /// A server's bytes as the worker reads them.
    static let serverFrames = FuzzHarness("server-frames") { input in
        try checkFrames(input, by: FrameReader.fromServer)
    }

    /// The same is heard however the bytes arrive, no page byte is made up, and each message survives being sent on.
    private static func checkFrames(_ input: [UInt8], by makeReader: () -> FrameReader) throws {
        var reader = InputReader(input)
        let lengths = (0..<3).map { _ in Int(reader.byte()) }
        let stream = reader.allBytes()
        let whole = try heard(in: stream, by: makeReader(), pieces: [.max]) { try checkMessage($0, makeReader) }
        let inPieces = try heard(in: stream, by: makeReader(), pieces: lengths)
        try promise(whole == inPieces, "\(whole) in one piece, \(inPieces) in pieces of \(lengths)")
        try promise(whole.pageBytes <= stream.count, "\(whole.pageBytes) page bytes of \(stream.count)")
    }

    private static func checkMessage(_ piece: FrameReader.Piece, _ makeReader: () -> FrameReader) throws {
        let frame: [UInt8]
        let expected: HeardPiece
        switch piece {
        case .command(let command):
            frame = try Frame.bytes(of: command)
            expected = .command("\(command)")
        case .event(let event):
            frame = try Frame.bytes(of: event)
            expected = .event("\(event)")
        case .pageBytes: return
        }
        let again = try heard(in: frame, by: makeReader(), pieces: [.max])
        try promise(again == [expected], "\(expected) became \(again)")
    }
}
