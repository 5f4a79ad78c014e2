import Scanning
import Testing

@Suite("Rows out of frames")
struct PageAssemblerTests {
    @Test("any page, cut into any reads, gives the rows that the standard means", arguments: 0..<300)
    func anyPage(seed: Int) throws {
        var dice = Dice(seed: UInt64(seed))
        let shape = Sheet.Shape.allCases.randomElement(using: &dice) ?? .gray
        let sheet = Sheet(
            shape,
            depth: [1, 8, 16].randomElement(using: &dice) ?? 8,
            width: Int.random(in: 1...70, using: &dice),
            lines: Int.random(in: 1...40, using: &dice),
            isHeightKnown: Bool.random(using: &dice),
            dice: &dice
        )
        let most = [1, 30, 500, 100_000].randomElement(using: &dice) ?? 1
        let page = try assemble(sheet.frames) { Int.random(in: 1...most, using: &dice) }
        #expect(page.rows == sheet.rows)
        #expect(page.ending.rows == sheet.rows.count)
        #expect(page.ending.notes.isEmpty)
    }

    @Test("a page larger than the scratch memory keeps its rows in order", arguments: Sheet.Shape.allCases, [1, 16])
    func largePage(shape: Sheet.Shape, depth: Int) throws {
        var dice = Dice(seed: 7)
        let sheet = Sheet(shape, depth: depth, width: 900, lines: 60, isHeightKnown: true, dice: &dice)
        #expect(try assemble(sheet.frames) { 1 << 20 }.rows == sheet.rows)
    }

    @Test("rows that need no change are handed on where they lie, all at once")
    func nothingIsCopied() throws {
        let frame = FrameFormat(kind: .rgb, bytesPerLine: 32, pixelsPerLine: 10, lines: 100, depth: 8)
        var assembler = try PageAssembler(first: frame)
        let bytes = [UInt8](repeating: 1, count: 10 * 32 + 5)
        try bytes.withUnsafeBytes { whole in
            var blocks: [RowBlock] = []
            let used = try assembler.absorb(whole) { block throws(ScanError) in blocks.append(block) }
            #expect(used == 320)
            #expect(blocks.count == 1)
            #expect(blocks.first?.base == whole.baseAddress)
            #expect(blocks.first?.stride == 32)
            #expect(blocks.first?.count == 10)
        }
    }

    @Test("what the encoder throws reaches the caller")
    func errorsPass() throws {
        let frame = FrameFormat(kind: .gray, bytesPerLine: 4, pixelsPerLine: 4, lines: 2, depth: 8)
        var assembler = try PageAssembler(first: frame)
        #expect(throws: ScanError.canceled) {
            try [UInt8](repeating: 0, count: 8).withUnsafeBytes { whole in
                _ = try assembler.absorb(whole) { _ throws(ScanError) in throw .canceled }
            }
        }
    }

    @Test(
        "a page whose data does not fit its announcement keeps its whole rows and says so",
        arguments: [
            (20, 5, ["The scanner delivered 5 lines less than announced."]),
            (36, 9, ["The scanner delivered 1 line less than announced."]),
            (
                22, 5,
                [
                    "The scanner delivered 5 lines less than announced.",
                    "The scanner stopped within a line; what came of it (2 bytes) was left out.",
                ]
            ),
            (40, 10, []),
            (43, 10, ["The scanner sent more than the picture; the rest (3 bytes) was left out."]),
            (60, 10, ["The scanner sent more than the picture; the rest (20 bytes) was left out."]),
        ]
    )
    func unevenData(bytes: Int, rows: Int, notes: [String]) throws {
        let frame = FrameFormat(kind: .gray, bytesPerLine: 4, pixelsPerLine: 4, lines: 10, depth: 8)
        for read in [1, 3, 7, 1000] {
            let page = try assemble([(frame, (0..<bytes).map { UInt8($0) })]) { read }
            #expect(page.rows.flatMap { $0 } == (0..<rows * 4).map { UInt8($0) })
            #expect(page.ending.rows == rows)
            #expect(page.ending.notes == notes)
        }
    }

    @Test("long padding is read a row at a time", arguments: [100_000, 40_000])
    func longPadding(stride: Int) throws {
        let colours: [FrameFormat.Kind] = [.red, .green, .blue]
        let frames = colours.enumerated().map { index, kind in
            let format = FrameFormat(
                kind: kind,
                isLast: kind == .blue,
                bytesPerLine: stride,
                pixelsPerLine: 2,
                lines: 5,
                depth: 8
            )
            let row = [UInt8(index), UInt8(index + 3)] + [UInt8](repeating: 99, count: stride - 2)
            return (format: format, bytes: [[UInt8]](repeating: row, count: 5).flatMap { $0 })
        }
        let planes = PlanesInMemory()
        let page = try assemble(frames, planes: planes) { 300_000 }
        #expect(page.rows == [[UInt8]](repeating: [0, 1, 2, 3, 4, 5], count: 5))
        #expect(planes.largestRead == stride)
    }

    @Test("a short colour shortens a three-pass page")
    func shortPlane() throws {
        let frames = [FrameFormat.Kind.blue, .red, .green].map { kind in
            let format = FrameFormat(
                kind: kind,
                isLast: kind == .green,
                bytesPerLine: 2,
                pixelsPerLine: 2,
                lines: 4,
                depth: 8
            )
            return (format: format, bytes: [UInt8](repeating: 9, count: kind == .red ? 5 : 8))
        }
        let page = try assemble(frames)
        #expect(page.rows.count == 2)
        #expect(page.picture == PictureFormat(channels: 3, depth: 8, width: 2, height: 4))
        #expect(page.ending.notes.first == "The scanner delivered 2 lines less than announced.")
    }

    @Test("a page without a row is an error", arguments: [0, 3])
    func noRow(bytes: Int) {
        let frame = FrameFormat(kind: .gray, bytesPerLine: 4, pixelsPerLine: 4, lines: nil, depth: 8)
        #expect(throws: ScanError.noPicture) {
            try assemble([(frame, [UInt8](repeating: 0, count: bytes))])
        }
    }

    @Test("colour of one bit is read as libsane's test device sends it")
    func colourBits() throws {
        // One line of its grid and one of its colour pattern, 35 pixels across.
        let grid: [UInt8] = [255, 255, 255, 0xF0, 0xF0, 0xF0, 0, 0, 0, 255, 255, 255, 0xEA, 0xEA, 0xEA]
        let pattern: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 255, 0, 0, 255, 0, 255, 0]
        let frame = FrameFormat(kind: .rgb, bytesPerLine: 15, pixelsPerLine: 35, lines: 2, depth: 1)
        let page = try assemble([(frame, grid + pattern)])
        #expect(page.picture == PictureFormat(channels: 3, depth: 8, width: 35, height: 2))
        let gridPixels = [(12, 255), (12, 0), (11, 255)].flatMap { [Int](repeating: $0.1, count: $0.0) }
        #expect(page.rows.first?.map { Int($0) } == gridPixels.flatMap { [$0, $0, $0] })
        let patternPixels = [(16, [0, 0, 0]), (16, [0, 0, 255]), (3, [0, 255, 0])]
        #expect(
            page.rows.last?.map { Int($0) }
                == patternPixels.flatMap { pixel in
                    (0..<pixel.0).flatMap { _ in pixel.1 }
                }
        )
    }
}
