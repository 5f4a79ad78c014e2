import Scanning
import Testing

@Suite("pages are turned and cut")
struct PageTurnTests {
    /// A picture with random samples, rows as an assembler hands them on.
    private struct Picture {
        var format: PictureFormat
        var samples: [[UInt16]]

        init(channels: Int, depth: Int, width: Int, height: Int, dice: inout Dice) {
            format = PictureFormat(channels: channels, depth: depth, width: width, height: height)
            let most: UInt16 = depth == 16 ? .max : depth == 8 ? 255 : 1
            samples = (0..<height).map { _ in
                (0..<width * channels).map { _ in UInt16.random(in: 0...most, using: &dice) }
            }
        }

        /// Samples of rows in memory.
        static func samples(of block: RowBlock, _ format: PictureFormat) -> [[UInt16]] {
            (0..<block.count).map { row in
                let bytes = UnsafeRawBufferPointer(start: block.base + row * block.stride, count: format.rowBytes)
                return (0..<format.width * format.channels).map { place in
                    switch format.depth {
                    case 1: UInt16(bytes[place / 8] >> (7 - place % 8) & 1)
                    case 8: UInt16(bytes[place])
                    default: bytes.loadUnaligned(fromByteOffset: 2 * place, as: UInt16.self)
                    }
                }
            }
        }

        func bytes(of row: [UInt16], padding: Int) -> [UInt8] {
            var bytes: [UInt8] = []
            switch format.depth {
            case 1:
                bytes = [UInt8](repeating: 0xFF, count: format.rowBytes)
                for (place, bit) in row.enumerated() where bit == 0 { bytes[place / 8] &= ~(0x80 >> UInt8(place % 8)) }
            case 8: bytes = row.map { UInt8($0) }
            default: bytes = row.flatMap { sample in withUnsafeBytes(of: sample) { Array($0) } }
            }
            return bytes + [UInt8](repeating: 0xAA, count: padding)
        }

        /// Hands the rows on in blocks of a few.
        func feed(padding: Int, _ take: (RowBlock) throws -> Void) rethrows {
            var row = 0
            while row < samples.count {
                let some = samples[row..<min(row + 3, samples.count)]
                let memory = some.flatMap { bytes(of: $0, padding: padding) }
                try memory.withUnsafeBytes { room in
                    guard let base = room.baseAddress else { return }
                    try take(RowBlock(base: base, stride: format.rowBytes + padding, count: some.count))
                }
                row += some.count
            }
        }

        func pixels(_ row: [UInt16]) -> [[UInt16]] {
            stride(from: 0, to: row.count, by: format.channels).map { Array(row[$0..<$0 + format.channels]) }
        }
    }

    static let kinds = [(1, 1), (1, 8), (1, 16), (3, 8), (3, 16)].flatMap { kind in
        [1, 2, 7, 8, 9, 15, 16, 17, 1_001].map { (channels: kind.0, depth: kind.1, width: $0) }
    }

    @Test("a turned page begins with its last pixel, in every format", arguments: kinds)
    func turn(_ kind: (channels: Int, depth: Int, width: Int)) throws {
        var dice = Dice(seed: UInt64(kind.width + 17 * kind.depth))
        for (height, padding) in [(1, 0), (7, 0), (200, 3)] {
            let picture = Picture(
                channels: kind.channels,
                depth: kind.depth,
                width: kind.width,
                height: height,
                dice: &dice
            )
            var format = picture.format
            format.height = nil
            let turn = PageTurn(format, store: PlanesInMemory())
            try picture.feed(padding: padding) { try turn.keep($0) }
            #expect(turn.turned == picture.format)
            var rows: [[UInt16]] = []
            try turn.emit { (block) throws(ScanError) in rows += Picture.samples(of: block, turn.turned) }
            let expected = picture.samples.reversed().map { Array(picture.pixels($0).reversed().joined()) }
            #expect(rows == expected)
        }
    }

    private static let wideKinds = kinds.filter { $0.width > 8 }

    @Test("a page is cut to its area, in every format", arguments: wideKinds)
    func cut(_ kind: (channels: Int, depth: Int, width: Int)) throws {
        var dice = Dice(seed: UInt64(kind.width + 17 * kind.depth))
        let picture = Picture(
            channels: kind.channels,
            depth: kind.depth,
            width: kind.width,
            height: 20,
            dice: &dice
        )
        for left in [0, 1, 7, 8] {
            var cut = PageCut()
            // At 25.4 dpi a pixel is a millimetre.
            cut.left = .millimetres(Double(left))
            cut.top = .millimetres(4)
            cut.width = .millimetres(5)
            cut.height = .millimetres(10)
            let cutter = try PageCutter(cut, of: picture.format, dpi: 25.4)
            let right = min(left + 5, kind.width)
            #expect(cutter.picture.width == right - left)
            #expect(cutter.picture.height == 10)
            var rows: [[UInt16]] = []
            try picture.feed(padding: 1) { block in
                try cutter.pass(block) { (block) throws(ScanError) in
                    rows += Picture.samples(of: block, cutter.picture)
                }
            }
            #expect(rows == picture.samples[4..<14].map { Array(picture.pixels($0)[left..<right].joined()) })
        }
    }

    @Test("a cut counts each direction by its own dots")
    func cutByBoth() throws {
        let format = PictureFormat(channels: 1, depth: 8, width: 40, height: 40)
        var cut = PageCut()
        (cut.left, cut.width) = (.millimetres(2), .millimetres(10))
        (cut.top, cut.height) = (.millimetres(2), .millimetres(10))
        let cutter = try PageCutter(cut, of: format, dpi: 25.4, down: 50.8)
        #expect(cutter.picture.width == 10)
        #expect(cutter.picture.height == 20)
    }

    @Test("a cut that leaves nothing is an error, and one beyond the page leaves what there is")
    func cutBeyond() throws {
        let format = PictureFormat(channels: 1, depth: 8, width: 10, height: 10)
        var cut = PageCut()
        cut.width = .millimetres(100)
        cut.height = .millimetres(100)
        #expect(try PageCutter(cut, of: format, dpi: 25.4).picture == format)
        cut.left = .millimetres(10)
        #expect(throws: ScanError.self) { try PageCutter(cut, of: format, dpi: 25.4) }
        cut.left = .millimetres(0)
        var endless = format
        endless.height = nil
        #expect(try PageCutter(cut, of: endless, dpi: 25.4).picture.height == nil)
    }
}
