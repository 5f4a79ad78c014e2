/// What is to be left of the pages of a scanner that delivers more than was asked for.
package struct PageCut: Hashable, Sendable, Codable {
    /// From the left edge and the top of what the scanner delivers.
    package var left = Length(micrometres: 0)
    package var top = Length(micrometres: 0)
    /// nil is all that follows.
    package var width: Length?
    package var height: Length?

    package init() {}
}

/// Cuts the rows of one page.
package final class PageCutter {
    /// The picture that comes out.
    package let picture: PictureFormat
    private let source: PictureFormat
    private let left: Int
    private let rows: Range<Int>
    private var row = 0
    private var scratch: PageAssemblerScratch?

    /// - Parameters:
    ///   - dpi: dots per inch of the picture.
    ///   - down: the same down the page, where it is another.
    /// - Throws: `badData` when nothing would be left.
    package init(
        _ cut: PageCut,
        of source: PictureFormat,
        dpi: Double,
        down: Double? = nil
    ) throws(ScanError) {
        let down = down ?? dpi
        left = max(0, cut.left.pixels(at: dpi))
        let top = max(0, cut.top.pixels(at: down))
        let width = min(cut.width?.pixels(at: dpi) ?? .max, source.width - left)
        let height = min(cut.height?.pixels(at: down) ?? .max, (source.height ?? .max) - top)
        guard width > 0, height > 0 else {
            throw .badData("The area that was asked for lies outside of the page that the scanner delivered.")
        }
        self.source = source
        rows = top..<(height == .max ? .max : top + min(height, .max - top))
        var picture = source
        picture.width = width
        if source.height != nil { picture.height = height }
        self.picture = picture
        let isShifted = source.depth == 1 && source.channels == 1 && left % 8 != 0
        scratch = isShifted ? PageAssemblerScratch(rowBytes: picture.rowBytes) : nil
    }

    /// Hands on what is left of some rows; they come in order.
    package func pass(_ block: RowBlock, _ emit: (RowBlock) throws(ScanError) -> Void) throws(ScanError) {
        let wanted = (row..<row + block.count).clamped(to: rows)
        defer { row += block.count }
        guard !wanted.isEmpty else { return }
        let offset = (left * source.channels * source.depth) / 8
        let inside = RowBlock(
            base: block.base + (wanted.lowerBound - row) * block.stride + offset,
            stride: block.stride,
            count: wanted.count
        )
        guard let scratch else { return try emit(inside) }
        try scratch.inPieces(
            of: inside,
            { (piece, _) in
                for row in 0..<piece.count {
                    let from = (piece.base + row * piece.stride).assumingMemoryBound(to: UInt8.self)
                    shift(from, (scratch.base + row * scratch.rowBytes).assumingMemoryBound(to: UInt8.self))
                }
            },
            emit
        )
    }

    /// Moves bits to the front of their bytes.
    private func shift(_ from: UnsafePointer<UInt8>, _ to: UnsafeMutablePointer<UInt8>) {
        let bits = UInt8(left % 8)
        let available = source.rowBytes - left / 8
        for place in 0..<picture.rowBytes {
            let next = place + 1 < available ? from[place + 1] : 0
            to[place] = from[place] &<< bits | next &>> (8 - bits)
        }
    }
}
