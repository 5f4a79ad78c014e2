import Foundation
import TestSupport
import Testing

@Suite("pixels and file data", .timeLimit(.minutes(15)))
struct PixelTests {
    /// Best quality, so that a picture can be compared with what the driver drew.
    static let best = ["--jpeg-quality", "100"]

    @Test("16 bits become the 8 that matter, in gray and in colour (BR-031)", arguments: [1, 2])
    func sixteenBits(pixelType: Int) throws {
        let device = "depth=16,size=61x47"
        let room = try Room([device], test: ["test-picture": "\"Grid\""], arguments: Self.best)
        let page = try #require(room.scan(device, #""PixelType":\#(pixelType),"Resolution":75"#).pages.first)
        let expected = Pattern.page(1, width: 61, height: 47, colour: pixelType == 2)
        #expect(try PortableMap(jpeg: page).likeness(to: expected) ?? 0 > 20)
        // The test driver has the depth as an option.
        let bits = #""PixelType":\#(pixelType),"Resolution":50,"BitDepth":"#
        let deep = try #require(room.scan("test:0", bits + "16").pages.first)
        let flat = try #require(room.scan("test:0", bits + "8").pages.first)
        #expect(JPEGFacts(deep)?.components == (pixelType == 2 ? 3 : 1))
        #expect(try PortableMap(jpeg: deep).likeness(to: PortableMap(jpeg: flat)) ?? 0 > 40)
    }

    @Test(
        "black is black and white is white, whatever the mode and the depth (BR-033)",
        arguments: [("Solid black", 0), ("Solid white", 255)]
    )
    func solid(_ row: (picture: String, sample: Int)) throws {
        let room = try Room(test: ["test-picture": "\"\(row.picture)\""])
        for pixelType in 0...2 {
            let scan = try room.scan("test:0", #""PixelType":\#(pixelType),"Resolution":30"#)
            let picture = try PortableMap(jpeg: #require(scan.pages.first))
            #expect(picture.kind == (pixelType == 2 ? 6 : 5))
            #expect(picture.bytes.allSatisfy { abs(Int($0) - row.sample) <= 2 }, "\(pixelType)")
        }
    }

    @Test(
        "rows start where the driver says: no shear at odd widths, with padding, at any depth (BR-034)",
        arguments: ["size=77x60", "size=8x60", "size=1x9", "size=129x33"],
        ["", "pad=1,", "pad=13,", "pad=13,chunk=7,trickle,", "depth=16,pad=3,"]
    )
    func padding(size: String, words: String) throws {
        let device = "\(words)\(size)"
        let sides = size.drop { $0 != "=" }.dropFirst().split(separator: "x").compactMap { Int($0) }
        let room = try Room([device], arguments: Self.best)
        for pixelType in words.contains("depth") ? 1...2 : 0...2 {
            let scan = try room.scan(device, #""PixelType":\#(pixelType),"Resolution":75"#)
            let expected = Pattern.page(
                1,
                width: sides[0],
                height: sides[1],
                colour: pixelType == 2,
                bilevel: pixelType == 0
            )
            let picture = try PortableMap(jpeg: #require(scan.pages.first))
            #expect(picture.likeness(to: expected) ?? 0 > 20, "\(pixelType): \(picture.likeness(to: expected) ?? -1)")
        }
    }

    @Test("the test driver's vertical lines stay vertical when it loses pixels at each line's end (BR-034)")
    func lostPixels() throws {
        let room = try Room(test: ["test-picture": "\"Grid\"", "ppl-loss": "7"], arguments: Self.best)
        for pixelType in 0...2 {
            let config = #""PixelType":\#(pixelType),"Resolution":75"#
            let picture = try PortableMap(
                jpeg: #require(room.scan("test:0", config, extra: SizeTests.frame(0, 0, 3.03, 2)).pages.first)
            )
            let samples = picture.kind == 6 ? 3 : 1
            // Between two horizontal lines every row is the same.
            let rows = stride(from: 0, to: picture.height, by: 1).map { row in
                picture.bytes[(row * picture.rowBytes)..<((row + 1) * picture.rowBytes)].map { $0 > 127 }
            }
            let kinds = Set(rows)
            #expect(
                kinds.count <= 2,
                "\(pixelType): \(kinds.count) kinds of rows of \(picture.width * samples) samples"
            )
        }
    }

    @Test("every page has the shape that its driver gives it, within a job and from job to job (BR-036)")
    func shapes() throws {
        let device = "size=300x400+200x100+31x77+300x400,pages=5"
        let room = try Room([device], test: ["fuzzy-parameters": "true"])
        for pixelType in [2, 0, 1] {
            let scan = try room.scan(device, #""IfFeederEnabled":true,"PixelType":\#(pixelType),"Resolution":75"#)
            #expect(scan.sizes == [[300, 400], [200, 100], [31, 77], [300, 400], [300, 400]])
        }
        // What the test driver says before a start is not true.
        let wanted: [(config: String, width: Int, height: Int)] = [
            (#""PageSize":5,"Resolution":300"#, 1748, 2362), (#""PageSize":5,"Resolution":100"#, 583, 787),
            (#""Resolution":100"#, 787, 787),
        ]
        for row in wanted {
            let scan = try room.scan("test:0", row.config)
            let size = try #require(scan.sizes.first)
            #expect(abs(size[0] - row.width) <= 8 && abs(size[1] - row.height) <= 12, "\(row): \(size)")
        }
    }

    @Test("the file says the real dots per inch, in every mode (BR-038)", arguments: [75, 150, 300, 600])
    func density(dpi: Int) throws {
        let room = try Room()
        for pixelType in 0...2 {
            let config = #""PixelType":\#(pixelType),"Resolution":\#(dpi)"#
            let scan = try room.scan("test:0", config, extra: SizeTests.frame(0, 0, 2, 1))
            #expect(scan.facts.map { $0?.density } == [[dpi, dpi]])
            let width = try #require(scan.sizes.first).first ?? 0
            #expect(abs(Double(width) / Double(dpi) - 2) < 0.05, "a page 2 inches wide")
        }
    }

    @Test("gray and black and white are files of one component, and smaller than colour (BR-039)")
    func components() throws {
        let device = "size=400x300"
        let room = try Room([device])
        let scans = try (0...2).map { try room.scan(device, #""PixelType":\#($0),"Resolution":75"#) }
        #expect(scans.map { $0.facts.first??.components } == [1, 1, 3])
        let colour = scans[2].pages.first?.count ?? 0
        #expect((scans[1].pages.first?.count ?? .max) * 10 <= colour * 6)
        #expect(scans[0].pages.first?.count ?? .max < colour)
    }

    @Test("the JPEG quality is a setting of 1 to 100, and anything else a refusal to start (BR-040)")
    func quality() throws {
        let device = "size=400x300"
        let sizes = try [1, 30, 75, 100].map { quality in
            try Room([device], arguments: ["--jpeg-quality", "\(quality)"])
                .scan(device, #""Resolution":75"#).pages.first?.count ?? 0
        }
        #expect(sizes == sizes.sorted() && Set(sizes).count == 4, "\(sizes)")
        for bad in ["0", "101", "-1", "", "best", "75.5"] {
            let attempt = try Program.run([BuiltProducts.server, "serve", "--jpeg-quality", bad])
            #expect(attempt.ending.exitCode == 64, "\(bad)")
            #expect(attempt.errors.contains("jpeg-quality"), "\(attempt.errors)")
        }
    }
}
