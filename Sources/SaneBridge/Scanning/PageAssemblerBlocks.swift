/// Rows of a picture somewhere in memory: `count` of them, the first at `base`, each `stride` bytes after the one before.
///
/// The memory belongs to whoever made the block and is valid during the call that gets it. Nothing is aligned.
package struct RowBlock {
    package var base: UnsafeRawPointer
    package var stride: Int
    package var count: Int

    package init(base: UnsafeRawPointer, stride: Int, count: Int) {
        self.base = base
        self.stride = stride
        self.count = count
    }
}

/// Memory in which converted rows are made, one block after the other.
final class PageAssemblerScratch {
    let base: UnsafeMutableRawPointer
    let rowBytes: Int
    /// Rows that fit.
    let rows: Int

    /// `sourceBytes`: how long a row is before it is converted, when that asks for fewer rows at a time.
    init(rowBytes: Int, sourceBytes: Int = 0) {
        self.rowBytes = rowBytes
        rows = max(1, 65_536 / max(rowBytes, sourceBytes))
        base = .allocate(byteCount: rows * rowBytes, alignment: 16)
    }

    deinit {
        base.deallocate()
    }

    /// Cuts a block into blocks that fit; `convert` fills the scratch from each, `emit` gets the result.
    func inPieces(
        of block: RowBlock,
        _ convert: (_ piece: RowBlock, _ done: Int) throws(ScanError) -> Void,
        _ emit: (RowBlock) throws(ScanError) -> Void
    ) throws(ScanError) {
        var done = 0
        while done < block.count {
            let piece = RowBlock(
                base: block.base + done * block.stride,
                stride: block.stride,
                count: min(rows, block.count - done)
            )
            try convert(piece, done)
            try emit(RowBlock(base: base, stride: rowBytes, count: piece.count))
            done += piece.count
        }
    }
}
