import Foundation
import Scanning
import TestSupport
import Testing
import WorkerProtocol

@Suite("Virtual devices: paper")
struct PaperTests {
    /// Device, and the sides that a feeder of two sheets gives when both are asked for.
    static let feeders: [(device: String, marks: [PageMark])] = [
        ("page", [.init(sheet: 1), .init(sheet: 1, side: .back), .init(sheet: 2), .init(sheet: 2, side: .back)]),
        (
            "fujitsu-fi7260",
            [.init(sheet: 1), .init(sheet: 1, side: .back), .init(sheet: 2), .init(sheet: 2, side: .back)]
        ),
        (
            "page,turned-backs",
            [
                .init(sheet: 1), .init(sheet: 1, side: .back, turn: .upsideDown), .init(sheet: 2),
                .init(sheet: 2, side: .back, turn: .upsideDown),
            ]
        ),
    ]

    @Test("each side carries its number, and says which side it is and how it lies", arguments: feeders)
    func sides(_ feeder: (device: String, marks: [PageMark])) throws {
        let world = try SaneWorld()
        let worker = try WorkerProcess(in: world)
        var request = ScanRequest.feeder
        request.bothSides = true
        _ = try worker.open("virtual:\(feeder.device),pages=2", request)
        #expect(try worker.marks() == feeder.marks)
    }

    @Test(
        "the mark can be read at every depth, in every mode and form",
        arguments: [ColourMode.bilevel, .gray, .colour],
        [PageEncoding.png, .jpeg(quality: 50)]
    )
    func forms(colour: ColourMode, encoding: PageEncoding) throws {
        let world = try SaneWorld()
        for depth in colour == .bilevel ? [1] : [8, 16] {
            let worker = try WorkerProcess(in: world)
            var request = ScanRequest.feeder
            request.colour = colour
            _ = try worker.open("virtual:page,pages=1,depth=\(depth)", request)
            let page = try #require(try worker.page(encoding))
            #expect(try PageMark(inPage: page.bytes) == PageMark(sheet: 1))
        }
    }

    @Test("a page of three frames is the page of one")
    func frames() throws {
        let world = try SaneWorld()
        let pages = try ["", ",frames=3"].map { words in
            let worker = try WorkerProcess(in: world)
            _ = try worker.open("virtual:page,pages=1,plain\(words)", .feeder)
            return try PortableMap(png: #require(try worker.page()).bytes)
        }
        #expect(pages[0] == pages[1])
    }

    @Test("what is taken from a tray is gone, whoever took it, until more is loaded")
    func tray() throws {
        let world = try SaneWorld()
        try world.plug(VirtualDevice("tray", as: "page,tray,pages=2"))
        #expect(try world.marks(from: "tray") == [PageMark(sheet: 1), PageMark(sheet: 2)])
        #expect(try world.marks(from: "tray") == [])
        try world.plug(VirtualDevice("tray", as: "page,tray,pages=3"))
        #expect(try world.marks(from: "tray") == [PageMark(sheet: 3)])
    }

    @Test("sheets have their own sizes")
    func sheets() throws {
        let world = try SaneWorld()
        let worker = try WorkerProcess(in: world)
        var request = ScanRequest.feeder
        request.resolution = 150
        request.area = .wholeBed
        _ = try worker.open("virtual:page,pages=2,size=148x210+105x148mm", request)
        let sizes = try (0..<2).map { _ in try #require(try worker.page()).info.picture }
        #expect(sizes.map(\.width) == [874, 620])
        #expect(sizes.map(\.height) == [1_240, 874])
    }

    @Test("every described device scans at its power-on settings", arguments: DescribedDevice.all)
    func everyDevice(_ name: String) throws {
        let world = try SaneWorld()
        let output = try Program.run(
            ["scanimage", "-d", "virtual:\(name)", "--format=pnm"],
            environment: world.environment,
            seconds: 60
        )
        #expect(output.ending.succeeded, "\(output.errors)")
        let mark = PageMark(in: try PortableMap(output.bytes, mayBePadded: true))
        #expect(mark?.sheet == 1, "\(output.bytes.prefix(60))")
    }
}

/// The names of the descriptions in Tests/Devices.
enum DescribedDevice {
    static let all: [String] = {
        let names = try? FileManager.default.contentsOfDirectory(atPath: BuiltProducts.devices)
        guard let names, !names.isEmpty else {
            Issue.record("There are no descriptions in \(BuiltProducts.devices).")
            return []
        }
        return names.compactMap { $0.hasSuffix(".device") ? String($0.dropLast(7)) : nil }.sorted()
    }()
}
