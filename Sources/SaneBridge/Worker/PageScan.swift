import Imaging
import SaneBridge
import Scanning
import WorkerProtocol

/// Scans one page: frames of the device in, encoded bytes to the server, in flat memory.
final class PageScan {
    /// One read asks for no less. Measured with the test driver, 300 to 1200 dpi: 32 to 256 KiB are equally fast.
    private static let leastRead = 65_536
    /// After so many milliseconds the server hears something, if only how many rows there are.
    private static let longestSilence = 250

    private let link: ServerLink
    private let interruption: Interruption
    private let page: Int
    private let choice: EncodingChoice
    private let resolution: HeaderResolution
    private let shape: PageShape

    private var encoder: PageEncoder?
    private var cutter: PageCutter?
    private var reduction: PageReduction?
    private var turn: PageTurn?
    /// The device has delivered something of the page.
    private(set) var hasData = false

    /// `page` is its number in the interruption's count.
    init(
        _ page: Int,
        choice: EncodingChoice,
        resolution: HeaderResolution,
        shape: PageShape,
        link: ServerLink,
        interruption: Interruption
    ) {
        self.shape = shape
        self.page = page
        self.choice = choice
        self.link = link
        self.interruption = interruption
        self.resolution = resolution
    }

    /// Scans the page whose first frame has been started.
    ///
    /// - Throws: `canceled` when the page was cancelled in between, else what the device said.
    func run(_ device: borrowing SaneDevice) throws(ScanError) -> PageEnding {
        let first = try device.frame()
        let dpi = resolution.dpi(of: first)
        var assembler = try PageAssembler(first: first) {
            [shape] () throws(ScanError) in
            try PlaneFile(limit: shape.scratchLimit)
        }
        try prepare(assembler.picture, dpi)
        try readFrame(of: &assembler, from: device, dpi)
        while assembler.wantsAnotherFrame {
            try checkCancelled()
            link.send(.calling(.start))
            try device.start()
            try assembler.begin(device.frame())
            try readFrame(of: &assembler, from: device, dpi)
        }
        // A driver that was cancelled may say that the page has ended.
        try checkCancelled()
        let assembled = try assembler.finish()
        try encodeTurned(dpi)
        guard let encoder else { throw .noPicture }
        var ending = try encoder.finish()
        ending.notes += assembled.notes
        if shape.cut != nil, cutter == nil {
            ending.notes.append("The scanner does not tell its resolution, so nothing could be cut off; more came.")
        }
        return ending
    }

    private func readFrame(
        of assembler: inout PageAssembler,
        from device: borrowing SaneDevice,
        _ dpi: Double
    ) throws(ScanError) {
        let buffer = UnsafeMutableRawBufferPointer.allocate(
            byteCount: assembler.bytesPerLine + PageScan.leastRead,
            alignment: 16
        )
        defer { buffer.deallocate() }
        var filled = 0
        var idleReads = 0
        link.send(.calling(.firstBytes))
        while let count = try read(device, into: UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])) {
            guard count > 0 else {
                idleReads += 1
                Monotonic.pause(milliseconds: min(idleReads, 10))
                continue
            }
            idleReads = 0
            let isFirst = !hasData
            hasData = true
            filled += count
            let rows = assembler.rows
            let picture = reduction?.picture ?? cutter?.picture ?? assembler.picture
            let used = try assembler.absorb(UnsafeRawBufferPointer(rebasing: buffer[..<filled])) {
                (rows) throws(ScanError) in
                try self.take(rows, of: picture, dpi)
            }
            let isSurplus = used == filled && assembler.rows == rows
            if used > 0 {
                buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: buffer[used..<filled]))
                filled -= used
            }
            // Part of a row, the first of three colours, what is cut off: nothing is seen of it outside, and yet a sheet
            // that has given any must not be scanned again as if it had not.
            if isFirst, encoder == nil { link.send(.progress(rows: assembler.rows)) }
            if !isSurplus { try breakSilence(rows: assembler.rows) }
        }
    }

    /// One read; nil at the frame's end. Between two reads a cancel is seen.
    private func read(
        _ device: borrowing SaneDevice,
        into buffer: UnsafeMutableRawBufferPointer
    ) throws(ScanError) -> Int? {
        guard interruption.beginRead(device.canceller, page: page) else { throw .canceled }
        defer { interruption.endRead() }
        switch try device.read(into: buffer) {
        case .bytes(let count): return count
        case .endOfFrame: return nil
        }
    }

    private func prepare(_ picture: PictureFormat, _ dpi: Double) throws(ScanError) {
        if let cut = shape.cut, dpi > 0 { cutter = try PageCutter(cut, of: picture, dpi: dpi, down: resolution.down) }
        let cut = cutter?.picture ?? picture
        reduction = PageReduction(of: cut, for: shape.request)
        guard shape.isTurned else { return }
        turn = PageTurn(reduction?.picture ?? cut, store: try PlaneFile(limit: shape.scratchLimit))
    }

    /// Takes rows from the assembler: cut and reduced, then kept where they are to be turned, else encoded.
    private func take(_ rows: RowBlock, of picture: PictureFormat, _ dpi: Double) throws(ScanError) {
        guard let cutter else { return try reduce(rows, of: picture, dpi) }
        try cutter.pass(rows) { (rows) throws(ScanError) in try self.reduce(rows, of: picture, dpi) }
    }

    private func reduce(_ rows: RowBlock, of picture: PictureFormat, _ dpi: Double) throws(ScanError) {
        guard let reduction else { return try keepOrEncode(rows, of: picture, dpi) }
        try reduction.pass(rows) { (rows) throws(ScanError) in try self.keepOrEncode(rows, of: picture, dpi) }
    }

    private func keepOrEncode(_ rows: RowBlock, of picture: PictureFormat, _ dpi: Double) throws(ScanError) {
        if let turn { try turn.keep(rows) } else { try encode(rows, of: picture, dpi) }
    }

    /// The rows of a turned page, once the last one is there.
    private func encodeTurned(_ dpi: Double) throws(ScanError) {
        guard let turn else { return }
        let picture = turn.turned
        try turn.emit { (rows) throws(ScanError) in
            try self.checkCancelled()
            try self.encode(rows, of: picture, dpi)
        }
    }

    private func encode(_ rows: RowBlock, of picture: PictureFormat, _ dpi: Double) throws(ScanError) {
        if let encoder { return try encoder.write(rows) }
        try begin(picture, dpi).write(rows)
    }

    private func begin(_ picture: PictureFormat, _ dpi: Double) throws(ScanError) -> PageEncoder {
        let encoding = choice.encoding(of: picture, page: page)
        let encoder = try PageEncoder(encoding, picture: picture, resolution: dpi, lineResolution: resolution.down) {
            [link] (bytes) throws(ScanError) in
            try link.sendPage(bytes)
        }
        self.encoder = encoder
        var info = PageInfo(picture: picture, resolution: dpi, encoding: encoding)
        info.lineResolution = resolution.down
        info.origin = shape.origin
        link.send(.pageStarted(info))
        return encoder
    }

    private func breakSilence(rows: Int) throws(ScanError) {
        let sent = link.lastSent
        guard Monotonic.milliseconds - sent >= PageScan.longestSilence else { return }
        try encoder?.flush()
        if link.lastSent == sent { link.send(.progress(rows: rows)) }
    }

    private func checkCancelled() throws(ScanError) {
        if interruption.isCancelled(page: page) { throw .canceled }
    }
}
