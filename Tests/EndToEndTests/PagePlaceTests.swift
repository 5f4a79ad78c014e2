import Foundation
import TestSupport
import Testing

@Suite("next-page-info tells where a page lies, and how dense its dots are", .timeLimit(.minutes(10)))
struct PagePlaceTests {
    private func world(_ lines: [String]? = nil, as words: String = "x") throws -> World {
        let world = try World(backends: ["virtual"])
        if let lines { try world.scanners.describe("x", lines) }
        try world.scanners.plug(VirtualDevice("x", as: words, vendor: "M", model: "S"))
        #expect(try eventually { try !world.list().isEmpty })
        return world
    }

    /// What is told of the first page, and of the area by the capabilities of a job that is still pending.
    private func told(_ world: World, _ order: String) throws -> (image: [String: Any], area: [String: Any]?) {
        let job = try world.v19.makeJob(#"{"autoRun":false,"device":"virtual:x","# + order + "}").jobuid
        let area = try world.v19.ask(job, "scanner/capabilities?caps=4372")
        let details = try JSONSerialization.jsonObject(with: Data(area.body)) as? [[String: Any]]
        #expect(try world.v19.patch(job, "running").status == 200)
        let answer = try world.v19.ask(job, "next-page-info")
        let list = try JSONSerialization.jsonObject(with: Data(answer.body)) as? [[String: Any]]
        let image = try #require(list?.first?["imageInfo"] as? [String: Any], "\(answer.text)")
        return (image, details?.first?["curValue"] as? [String: Any])
    }

    private func inches(_ image: [String: Any]) -> [String: Double]? {
        (image["ImageLayout"] as? [String: Any])?["Frame"] as? [String: Double]
    }

    static let places = ["canon-lide20-plustek", "fujitsu-fi7260", "epson2-a3-adf-duplex", "hp-psc1600-hpaio"]

    @Test("the area that was asked for is the one that is told, and the one of ICAP_FRAMES", arguments: places)
    func area(_ profile: String) throws {
        let world = try world(as: profile)
        let order = #"""
            "caps":{"exception":"fail","capabilities":[{"capability":4372,
            "curValue":{"left":1,"top":2,"right":4,"bottom":4.5}},{"capability":4376,"curValue":300}]}
            """#
        let told = try told(world, order)
        let wanted = ["Left": 1, "Top": 2, "Right": 4, "Bottom": 4.5]
        let frame = try #require(inches(told.image))
        for (edge, place) in wanted {
            #expect(abs((frame[edge] ?? -9) - place) < 0.02, "\(frame)")
            let other = told.area?[edge.lowercased()] as? Double ?? -9
            #expect(abs(other - place) < 0.02, "\(String(describing: told.area))")
        }
        #expect(told.image["XResolution"] as? Double == 300)
    }

    @Test("a page of the whole bed begins in its corner")
    func wholeBed() throws {
        let frame = try #require(try inches(told(world(as: "canon-lide20-plustek"), #""config":{}"#).image))
        #expect(frame["Left"] == 0 && frame["Top"] == 0)
        #expect(abs((frame["Right"] ?? 0) - 215 / 25.4) < 0.02)
    }

    @Test("a scanner that tells no resolution was told the one that was asked for")
    func untold() throws {
        let plain = "option mode string list Gray Color default Gray"
        let image = try told(world([plain, "bed 100 50"]), #""config":{"Resolution":150}"#).image
        #expect(image["XResolution"] as? Double == 150)
        #expect(image["YResolution"] as? Double == 150)
        let frame = try #require(inches(image))
        #expect((frame["Right"] ?? 0) > 0 && (frame["Bottom"] ?? 0) > 0)
    }

    @Test("a scanner that tells no resolution is measured by the millimetres that it scans")
    func measured() throws {
        for axis in ["x", "y"] {
            let lines = [
                "option mode string list Gray Color default Gray",
                "option tl-\(axis) fixed unit mm range 0 50.8 0 default 0",
                "option br-\(axis) fixed unit mm range 0 50.8 0 default 50.8",
            ]
            // 50.8 mm are 400 pixels.
            let world = try world(lines, as: "x,size=400x400")
            let image = try told(world, #""config":{"Resolution":150}"#).image
            #expect(image["XResolution"] as? Double == 200, "\(axis)")
        }
    }

    @Test("each direction has its own resolution where the scanner has two")
    func twoResolutions() throws {
        let lines = [
            "option mode string list Gray Color default Gray",
            "option x-resolution int unit dpi list 75 150 300 default 75",
            "option y-resolution int unit dpi list 75 150 300 600 default 75",
            "bed 101.6 50.8",
        ]
        let order =
            #""caps":{"exception":"fail","capabilities":[{"capability":4376,"curValue":150},{"capability":4377,"curValue":300}]}"#
        let world = try world(lines)
        let image = try told(world, order).image
        #expect(image["XResolution"] as? Double == 150)
        #expect(image["YResolution"] as? Double == 300)
        #expect(image["ImageWidth"] as? Int == 600)
        #expect(image["ImageLength"] as? Int == 600)
        #expect(inches(image)?["Bottom"] == 2)
        // The pictures say it too, also one that is converted.
        let job = try world.v19.makeJob(#"{"device":"virtual:x","# + order + "}").jobuid
        let png = try world.v19.ask(job, "content?page=0&type=image/png").body
        let dots = try #require(png.firstRange(of: Array("pHYs".utf8))).upperBound
        #expect(Array(png[dots..<dots + 8]) == [0, 0, 0x17, 0x12, 0, 0, 0x2E, 0x23])
        #expect(JPEGFacts(try world.v19.ask(job, "content?page=0&type=image/jpeg").body)?.density == [150, 300])
    }
}
