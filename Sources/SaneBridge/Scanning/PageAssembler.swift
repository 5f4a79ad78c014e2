/// Makes the rows of a page out of the frames and bytes that a device sends.
///
/// *Order:* `absorb` whenever bytes have arrived, the rest of the bytes first the next time. When a frame's data ends and
/// `wantsAnotherFrame`, start the device again and `begin` that frame; otherwise `finish`.
/// *Speed:* rows that need no change are handed on where they lie, all of a buffer at once.
package struct PageAssembler {
    /// The picture that the rows belong to; its height is nil when unknown.
    package let picture: PictureFormat
    /// Rows handed on so far.
    package private(set) var rows = 0

    private var frame: FrameFormat
    private var route: Route
    private var planes: PageAssemblerPlanes?
    /// Rows of this frame that are taken; all further ones are surplus.
    private var limit: Int?
    private var frameRows = 0
    private var surplus = 0
    private var rest = 0

    private enum Route {
        case straight
        case colourBits(PageAssemblerScratch)
        case plane
        case lastPlane
    }

    /// How a page ended.
    package struct Ending: Hashable, Sendable {
        package var rows: Int
        /// Sentences for people, as in `PageEnding.notes`.
        package var notes: [String]
    }

    /// Begins a page. `makePlanes` is called for three-pass pages only: two of the three colours wait there.
    ///
    /// *Errors:* `badData` for a frame that cannot be a picture.
    package init(
        first: FrameFormat,
        planes makePlanes: () throws(ScanError) -> any PlaneStore = { () throws(ScanError) -> any PlaneStore in
            throw .host("A scanner that reads one colour after the other needs room for two of them.")
        }
    ) throws(ScanError) {
        try first.check()
        frame = first
        picture = first.picture
        limit = picture.height
        if first.kind.isOneColour {
            planes = PageAssemblerPlanes(store: try makePlanes(), width: first.pixelsPerLine, depth: first.depth)
            planes?.begin(first)
            route = .plane
        } else if first.kind == .rgb, first.depth == 1 {
            route = .colourBits(PageAssemblerScratch(rowBytes: picture.rowBytes))
        } else {
            route = .straight
        }
    }

    /// Bytes of one row as the device sends it: a buffer must hold at least these.
    package var bytesPerLine: Int { frame.bytesPerLine }

    /// Whether the page needs a further frame when the data of this one has ended.
    package var wantsAnotherFrame: Bool { planes.map { $0.kinds.count < 3 } ?? false }

    /// Begins the next frame of a three-pass page; it must agree with the first.
    package mutating func begin(_ next: FrameFormat) throws(ScanError) {
        try next.check()
        guard var planes, next.kind.isOneColour, planes.kinds.count < 3, !planes.kinds.contains(next.kind) else {
            throw .badData("The scanner sent a \(next.kind.rawValue) frame where none belongs.")
        }
        guard next.pixelsPerLine == frame.pixelsPerLine, next.depth == frame.depth, next.promised == frame.promised
        else {
            throw .badData("The scanner's three colours have different sizes.")
        }
        planes.end(rows: frameRows)
        planes.begin(next)
        let isLast = planes.kinds.count == 3
        limit = isLast ? min(planes.leastRows, picture.height ?? .max) : picture.height
        route = isLast ? .lastPlane : .plane
        self.planes = planes
        frame = next
        frameRows = 0
        rest = 0
    }

    /// Takes as many whole rows as `bytes` holds and gives them to `emit` in blocks.
    ///
    /// Returns how many bytes are used up; the caller keeps the rest at the front of its buffer. What `emit` gets lies
    /// in `bytes` or in memory of the assembler, and is valid during the call.
    package mutating func absorb(
        _ bytes: UnsafeRawBufferPointer,
        _ emit: (RowBlock) throws(ScanError) -> Void
    ) throws(ScanError) -> Int {
        guard let base = bytes.baseAddress else { return 0 }
        let stride = frame.bytesPerLine
        let missing = limit.map { $0 - frameRows } ?? .max
        let count = min(bytes.count / stride, missing)
        if count > 0 {
            try pass(RowBlock(base: base, stride: stride, count: count), emit)
            frameRows += count
        }
        rest = bytes.count - count * stride
        guard count == missing else { return count * stride }
        surplus += rest
        rest = 0
        return bytes.count
    }

    private mutating func pass(
        _ block: RowBlock,
        _ emit: (RowBlock) throws(ScanError) -> Void
    ) throws(ScanError) {
        switch route {
        case .straight: try emit(block)
        case .colourBits(let scratch): try scratch.spreadBits(of: block, width: picture.width, emit)
        case .plane: return try planes?.keep(block, after: frameRows) ?? ()
        case .lastPlane: try planes?.interleave(block, from: frameRows, emit)
        }
        rows += block.count
    }

    /// Ends the page: what was left out or is missing, in words.
    ///
    /// *Errors:* `badData` when there is no row at all, or not all of three colours.
    package func finish() throws(ScanError) -> Ending {
        guard !wantsAnotherFrame else {
            throw .badData("The scanner ended the page before all three colours were read.")
        }
        guard rows > 0 else { throw .noPicture }
        let missing = (picture.height ?? rows) - rows
        let notes: [(Int, String)] = [
            (missing, "The scanner delivered \(missing, of: "line") less than announced."),
            (rest, "The scanner stopped within a line; what came of it (\(rest, of: "byte")) was left out."),
            (surplus, "The scanner sent more than the picture; the rest (\(surplus, of: "byte")) was left out."),
        ]
        return Ending(rows: rows, notes: notes.filter { $0.0 > 0 }.map { $0.1 })
    }
}

extension ScanError {
    /// The device ended a page without one row.
    package static let noPicture = ScanError.badData(
        "The scanner delivered no picture."
    )
}
