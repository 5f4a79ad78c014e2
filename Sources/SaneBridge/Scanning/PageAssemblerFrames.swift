extension FrameFormat.Kind {
    /// One of the frames of a three-pass page.
    var isOneColour: Bool { channel != nil }

    /// Place of a single colour within a pixel.
    var channel: Int? {
        switch self {
        case .red: 0
        case .green: 1
        case .blue: 2
        case .gray, .rgb: nil
        }
    }
}

extension FrameFormat {
    private static let mostPixels = 65_500
    private static let mostLines = 1_000_000
    private static let mostBytes = 1 << 20

    /// Rows announced; backends say 0 or less, too, when they do not know.
    var promised: Int? { lines.flatMap { $0 > 0 ? $0 : nil } }

    /// What the frame's page becomes: colour is 8 or 16 bits deep, whatever it was.
    var picture: PictureFormat {
        PictureFormat(
            channels: kind == .gray ? 1 : 3,
            depth: kind == .gray ? depth : max(depth, 8),
            width: pixelsPerLine,
            height: promised
        )
    }

    /// Bytes that one row needs. Colour of one bit has a red, a green and a blue byte for each eight pixels.
    private var neededBytes: Int {
        let samples = kind == .rgb && depth > 1 ? 3 * pixelsPerLine : pixelsPerLine
        let bytes = (samples * depth + 7) / 8
        return kind == .rgb && depth == 1 ? 3 * bytes : bytes
    }

    /// Refuses what cannot be a picture, or is too large to be one.
    func check() throws(ScanError) {
        guard [1, 8, 16].contains(depth) else {
            throw .badData("The scanner sends \(depth, of: "bit") for each sample, which is neither 1, 8 nor 16.")
        }
        guard (1...Self.mostPixels).contains(pixelsPerLine) else {
            throw .badData("The scanner announced lines of \(pixelsPerLine, of: "pixel"), which is no picture.")
        }
        guard lines ?? 0 <= Self.mostLines else {
            throw .badData("The scanner announced \(lines ?? 0, of: "line"), which is no picture.")
        }
        guard (neededBytes...Self.mostBytes).contains(bytesPerLine) else {
            throw .badData(
                """
                The scanner announced \(bytesPerLine, of: "byte") for a line of \(pixelsPerLine, of: "pixel"), which takes \
                \(neededBytes).
                """
            )
        }
    }
}
