/// Turns a page by 180 degrees: its rows wait in a store until the last one is there, and leave it from the last row and
/// pixel to the first. Memory stays flat, whatever the page's size.
package final class PageTurn {
    private let picture: PictureFormat
    private let store: any PlaneStore
    private let output: PageAssemblerScratch
    private let input: PageAssemblerScratch
    private var rows = 0

    /// Begins a page of that kind; `store` is empty.
    package init(_ picture: PictureFormat, store: any PlaneStore) {
        self.picture = picture
        self.store = store
        output = PageAssemblerScratch(rowBytes: picture.rowBytes)
        input = PageAssemblerScratch(rowBytes: picture.rowBytes)
    }

    /// The picture that comes out: its height is known by now.
    package var turned: PictureFormat {
        var turned = picture
        turned.height = rows
        return turned
    }

    /// Stores rows, in the order in which they come.
    package func keep(_ block: RowBlock) throws(ScanError) {
        guard block.stride != picture.rowBytes else { return try append(block) }
        try output.inPieces(
            of: block,
            { (piece, _) in
                for row in 0..<piece.count {
                    let from = piece.base + row * piece.stride
                    (output.base + row * output.rowBytes).copyMemory(from: from, byteCount: output.rowBytes)
                }
            },
            { (piece) throws(ScanError) in try self.append(piece) }
        )
    }

    private func append(_ block: RowBlock) throws(ScanError) {
        let bytes = UnsafeRawBufferPointer(start: block.base, count: block.count * block.stride)
        try store.write(bytes, at: rows * picture.rowBytes)
        rows += block.count
    }

    /// Hands on all rows, turned, in blocks that are valid during the call.
    package func emit(_ emit: (RowBlock) throws(ScanError) -> Void) throws(ScanError) {
        var left = rows
        while left > 0 {
            let count = min(input.rows, left)
            left -= count
            let bytes = UnsafeMutableRawBufferPointer(start: input.base, count: count * input.rowBytes)
            try store.read(into: bytes, at: left * input.rowBytes)
            for row in 0..<count {
                let from = (input.base + (count - 1 - row) * input.rowBytes).assumingMemoryBound(to: UInt8.self)
                turn(from, (output.base + row * output.rowBytes).assumingMemoryBound(to: UInt8.self))
            }
            try emit(RowBlock(base: output.base, stride: output.rowBytes, count: count))
        }
    }

    private func turn(_ from: UnsafePointer<UInt8>, _ to: UnsafeMutablePointer<UInt8>) {
        switch (picture.depth, picture.channels) {
        case (1, _): turnBits(from, to)
        case (8, 1):
            let last = picture.width - 1
            for x in 0..<picture.width { to[x] = from[last - x] }
        case (8, _):
            var end = 3 * picture.width
            var place = 0
            while end > 0 {
                end -= 3
                to[place] = from[end]
                to[place + 1] = from[end + 1]
                to[place + 2] = from[end + 2]
                place += 3
            }
        default:
            let size = picture.channels * picture.depth / 8
            for x in 0..<picture.width {
                let source = from + (picture.width - 1 - x) * size
                (to + x * size).update(from: source, count: size)
            }
        }
    }

    /// Bits from the end to the front, moved up by what fills the last byte.
    private func turnBits(_ from: UnsafePointer<UInt8>, _ to: UnsafeMutablePointer<UInt8>) {
        let bytes = picture.rowBytes
        let padding = 8 * bytes - picture.width
        // What fills up the last byte must not become the first pixels.
        var before = from[bytes - 1].reversedBits
        for place in 0..<bytes {
            let next = place + 1 < bytes ? from[bytes - 2 - place].reversedBits : 0
            to[place] = before &<< UInt8(padding) | (padding == 0 ? 0 : next &>> UInt8(8 - padding))
            before = next
        }
    }
}

extension UInt8 {
    fileprivate var reversedBits: UInt8 {
        var bits = self &>> 4 | self &<< 4
        bits = (bits & 0xCC) &>> 2 | (bits & 0x33) &<< 2
        return (bits & 0xAA) &>> 1 | (bits & 0x55) &<< 1
    }
}
