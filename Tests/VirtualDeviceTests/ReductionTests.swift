import Foundation
import Scanning
import TestSupport
import Testing
import WorkerProtocol

@Suite("What was asked for comes, of devices that deliver something else")
struct ReductionTests {
    /// Channels and bits of a page that was asked for as this.
    static let wanted: [(colour: ColourMode, format: [Int])] = [
        (.bilevel, [1, 1]), (.gray, [1, 8]), (.colour, [3, 8]),
    ]

    @Test("black and white, gray and colour come from every described device (BR-101)", arguments: DescribedDevice.all)
    func everyDevice(_ name: String) throws {
        let world = try SaneWorld()
        for (colour, format) in Self.wanted {
            for source in PaperSource.allCases {
                let worker = try WorkerProcess(in: world)
                var request = ScanRequest()
                request.source = source
                request.colour = colour
                request.resolution = 75
                _ = try worker.open("virtual:\(name),pages=1", request)
                let page = try #require(try worker.page())
                let what = "\(colour) from the \(source)"
                #expect([page.info.picture.channels, page.info.picture.depth] == format, "\(what)")
                // The file says the same: bits a sample, and 0 for gray or 2 for colour.
                #expect(Array(page.bytes[24...25]) == [UInt8(format[1]), format[0] == 3 ? 2 : 0], "\(what)")
                // A slide is too small for the mark.
                guard page.info.picture.width >= 128 else { continue }
                #expect(try PageMark(inPage: page.bytes)?.sheet == 1, "\(what)")
            }
        }
    }

    /// Words of a device that has no option for what a pixel shows.
    static let stubborn = [
        "", "depth=16", "frames=3", "frames=3,depth=16", "depth=1", "frames=3,depth=1", "lines=unknown,pad=3",
        "missing=4000,trickle", "surplus=2,depth=16",
    ]

    private static let description = [
        "vendor V", "model M", "type \"sheet-fed scanner\"", "option resolution int unit dpi range 50 600 1 default 75",
    ]

    /// The page that comes, one for each way to ask for it.
    private func pages(
        _ device: String,
        _ requests: [(ColourMode, Int?)]
    ) throws -> [ReceivedPage] {
        let world = try SaneWorld()
        try world.describe("odd", Self.description)
        return try requests.map { colour, depth in
            let worker = try WorkerProcess(in: world)
            var request = ScanRequest()
            request.colour = colour
            request.depth = depth
            request.resolution = 75
            _ = try worker.open("virtual:odd,size=208x150\(device)", request)
            let page = try #require(try worker.page())
            #expect(try worker.leave() == .exit(0))
            return page
        }
    }

    @Test("gray, and black and white, are made of colour in every form, row by row (BR-101)", arguments: stubborn)
    func forms(_ words: String) throws {
        let all = try pages(
            words.isEmpty ? "" : ",\(words)",
            [(.colour, 8), (.gray, 8), (.bilevel, nil), (.gray, nil)]
        )
        let maps = try all.map { try PortableMap(png: $0.bytes) }
        let colour = maps[0]
        #expect(Set(all.map(\.ending.notes)).count == 1)
        let brightness = stride(from: 0, to: colour.bytes.count, by: 3).map { place -> Double in
            let pixel = colour.bytes[place..<place + 3].map(Double.init)
            let red: Double = 0.299 * pixel[0]
            let green: Double = 0.587 * pixel[1]
            return red + green + 0.114 * pixel[2]
        }
        #expect(maps.map(\.kind) == [6, 5, 4, 5])
        #expect(maps[3].largest == (words.contains("depth=16") ? 65_535 : 255))
        for map in maps { #expect(map.width == colour.width && map.height == colour.height) }
        for gray in [maps[1], maps[3].eightBit] {
            let differences = zip(gray.bytes, brightness).map { (Double($0) - $1).magnitude }
            #expect(differences.max() ?? 255 <= 2)
        }
        let wrong = zip(maps[2].eightBit.bytes, brightness).filter { bit, brightness in
            (brightness - 128).magnitude > 2 && bit != (brightness < 128 ? 0 : 255)
        }
        #expect(wrong.isEmpty)
    }

    @Test("a page that is made gray, or black and white, is cut and turned as any other (BR-101)")
    func shaped() throws {
        let world = try SaneWorld()
        let duplex = "option source string list \"ADF Duplex\" default \"ADF Duplex\""
        try world.describe("odd", Self.description + [duplex])
        for (words, colour) in [("size=148x133", ColourMode.bilevel), ("size=300x301", .gray)] {
            let worker = try WorkerProcess(in: world)
            var request = ScanRequest()
            request.source = .feeder
            request.bothSides = true
            request.colour = colour
            request.resolution = 75
            request.area = .page(width: .millimetres(50), height: .millimetres(45))
            _ = try worker.open("virtual:odd,pages=2,\(words)", request) {
                $0.device.rotateBacks = true
                $0.device.crop = true
            }
            var marks: [PageMark?] = []
            while let page = try worker.page() {
                marks.append(try PageMark(inPage: page.bytes))
                let picture = page.info.picture
                let shape: [Int?] = [picture.channels, picture.depth, picture.width, picture.height]
                #expect(shape == [1, colour == .bilevel ? 1 : 8, 148, 133])
            }
            let turned = PageMark.Turn.upsideDown
            let expected = [1, 2].flatMap { sheet in
                [PageMark(sheet: sheet), PageMark(sheet: sheet, side: .back, turn: turned)]
            }
            #expect(marks == expected)
        }
    }

    @Test("a large page is made gray, or black and white, in flat memory (BR-063, BR-101)")
    func memory() throws {
        let world = try SaneWorld()
        try world.describe("odd", Self.description)
        var peaks: [Double] = []
        for (colour, size) in [(ColourMode.colour, "400x400"), (.gray, "4000x4000"), (.bilevel, "4000x4000")] {
            let worker = try WorkerProcess(in: world)
            var request = ScanRequest()
            request.colour = colour
            _ = try worker.open("virtual:odd,pages=1,picture=white,plain,size=\(size)", request)
            _ = try #require(try worker.page(.jpeg(quality: 75), seconds: 120))
            peaks.append(ProcessFigures(pid: worker.pid).peakMiB)
        }
        #expect(peaks[0] > 0)
        #expect((peaks.max() ?? 0) - peaks[0] <= 6, "\(peaks) MiB")
    }
}
