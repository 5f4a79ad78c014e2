import Scanning
import TestSupport
import Testing

@Suite("A worker's pages take their shape")
struct ShapeTests {
    /// Both sides of two sheets, as PNG.
    private func pages(
        _ device: String,
        _ mode: ColourMode,
        limit: Int = 1 << 30,
        _ change: (inout DeviceSettings) -> Void = { _ in }
    ) throws -> [PortableMap] {
        let world = try SaneWorld()
        let worker = try WorkerProcess(in: world)
        var request = ScanRequest()
        request.source = .feeder
        request.bothSides = true
        request.colour = mode
        request.resolution = 75
        request.area = .page(width: .millimetres(61), height: .millimetres(40))
        let settings = try worker.open(device, request) {
            change(&$0.device)
            $0.scratchLimit = limit
        }
        #expect(settings.bothSides)
        var pages: [PortableMap] = []
        while let page = try worker.page() { pages.append(try PortableMap(png: page.bytes)) }
        #expect(try worker.leave() == .exit(0))
        return pages
    }

    @Test(
        "only back sides are turned, in every format and with unknown height (BR-007)",
        arguments: [
            ("page,feeder,pages=2", .colour), ("page,pages=2", .gray), ("page,pages=2", .bilevel),
            ("page,pages=2,depth=16", .colour), ("page,pages=2,depth=16", .gray),
            ("page,pages=2,lines=unknown,pad=3", .colour), ("page,pages=2,missing=700", .gray),
        ] as [(String, ColourMode)]
    )
    func turned(_ row: (device: String, mode: ColourMode)) throws {
        let plain = try pages("virtual:" + row.device, row.mode)
        let turned = try pages("virtual:" + row.device, row.mode) { $0.rotateBacks = true }
        #expect(plain.count == turned.count && plain.count == 4)
        for (place, (before, after)) in zip(plain, turned).enumerated() {
            #expect(after == (place % 2 == 1 ? before.turned : before), "page \(place + 1)")
            if place % 2 == 1 { #expect(before.turned != before) }
        }
    }

    /// The back side of a sheet of that size in pixels, and the most memory that its worker had in use.
    private func back(_ size: String, isTurned: Bool) throws -> (page: ReceivedPage, peak: Double) {
        let world = try SaneWorld()
        let worker = try WorkerProcess(in: world)
        var request = ScanRequest()
        request.source = .feeder
        request.bothSides = true
        request.colour = .colour
        request.resolution = 600
        _ = try worker.open("virtual:page,pages=1,picture=paper,size=\(size)", request) {
            $0.device.rotateBacks = isTurned
        }
        let encoding = PageEncoding.jpeg(quality: 75)
        _ = try #require(try worker.page(encoding, seconds: 120))
        let page = try #require(try worker.page(encoding, seconds: 120))
        let peak = ProcessFigures(pid: worker.pid).peakMiB
        #expect(try worker.leave() == .exit(0))
        return (page, peak)
    }

    @Test("an A3 page of 600 dpi in colour, 209 MB, is turned in flat memory (BR-007, BR-063)")
    func memory() throws {
        let small = try back("709x1002", isTurned: true)
        let plain = try back("7016x9921", isTurned: false)
        let turned = try back("7016x9921", isTurned: true)
        #expect(plain.page.ending.rows == 9_921)
        #expect(turned.page.ending.rows == 9_921)
        #expect(turned.page.bytes != plain.page.bytes)
        let peaks = [small.peak, plain.peak, turned.peak]
        #expect(small.peak > 0)
        #expect(turned.peak - small.peak <= 6, "\(peaks) MiB")
        #expect(turned.peak - plain.peak <= 2, "\(peaks) MiB")
        #expect(turned.peak <= 32, "\(peaks) MiB")
    }

    @Test("a page that is to be turned and does not end does not fill the disk")
    func bounded() throws {
        let world = try SaneWorld()
        let worker = try WorkerProcess(in: world)
        var request = ScanRequest()
        request.source = .feeder
        request.bothSides = true
        request.resolution = 75
        _ = try worker.open("virtual:page,pages=2,lines=unknown", request) {
            $0.device.rotateBacks = true
            $0.scratchLimit = 1_000_000
        }
        #expect(try worker.page() != nil)
        let failure = "There is no room for the page. Choose a smaller area or resolution, or raise spool-limit."
        try worker.send(.feed(.png))
        #expect(try worker.nextAnswer() == .failed(.noRoom(failure)))
        #expect(try worker.leave() == .exit(0))
    }
}

extension PortableMap {
    /// The picture upside down.
    fileprivate var turned: PortableMap {
        var turned = self
        let rowBytes = bytes.count / height
        let pixel = kind == 4 ? 0 : rowBytes / width
        turned.bytes = (0..<height).reversed().flatMap { row -> [UInt8] in
            let line = Array(bytes[row * rowBytes..<(row + 1) * rowBytes])
            guard pixel > 0 else { return Self.turnedBits(line, width) }
            return stride(from: (width - 1) * pixel, through: 0, by: -pixel).flatMap { line[$0..<$0 + pixel] }
        }
        return turned
    }

    private static func turnedBits(_ line: [UInt8], _ width: Int) -> [UInt8] {
        var result = [UInt8](repeating: 0, count: line.count)
        for x in 0..<width where line[x / 8] & (0x80 >> UInt8(x % 8)) != 0 {
            let place = width - 1 - x
            result[place / 8] |= 0x80 >> UInt8(place % 8)
        }
        return result
    }
}
