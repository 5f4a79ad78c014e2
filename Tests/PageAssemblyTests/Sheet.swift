import Scanning

/// Random numbers that are the same in every run.
struct Dice: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1
    }

    mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state
    }
}

/// What a device sends for one page, and the picture that a plain reading of the standard makes of it.
struct Sheet {
    var frames: [(format: FrameFormat, bytes: [UInt8])]
    var rows: [[UInt8]]

    enum Shape: CaseIterable {
        case gray, colour, threePass
    }

    /// A page of random samples with random padding behind each line.
    init(
        _ shape: Shape,
        depth: Int,
        width: Int,
        lines: Int,
        isHeightKnown: Bool,
        dice: inout Dice
    ) {
        let channels = shape == .gray ? 1 : 3
        let most: UInt16 = depth == 16 ? .max : depth == 8 ? 255 : 1
        let samples = (0..<lines).map { _ in
            (0..<width).map { _ in (0..<channels).map { _ in UInt16.random(in: 0...most, using: &dice) } }
        }
        let padding = [0, 0, 1, 7].randomElement(using: &dice) ?? 0
        let kinds: [FrameFormat.Kind] =
            switch shape {
            case .gray: [.gray]
            case .colour: [.rgb]
            case .threePass: [.red, .green, .blue].shuffled(using: &dice)
            }
        frames = kinds.enumerated().map { index, kind in
            let lineBytes = samples.map { row in
                Self.line(row.map { pixel in Self.channels(of: kind).map { pixel[$0] } }, depth: depth)
                    + [UInt8](repeating: 0xAA, count: padding)
            }
            let needed = Self.line((0..<width).map { _ in Self.channels(of: kind).map { _ in 0 } }, depth: depth).count
            return (
                FrameFormat(
                    kind: kind,
                    isLast: index == kinds.count - 1,
                    bytesPerLine: needed + padding,
                    pixelsPerLine: width,
                    lines: isHeightKnown ? lines : nil,
                    depth: depth
                ),
                lineBytes.flatMap { $0 }
            )
        }
        rows = samples.map { row in
            if shape == .gray { return Self.line(row, depth: depth) }
            return row.joined().flatMap { sample in
                depth == 16 ? Self.hostOrder(sample) : [depth == 1 ? UInt8(sample * 255) : UInt8(sample)]
            }
        }
    }

    private static func channels(of kind: FrameFormat.Kind) -> [Int] {
        switch kind {
        case .gray, .red: [0]
        case .green: [1]
        case .blue: [2]
        case .rgb: [0, 1, 2]
        }
    }

    private static func hostOrder(_ sample: UInt16) -> [UInt8] {
        withUnsafeBytes(of: sample) { Array($0) }
    }

    /// One line as it travels: pixels of samples.
    private static func line(_ pixels: [[UInt16]], depth: Int) -> [UInt8] {
        switch depth {
        case 16: return pixels.joined().flatMap(hostOrder)
        case 8: return pixels.joined().map { UInt8($0) }
        default: break
        }
        var bytes: [UInt8] = []
        for start in stride(from: 0, to: pixels.count, by: 8) {
            let group = pixels[start..<min(start + 8, pixels.count)]
            for channel in 0..<(pixels.first?.count ?? 0) {
                var byte: UInt8 = 0
                for (bit, pixel) in group.enumerated() { byte |= UInt8(pixel[channel]) << (7 - bit) }
                bytes.append(byte)
            }
        }
        return bytes
    }
}
