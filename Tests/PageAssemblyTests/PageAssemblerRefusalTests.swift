import Scanning
import Testing

@Suite("Frames that cannot be a picture")
struct PageAssemblerRefusalTests {
    private static let impossible: [(FrameFormat.Kind, bytes: Int, pixels: Int, lines: Int?, depth: Int)] = [
        (.gray, 99, 100, 10, 8),
        (.gray, 199, 100, 10, 16),
        (.gray, 12, 100, 10, 1),
        (.rgb, 299, 100, 10, 8),
        (.rgb, 599, 100, nil, 16),
        (.rgb, 38, 100, 10, 1),
        (.red, 99, 100, 10, 8),
        (.gray, 100, 0, 10, 8),
        (.gray, 100, -1, 10, 8),
        (.gray, 65_501, 65_501, 10, 8),
        (.gray, .max, .max, 10, 8),
        (.rgb, .max, .max, .max, 16),
        (.gray, .max, 100, 10, 8),
        (.gray, 0, 100, 10, 8),
        (.gray, -100, 100, 10, 8),
        (.gray, 100, 100, .max, 8),
        (.gray, 100, 100, 10, 0),
        (.gray, 100, 100, 10, 4),
        (.gray, 1000, 100, 10, 32),
    ]

    @Test("impossible sizes are refused at the start", arguments: impossible)
    func impossibleSize(kind: FrameFormat.Kind, bytes: Int, pixels: Int, lines: Int?, depth: Int) {
        let frame = FrameFormat(kind: kind, bytesPerLine: bytes, pixelsPerLine: pixels, lines: lines, depth: depth)
        do {
            _ = try begin(frame)
            Issue.record("accepted")
        } catch .badData(let explanation) {
            #expect(explanation.hasPrefix("The scanner"))
        } catch {
            Issue.record(error)
        }
    }

    @Test("no or a negative number of lines means that nobody knows", arguments: [0, -1])
    func unknownLines(lines: Int) throws {
        let frame = FrameFormat(kind: .gray, bytesPerLine: 4, pixelsPerLine: 4, lines: lines, depth: 8)
        #expect(try PageAssembler(first: frame).picture.height == nil)
    }

    private static func plane(
        _ kind: FrameFormat.Kind,
        pixels: Int = 4,
        lines: Int? = 3,
        depth: Int = 8
    ) -> FrameFormat {
        FrameFormat(
            kind: kind,
            isLast: false,
            bytesPerLine: pixels * max(1, depth / 8),
            pixelsPerLine: pixels,
            lines: lines,
            depth: depth
        )
    }

    @Test(
        "a second frame that disagrees with the first is refused",
        arguments: [
            plane(.red), plane(.gray), plane(.rgb, pixels: 1), plane(.green, pixels: 5), plane(.green, lines: 4),
            plane(.green, lines: nil), plane(.green, depth: 16),
        ]
    )
    func disagreeing(second: FrameFormat) throws {
        var assembler = try begin(Self.plane(.red))
        #expect(throws: ScanError.self) { try assembler.begin(second) }
    }

    @Test("a gray page has no second frame")
    func grayStaysAlone() throws {
        var assembler = try PageAssembler(first: Self.plane(.gray))
        #expect(!assembler.wantsAnotherFrame)
        #expect(throws: ScanError.self) { try assembler.begin(Self.plane(.red)) }
    }

    @Test("two of three colours are no page")
    func missingColour() {
        let bytes = [UInt8](repeating: 0, count: 12)
        #expect(throws: ScanError.self) {
            try assemble([(Self.plane(.red), bytes), (Self.plane(.green), bytes)])
        }
    }
}
