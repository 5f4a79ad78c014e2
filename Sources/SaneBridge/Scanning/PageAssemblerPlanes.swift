/// Where the first two colours of a three-pass page wait for the third: an unlinked file, or memory.
package protocol PlaneStore: AnyObject {
    /// Keeps bytes at a place that no bytes were written to before; places follow each other without gaps.
    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(ScanError)
    /// Fills `bytes` from a place where as many were written.
    func read(into bytes: UnsafeMutableRawBufferPointer, at offset: Int) throws(ScanError)
}

/// The frames of a three-pass page, in the order in which they come.
struct PageAssemblerPlanes {
    private struct Plane {
        var channel: Int
        var offset: Int
        var stride: Int
        var rows: Int
    }

    private(set) var kinds: [FrameFormat.Kind] = []
    private let store: any PlaneStore
    private let width: Int
    private let depth: Int
    private var planes: [Plane] = []
    private var scratch: PageAssemblerScratch?
    private var input: PageAssemblerScratch?

    init(store: any PlaneStore, width: Int, depth: Int) {
        self.store = store
        self.width = width
        self.depth = depth
    }

    /// Rows that all finished planes have.
    var leastRows: Int { planes.dropLast().map(\.rows).min() ?? 0 }

    /// A frame begins: its rows lie behind those of the frames before.
    mutating func begin(_ frame: FrameFormat) {
        let offset = planes.last.map { $0.offset + $0.stride * $0.rows } ?? 0
        planes.append(
            Plane(channel: frame.kind.channel ?? 0, offset: offset, stride: frame.bytesPerLine, rows: 0)
        )
        kinds.append(frame.kind)
        guard planes.count == 3 else { return }
        let stride = planes.map(\.stride).max() ?? 1
        // One row at a time would do; more save calls, as long as neither their pixels nor their padding take much.
        scratch = PageAssemblerScratch(rowBytes: 3 * width * max(1, depth / 8), sourceBytes: stride)
        input = PageAssemblerScratch(rowBytes: stride)
    }

    /// The frame had so many rows.
    mutating func end(rows: Int) {
        planes[planes.count - 1].rows = rows
    }

    /// Stores rows of a colour that is not the last.
    func keep(_ block: RowBlock, after rows: Int) throws(ScanError) {
        guard let plane = planes.last else { return }
        let bytes = UnsafeRawBufferPointer(start: block.base, count: block.count * block.stride)
        try store.write(bytes, at: plane.offset + rows * plane.stride)
    }

    /// Joins rows of the last colour with the stored ones.
    func interleave(
        _ block: RowBlock,
        from first: Int,
        _ emit: (RowBlock) throws(ScanError) -> Void
    ) throws(ScanError) {
        guard let scratch, let input, let last = planes.last else { return }
        try scratch.inPieces(
            of: block,
            { (piece, done) throws(ScanError) in
                place(piece, channel: last.channel, in: scratch)
                for plane in planes.dropLast() {
                    let bytes = UnsafeMutableRawBufferPointer(start: input.base, count: piece.count * plane.stride)
                    try store.read(into: bytes, at: plane.offset + (first + done) * plane.stride)
                    let rows = RowBlock(base: input.base, stride: plane.stride, count: piece.count)
                    place(rows, channel: plane.channel, in: scratch)
                }
            },
            emit
        )
    }

    private func place(_ rows: RowBlock, channel: Int, in scratch: PageAssemblerScratch) {
        for row in 0..<rows.count {
            let from = (rows.base + row * rows.stride).assumingMemoryBound(to: UInt8.self)
            let to = (scratch.base + row * scratch.rowBytes).assumingMemoryBound(to: UInt8.self)
            switch depth {
            case 1:
                for x in 0..<width { to[3 * x + channel] = from[x >> 3].intensity(at: x & 7) }
            case 16:
                for x in 0..<width {
                    to[6 * x + 2 * channel] = from[2 * x]
                    to[6 * x + 2 * channel + 1] = from[2 * x + 1]
                }
            default:
                for x in 0..<width { to[3 * x + channel] = from[x] }
            }
        }
    }
}
