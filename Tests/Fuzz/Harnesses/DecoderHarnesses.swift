import Imaging
import Scanning

extension FuzzHarness {
    /// A stored JPEG, or what somebody says is one.
    static let jpegFile = FuzzHarness("jpeg-file") { input in
        try decode(input, .jpeg(quality: 90))
    }

    /// A stored PNG, or what somebody says is one. Behind the four bytes of a chunk's length libpng wants a checksum that
    /// no fuzzer guesses: what is tried most is what comes before the first one.
    static let pngFile = FuzzHarness("png-file") { input in
        try decode(input, .png)
    }

    /// A picture of a kind that encoders take, all its rows once, the same whatever pieces the file comes in; or a
    /// refusal in words.
    private static func decode(_ input: [UInt8], _ encoding: PageEncoding) throws {
        var reader = InputReader(input)
        let piece = 1 + Int(reader.byte())
        let file = reader.allBytes()
        let inPieces = try rows(of: file, encoding, piece: piece)
        let whole = try rows(of: file, encoding, piece: .max)
        try promise(whole == inPieces, "another picture in pieces of \(piece)")
    }

    /// What was made of a file.
    private struct Outcome: Equatable {
        var picture: PictureFormat?
        var checksum = 0
        var isWhole = false
    }

    private static func rows(of file: [UInt8], _ encoding: PageEncoding, piece: Int) throws -> Outcome {
        var outcome = Outcome()
        var rest = file[...]
        var given = 0
        do throws(ScanError) {
            let decoder = try PageDecoder(encoding) { buffer throws(ScanError) in
                let some = rest.prefix(min(piece, buffer.count))
                buffer.copyBytes(from: some)
                rest = rest.dropFirst(some.count)
                return some.count
            }
            let picture = decoder.picture
            outcome.picture = picture
            // Larger ones would only take long.
            guard picture.rowBytes * (picture.height ?? 0) <= 4 << 20 else { return outcome }
            try decoder.eachStrip { block throws(ScanError) in
                given += block.count
                for row in 0..<block.count {
                    let bytes = UnsafeRawBufferPointer(start: block.base + row * block.stride, count: picture.rowBytes)
                    for byte in bytes { outcome.checksum = outcome.checksum &* 31 &+ Int(byte) }
                }
            }
            outcome.isWhole = true
        } catch {
            guard case .host(let sentence) = error else { throw Finding(description: "refused with \(error)") }
            try promise(sentence.last == ".", "no sentence: \(sentence)")
            return outcome
        }
        try checkWhole(outcome, given)
        return outcome
    }

    private static func checkWhole(_ outcome: Outcome, _ given: Int) throws {
        guard let picture = outcome.picture else { throw Finding(description: "rows of no picture") }
        try promise(given == picture.height, "\(given) rows of \(picture.height ?? 0)")
        let isKnown =
            switch (picture.channels, picture.depth) {
            case (1, 1), (1, 8), (1, 16), (3, 8), (3, 16): true
            default: false
            }
        try promise(isKnown && picture.width > 0 && given > 0, "a picture of \(picture)")
    }
}
