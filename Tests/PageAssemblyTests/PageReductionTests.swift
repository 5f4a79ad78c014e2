import Scanning
import Testing

@Suite("pages are reduced to what was asked for")
struct PageReductionTests {
    /// What arrives, what was asked for, and what becomes of it; nil where it stays as it is.
    struct Row: Sendable, CustomTestStringConvertible {
        var channels: Int
        var depth: Int
        var colour: ColourMode
        var asked: Int?
        var result: [Int]?

        var testDescription: String { "\(channels) x \(depth) for \(colour) of \(asked ?? 0)" }

        init(_ channels: Int, _ depth: Int, _ colour: ColourMode, asked: Int? = nil, to result: [Int]? = nil) {
            self.channels = channels
            self.depth = depth
            self.colour = colour
            self.asked = asked
            self.result = result
        }
    }

    static let rows: [Row] = [
        Row(1, 1, .bilevel), Row(1, 8, .bilevel, to: [1, 1]), Row(1, 16, .bilevel, to: [1, 1]),
        Row(3, 8, .bilevel, to: [1, 1]), Row(3, 16, .bilevel, to: [1, 1]),
        Row(1, 1, .gray), Row(1, 8, .gray), Row(1, 16, .gray), Row(3, 8, .gray, to: [1, 8]),
        Row(3, 16, .gray, to: [1, 16]), Row(1, 16, .gray, asked: 8, to: [1, 8]),
        Row(3, 16, .gray, asked: 8, to: [1, 8]), Row(3, 8, .gray, asked: 16, to: [1, 8]),
        Row(3, 16, .gray, asked: 16, to: [1, 16]), Row(1, 1, .gray, asked: 8),
        Row(1, 1, .colour), Row(1, 8, .colour), Row(3, 8, .colour), Row(3, 16, .colour),
        Row(3, 16, .colour, asked: 8, to: [3, 8]), Row(3, 16, .colour, asked: 16),
        Row(1, 16, .colour, asked: 8, to: [1, 8]),
    ]

    private static func request(_ colour: ColourMode, depth: Int? = nil, threshold: Double? = nil) -> ScanRequest {
        var request = ScanRequest()
        (request.colour, request.depth, request.threshold) = (colour, depth, threshold)
        return request
    }

    /// Samples of 16 bits, whatever the format; a row of bits has 0 for black.
    private static func samples(_ bytes: [UInt8], _ format: PictureFormat) -> [Int] {
        (0..<format.width * format.channels).map { place in
            switch format.depth {
            case 1: bytes[place / 8] >> UInt8(7 - place % 8) & 1 == 1 ? 0 : 65_535
            case 8: Int(bytes[place]) * 257
            default: bytes.withUnsafeBytes { Int($0.loadUnaligned(fromByteOffset: 2 * place, as: UInt16.self)) }
            }
        }
    }

    /// Feeds rows in uneven blocks, with bytes behind each, and gets what comes out.
    private static func reduce(_ rows: [[UInt8]], padding: Int, _ reduction: PageReduction) throws -> [[UInt8]] {
        var result: [[UInt8]] = []
        var place = 0
        while place < rows.count {
            let some = rows[place..<min(place + 1 + place % 5, rows.count)]
            let memory = some.flatMap { $0 + [UInt8](repeating: 0xAA, count: padding) }
            try memory.withUnsafeBytes { room in
                guard let base = room.baseAddress else { return }
                let block = RowBlock(base: base, stride: memory.count / some.count, count: some.count)
                try reduction.pass(block) { (block) throws(ScanError) in
                    for row in 0..<block.count {
                        let start = block.base + row * block.stride
                        result.append(Array(UnsafeRawBufferPointer(start: start, count: reduction.picture.rowBytes)))
                    }
                }
            }
            place += some.count
        }
        return result
    }

    @Test("gray of colour, black and white of either, eight bits of sixteen, and nothing else", arguments: rows)
    func formats(_ row: Row) throws {
        var dice = Dice(seed: UInt64(row.channels * 100 + row.depth))
        for width in [1, 7, 8, 9, 333] {
            let source = PictureFormat(channels: row.channels, depth: row.depth, width: width, height: nil)
            let reduction = PageReduction(of: source, for: Self.request(row.colour, depth: row.asked))
            let format: [Int]? = reduction.map { [$0.picture.channels, $0.picture.depth] }
            #expect(format == row.result)
            guard let reduction else { continue }
            #expect(reduction.picture.width == width)
            #expect(reduction.picture.height == nil)
            let rows = (0..<250).map { _ in
                (0..<source.rowBytes).map { _ in UInt8.random(in: 0...255, using: &dice) }
            }
            let result = try Self.reduce(rows, padding: row.asked == nil ? 3 : 0, reduction)
            #expect(result.count == rows.count)
            for (before, after) in zip(rows, result) {
                let from = Self.samples(before, source).map(Double.init)
                let makesGray = row.channels == 3 && reduction.picture.channels == 1
                let expected: [Double] = makesGray ? Self.brightness(of: from) : from
                let samples = Self.samples(after, reduction.picture)
                let errors = zip(samples, expected).map { sample, brightness -> Double in
                    guard reduction.picture.depth == 1 else { return (Double(sample) - brightness).magnitude }
                    // Next to the threshold either is right.
                    guard (brightness - 32_768).magnitude > 600 else { return 0 }
                    return sample == (brightness < 32_768 ? 0 : 65_535) ? 0 : 65_535
                }
                #expect(errors.max() ?? 0 <= (reduction.picture.depth == 16 ? 40 : 600))
            }
        }
    }

    private static func brightness(of colours: [Double]) -> [Double] {
        stride(from: 0, to: colours.count, by: 3).map { place -> Double in
            let red: Double = 0.299 * colours[place]
            let green: Double = 0.587 * colours[place + 1]
            return red + green + 0.114 * colours[place + 2]
        }
    }

    private static let possible = rows.filter { $0.result != nil }

    @Test("white stays white and black stays black in every reduction", arguments: possible)
    func extremes(_ row: Row) throws {
        let source = PictureFormat(channels: row.channels, depth: row.depth, width: 13, height: 2)
        let reduction = try #require(PageReduction(of: source, for: Self.request(row.colour, depth: row.asked)))
        let rows = [UInt8(0), 255].map { [UInt8](repeating: $0, count: source.rowBytes) }
        let result = try Self.reduce(rows, padding: 0, reduction).map { Self.samples($0, reduction.picture) }
        let kinds: [Set<Int>] = result.map { Set($0) }
        #expect(kinds == [[0], [65_535]])
    }

    @Test("the threshold is the one that was asked for", arguments: [(0.0, 1), (0.25, 64), (0.5, 128), (1.0, 255)])
    func threshold(_ row: (threshold: Double, white: Int)) throws {
        let source = PictureFormat(channels: 1, depth: 8, width: 256, height: 1)
        let request = Self.request(.bilevel, threshold: row.threshold)
        let reduction = try #require(PageReduction(of: source, for: request))
        let result = try Self.reduce([(0...255).map { UInt8($0) }], padding: 0, reduction)
        #expect(Self.samples(result[0], reduction.picture).firstIndex { $0 > 0 } == row.white)
    }
}
