/// What the mark in the corner of a virtual device's image says (Tests/Backends/Virtual/mark.c).
package struct PageMark: Equatable, Sendable, CustomStringConvertible {
    /// Which side of the sheet is seen.
    package enum Side: Int, Sendable { case front, back }
    /// By how much the image was turned clockwise.
    package enum Turn: Int, Sendable, CaseIterable { case upright, right, upsideDown, left }

    /// Counted from 1, in the order in which sheets leave the feeder.
    package var sheet: Int
    package var side: Side
    package var turn: Turn

    package init(sheet: Int, side: Side = .front, turn: Turn = .upright) {
        self.sheet = sheet
        self.side = side
        self.turn = turn
    }

    package var description: String { "sheet \(sheet), \(side), \(turn)" }

    /// Looks for the mark in all four corners; nil when there is none.
    package init?(in picture: PortableMap) {
        let picture = picture.eightBit
        for turn in Turn.allCases {
            if let (sheet, side) = Self.read(CornerView(picture: picture, turn: turn)) {
                self.init(sheet: sheet, side: side, turn: turn)
                return
            }
        }
        return nil
    }

    /// Reads a stored page, PNG or JPEG; nil when it has no mark.
    package init?(inPage file: [UInt8]) throws {
        self.init(in: try PortableMap(page: file))
    }

    private static let cell = 8
    private static let finder = [true, true, false, true]

    private static func read(_ view: CornerView) -> (sheet: Int, side: Side)? {
        guard view.width >= 16 * cell, view.height >= 12 * cell else { return nil }
        func isInk(_ column: Int, _ row: Int) -> Bool { view.brightness(ofCell: column, row, size: cell) < 128 }
        for edge in 0..<16 where isInk(edge, 0) || isInk(edge, 3) { return nil }
        let bits = (1...14).map { isInk($0, 1) } + (1...14).map { isInk($0, 2) }
        guard Array(bits.prefix(4)) == finder else { return nil }
        let number = bits.dropFirst(4).reduce(0) { $0 << 1 | ($1 ? 1 : 0) }
        let (sheet, sideBit, sum) = (number >> 8, number >> 7 & 1, number & 0x7f)
        guard sum == (sheet * 3 + sideBit * 31 + 5) % 127, let side = Side(rawValue: sideBit) else { return nil }
        return (sheet, side)
    }
}

/// A picture as it was before it was turned.
private struct CornerView {
    let picture: PortableMap
    let turn: PageMark.Turn

    private var isAcross: Bool { turn == .right || turn == .left }
    var width: Int { isAcross ? picture.height : picture.width }
    var height: Int { isAcross ? picture.width : picture.height }

    /// The mean of a cell's middle, where its neighbours do not reach.
    func brightness(ofCell column: Int, _ row: Int, size: Int) -> Int {
        var sum = 0
        for y in 2..<size - 2 {
            for x in 2..<size - 2 { sum += sample(column * size + x, row * size + y) }
        }
        return sum / ((size - 4) * (size - 4))
    }

    private func sample(_ x: Int, _ y: Int) -> Int {
        let place =
            switch turn {
            case .upright: (x, y)
            case .right: (picture.width - 1 - y, x)
            case .upsideDown: (picture.width - 1 - x, picture.height - 1 - y)
            case .left: (y, picture.height - 1 - x)
            }
        let channels = picture.kind == 6 ? 3 : 1
        // Of colours, green is the nearest to brightness.
        return Int(picture.bytes[place.1 * picture.rowBytes + place.0 * channels + channels / 2])
    }
}
