import Foundation
import Scanning
import TestSupport
import Testing
import WorkerProtocol

@Suite("Pages that are not as announced")
struct PageTests {
    /// What the device does, the rows that its page then has, and how many sentences say so.
    static let odd: [(words: String, rows: Int, notes: Int)] = [
        ("size=50x40", 40, 0),
        ("size=50x40,pad=13", 40, 0),
        ("size=50x40,trickle,chunk=77", 40, 0),
        ("size=50x40,surplus=3", 40, 1),
        ("size=50x40,missing=25", 39, 2),
        ("size=50x40,missing=50", 39, 1),
        ("size=50x40,missing=1510", 9, 2),
        ("size=50x40,lines=unknown", 40, 0),
        ("size=50x40,lines=unknown,missing=70", 38, 1),
        ("size=50x40,depth=16", 40, 0),
        ("size=3000x40,chunk=65536", 40, 0),
    ]

    @Test("the stored page is as high as the rows that came, and holds them", arguments: odd)
    func page(_ odd: (words: String, rows: Int, notes: Int)) throws {
        let world = try SaneWorld()
        let worker = try WorkerProcess(in: world)
        var request = ScanRequest.small(.glass)
        request.colour = .gray
        _ = try worker.open("virtual:\(odd.words)", request)
        let page = try #require(try worker.page(.png))
        #expect(page.ending.rows == odd.rows)
        #expect(page.ending.notes.count == odd.notes, "\(page.ending.notes)")
        let picture = try PortableMap(png: page.bytes)
        let width = odd.words.contains("3000x") ? 3_000 : 50
        #expect(picture == .virtualPage(width: width, height: odd.rows, page: 1, deep: odd.words.contains("depth=16")))
        #expect(try worker.leave() == .exit(0))
    }

    @Test("a short JPEG page, too, has its true height in store")
    func shortJPEG() throws {
        let world = try SaneWorld()
        let worker = try WorkerProcess(in: world)
        _ = try worker.open("virtual:size=64x100,missing=2000", .small(.glass))
        let page = try #require(try worker.page(.jpeg(quality: 90)))
        #expect(try PortableMap(jpeg: page.bytes).height == page.ending.rows)
        #expect(page.ending.rows == (64 * 300 - 2_000) / 192)
        #expect(page.info.picture.height == 100)
    }

    @Test("each page has the size that the device says after its start")
    func sizes() throws {
        let world = try SaneWorld()
        let worker = try WorkerProcess(in: world)
        var request = ScanRequest.small(.feeder)
        request.colour = .gray
        _ = try worker.open("virtual:pages=3,size=40x30+20x60+50x10", request)
        for (number, size) in [(40, 30), (20, 60), (50, 10)].enumerated() {
            let page = try #require(try worker.page(.png))
            #expect(
                try PortableMap(png: page.bytes) == .virtualPage(width: size.0, height: size.1, page: number + 1)
            )
        }
    }

    @Test(
        "a slow page is heard of at least every second, and its bytes come while it is scanned",
        arguments: [
            PageEncoding.png, .jpeg(quality: 75),
        ]
    )
    func slowPage(_ encoding: PageEncoding) throws {
        let world = try SaneWorld()
        let worker = try WorkerProcess(in: world)
        _ = try worker.open("virtual:size=100x120,chunk=900,delay=50000", .small(.glass))
        try worker.send(.feed(PageStorage(encoding)))
        var isEnded = false
        var progress = 0
        worker.onEvent = { event in
            switch event {
            case .progress: progress += 1
            case .pageEnded, .failed: isEnded = true
            default: break
            }
        }
        var earlyBytes = 0
        while !isEnded {
            earlyBytes = worker.receivedBytes
            #expect(try worker.listen(milliseconds: 1_000))
        }
        #expect(earlyBytes > 0 || progress > 2)
    }

    @Test("memory does not grow with the page")
    func memory() throws {
        let world = try SaneWorld(test: ["mode": "Gray"])
        var peaks: [Double] = []
        for dpi in [75.0, 300, 600, 1_200] {
            let worker = try WorkerProcess(in: world)
            var request = ScanRequest()
            request.resolution = dpi
            request.area = .page(width: .millimetres(200), height: .millimetres(100))
            _ = try worker.open("test:0", request)
            let page = try #require(try worker.page(.jpeg(quality: 75), seconds: 120))
            #expect(abs(page.info.picture.width - Length.millimetres(200).pixels(at: dpi)) <= 1)
            peaks.append(ProcessFigures(pid: worker.pid).peakMiB)
            #expect(try worker.leave() == .exit(0))
        }
        let least = try #require(peaks.min())
        #expect(least > 0)
        #expect((peaks.max() ?? 0) - least <= 4, "\(peaks) MiB")
    }
}

extension PortableMap {
    /// The gray picture that the virtual device paints (Tests/Backends/Virtual/picture.c).
    static func virtualPage(width: Int, height: Int, page: Int, deep: Bool = false) -> PortableMap {
        var bytes: [UInt8] = []
        for y in 0..<height {
            for x in 0..<width {
                let sample = x * 3 + y * 7 + page * 29
                let low = UInt8(truncatingIfNeeded: sample)
                bytes += deep ? [UInt8(truncatingIfNeeded: (sample * 257) >> 8), low] : [low]
            }
        }
        return PortableMap(kind: 5, width: width, height: height, largest: deep ? 65_535 : 255, bytes: bytes)
    }
}
