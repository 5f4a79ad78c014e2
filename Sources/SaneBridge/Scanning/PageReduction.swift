/// Makes of a scanner's rows what was asked for, where the scanner delivers more than that and cannot do otherwise: gray of
/// colour, black and white of either, eight bits of sixteen.
package final class PageReduction {
    /// The picture that comes out.
    package let picture: PictureFormat
    private let source: PictureFormat
    /// The least brightness that is white.
    private let white: UInt8
    private let scratch: PageAssemblerScratch

    /// Nil when the rows are what was asked for as they are, or have too little for it.
    package init?(of source: PictureFormat, for request: ScanRequest) {
        var picture = source
        switch request.colour {
        case .bilevel: (picture.channels, picture.depth) = (1, 1)
        case .gray: picture.channels = 1
        case .colour: break
        }
        // Nobody who leaves the depth open minds a deep page; one who says 8 does.
        if request.depth == 8 { picture.depth = min(picture.depth, 8) }
        guard picture != source else { return nil }
        self.picture = picture
        self.source = source
        white = UInt8(max(1, min(255, ((request.threshold ?? 0.5) * 256).rounded())))
        scratch = PageAssemblerScratch(rowBytes: picture.rowBytes)
    }

    /// Hands on the rows as they were asked for, in blocks that are valid during the call.
    package func pass(_ block: RowBlock, _ emit: (RowBlock) throws(ScanError) -> Void) throws(ScanError) {
        try scratch.inPieces(
            of: block,
            { (piece, _) in
                for row in 0..<piece.count {
                    reduce(piece.base + row * piece.stride, to: scratch.base + row * scratch.rowBytes)
                }
            },
            emit
        )
    }

    private func reduce(_ from: UnsafeRawPointer, to: UnsafeMutableRawPointer) {
        switch (source.channels, source.depth, picture.channels) {
        case (3, 8, _): write(ColourBytes(row: from), to)
        case (3, 16, 1) where picture.depth == 16: writeDeepGray(from, to)
        case (3, 16, 1): write(DeepColour(row: from), to)
        case (_, 16, _): write(DeepSamples(row: from), to)
        default: write(GrayBytes(row: from), to)
        }
    }

    private func write(_ row: some Brightness, _ to: UnsafeMutableRawPointer) {
        let to = to.assumingMemoryBound(to: UInt8.self)
        guard picture.depth == 1 else {
            for place in 0..<picture.width * picture.channels { to[place] = row.brightness(at: place) }
            return
        }
        for place in 0..<picture.rowBytes {
            var byte: UInt8 = 0
            for x in 8 * place..<min(8 * place + 8, picture.width) where row.brightness(at: x) < white {
                byte |= 0x80 &>> UInt8(truncatingIfNeeded: x & 7)
            }
            to[place] = byte
        }
    }

    private func writeDeepGray(_ from: UnsafeRawPointer, _ to: UnsafeMutableRawPointer) {
        for x in 0..<picture.width {
            let sample = { UInt32(from.loadUnaligned(fromByteOffset: 6 * x + 2 * $0, as: UInt16.self)) }
            let brightness = (19_595 * sample(0) + 38_470 * sample(1) + 7_471 * sample(2) + 32_768) >> 16
            to.storeBytes(of: UInt16(truncatingIfNeeded: brightness), toByteOffset: 2 * x, as: UInt16.self)
        }
    }
}

/// A row of which every place has a brightness, 0 black.
private protocol Brightness {
    func brightness(at place: Int) -> UInt8
}

/// Gray of 8 bits: one place a pixel.
private struct GrayBytes: Brightness {
    let row: UnsafeRawPointer

    func brightness(at place: Int) -> UInt8 { row.load(fromByteOffset: place, as: UInt8.self) }
}

/// Samples of 16 bits, of any channel: one place a sample.
private struct DeepSamples: Brightness {
    let row: UnsafeRawPointer

    func brightness(at place: Int) -> UInt8 {
        UInt8(truncatingIfNeeded: row.loadUnaligned(fromByteOffset: 2 * place, as: UInt16.self) >> 8)
    }
}

/// Colour of 8 bits: one place a pixel.
private struct ColourBytes: Brightness {
    let row: UnsafeRawPointer

    func brightness(at place: Int) -> UInt8 {
        let pixel = (row + 3 * place).assumingMemoryBound(to: UInt8.self)
        return .brightness(pixel[0], pixel[1], pixel[2])
    }
}

/// Colour of 16 bits: one place a pixel.
private struct DeepColour: Brightness {
    let row: UnsafeRawPointer

    func brightness(at place: Int) -> UInt8 {
        let samples = DeepSamples(row: row + 6 * place)
        return .brightness(samples.brightness(at: 0), samples.brightness(at: 1), samples.brightness(at: 2))
    }
}

extension UInt8 {
    /// How bright a colour is to the eye.
    ///
    /// Source: ITU-R BT.601, luma; the weights add up to 256.
    fileprivate static func brightness(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> UInt8 {
        UInt8(truncatingIfNeeded: (77 * UInt32(red) + 150 * UInt32(green) + 29 * UInt32(blue) + 128) >> 8)
    }
}
