extension PageAssemblerScratch {
    /// Makes bytes of colour that has one bit a sample: for each eight pixels one byte red, one green, one blue, the
    /// first pixel in the highest bit, 1 for full intensity.
    ///
    /// Source: SANE standard, section 3.2.1.
    func spreadBits(
        of block: RowBlock,
        width: Int,
        _ emit: (RowBlock) throws(ScanError) -> Void
    ) throws(ScanError) {
        try inPieces(
            of: block,
            { (piece, _) in
                for row in 0..<piece.count {
                    spreadBits(from: piece.base + row * piece.stride, to: base + row * rowBytes, width: width)
                }
            },
            emit
        )
    }

    private func spreadBits(from: UnsafeRawPointer, to: UnsafeMutableRawPointer, width: Int) {
        let bytes = from.assumingMemoryBound(to: UInt8.self)
        let samples = to.assumingMemoryBound(to: UInt8.self)
        for x in 0..<width {
            for channel in 0..<3 {
                samples[3 * x + channel] = bytes[3 * (x >> 3) + channel].intensity(at: x & 7)
            }
        }
    }
}

extension UInt8 {
    /// 255 where the bit is set, counted from the highest.
    func intensity(at bit: Int) -> UInt8 {
        0 &- (self &>> UInt8(truncatingIfNeeded: 7 - bit) & 1)
    }
}
