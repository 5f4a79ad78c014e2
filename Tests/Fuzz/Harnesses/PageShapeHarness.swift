import Scanning

extension FuzzHarness {
    /// A page that is cut and turned: the same rows come out as when each pixel is moved by itself.
    static let pageShape = FuzzHarness("page-shape") { input in
        var reader = InputReader(input)
        let (channels, depth) = reader.choice(of: [(1, 1), (1, 8), (1, 16), (3, 8), (3, 16)])
        let height = Int(reader.byte()) % 12
        let picture = PictureFormat(
            channels: channels,
            depth: depth,
            width: 1 + Int(reader.byte()) % 40,
            height: reader.flag() && height > 0 ? height : nil
        )
        // 25.4 dots per inch: a millimetre is a pixel.
        var cut = PageCut()
        cut.left = length(&reader)
        cut.top = length(&reader)
        cut.width = reader.flag() ? length(&reader) : nil
        cut.height = reader.flag() ? length(&reader) : nil
        let turns = reader.flag()
        let rows = (0..<height).map { _ in
            let bytes = reader.bytes(picture.rowBytes)
            return bytes + [UInt8](repeating: 0, count: picture.rowBytes - bytes.count)
        }
        do {
            try check(rows, of: picture, cut: cut, turns: turns, piece: 1 + Int(reader.byte()) % 4)
        } catch ScanError.badData {
            // Nothing would be left.
        }
    }

    private static func length(_ reader: inout InputReader) -> Length {
        Length(micrometres: reader.flag() ? 1_000 * reader.number(bytes: 1) : reader.number(bytes: 6))
    }

    private static func check(
        _ rows: [[UInt8]],
        of picture: PictureFormat,
        cut: PageCut,
        turns: Bool,
        piece: Int
    ) throws {
        let cutter = try PageCutter(cut, of: picture, dpi: 25.4)
        let shaped = cutter.picture
        let turn = turns ? PageTurn(shaped, store: Planes()) : nil
        var came: [[UInt8]] = []
        let take = { (block: RowBlock) in
            for row in 0..<block.count {
                let start = block.base + row * block.stride
                came.append(Array(UnsafeRawBufferPointer(start: start, count: shaped.rowBytes)))
            }
        }
        for start in stride(from: 0, to: rows.count, by: piece) {
            let some = rows[start..<min(start + piece, rows.count)]
            try Array(some.joined()).withUnsafeBytes { bytes in
                guard let base = bytes.baseAddress else { return }
                let block = RowBlock(base: base, stride: picture.rowBytes, count: some.count)
                try cutter.pass(block) { (block) throws(ScanError) in
                    if let turn { try turn.keep(block) } else { take(block) }
                }
            }
        }
        try turn?.emit { (block) throws(ScanError) in take(block) }
        let expected = expectedPixels(rows, of: picture, cut: cut, turns: turns)
        let arrived = came.map { pixels(of: $0, shaped) }
        try promise(arrived == expected, "\(arrived) came, \(expected) were expected")
    }

    private static func expectedPixels(
        _ rows: [[UInt8]],
        of picture: PictureFormat,
        cut: PageCut,
        turns: Bool
    ) -> [[[UInt8]]] {
        let width = cut.width?.pixels(at: 25.4) ?? .max
        let height = cut.height?.pixels(at: 25.4) ?? .max
        let left = max(0, cut.left.pixels(at: 25.4))
        let top = max(0, cut.top.pixels(at: 25.4))
        var kept: [[[UInt8]]] = []
        for row in rows.dropFirst(top).prefix(height) {
            let whole: [[UInt8]] = pixels(of: row, picture)
            let part: [[UInt8]] = Array(whole.dropFirst(left).prefix(width))
            kept.append(turns ? part.reversed() : part)
        }
        return turns ? kept.reversed() : kept
    }

    /// The bytes of each pixel, its one bit where it has no more.
    private static func pixels(of row: [UInt8], _ picture: PictureFormat) -> [[UInt8]] {
        let size = picture.channels * picture.depth / 8
        var found: [[UInt8]] = []
        for x in 0..<picture.width {
            if size == 0 {
                let bit: UInt8 = row[x / 8] >> UInt8(7 - x % 8) & 1
                found.append([bit])
            } else {
                found.append(Array(row[x * size..<(x + 1) * size]))
            }
        }
        return found
    }
}
