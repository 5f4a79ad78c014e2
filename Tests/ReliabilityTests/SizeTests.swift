import Foundation
import TestSupport
import Testing

@Suite("size and resolution", .timeLimit(.minutes(15)))
struct SizeTests {
    /// A request's `caps` with one TWAIN frame in inches.
    static func frame(_ left: Double, _ top: Double, _ right: Double, _ bottom: Double) -> String {
        let frame = #"{"left":\#(left),"top":\#(top),"right":\#(right),"bottom":\#(bottom)}"#
        return #","caps":{"exception":"ignore","capabilities":[{"capability":4372,"curValue":\#(frame)}]}"#
    }

    @Test("an area beyond the bed is cut to it and scanned; the page says the size that it really has (BR-016)")
    func beyondBed() throws {
        // libsane's test driver reaches 200 x 200 mm: 787 x 787 pixels at 100 dpi.
        let rows: [(config: String, extra: String, size: [Int])] = [
            (#""PageSize":1,"#, "", [787, 787]),  // A4
            (#""PageSize":11,"#, "", [787, 787]),  // A3
            (#""PageSize":5,"#, "", [583, 787]),  // A5
            ("", Self.frame(1, 1, 30, 30), [687, 687]),
            ("", Self.frame(1, 2, 3, 4), [200, 200]),
            ("", Self.frame(-1, -1, 2, 2), [200, 200]),
            ("", Self.frame(3, 4, 1, 2), [200, 200]),  // Corners the wrong way round.
            ("", Self.frame(7, 1, 30, 2), [87, 100]),
        ]
        let room = try Room()
        for row in rows {
            let scan = try room.scan("test:0", "\(row.config)\"Resolution\":100", extra: row.extra)
            let size = try #require(scan.sizes.first, "\(row.config)\(row.extra): \(scan.text)")
            // The test driver counts whole millimetres: 4 pixels at 100 dpi.
            #expect(abs(size[0] - row.size[0]) <= 4 && abs(size[1] - row.size[1]) <= 4, "\(row): \(size)")
            #expect(scan.facts.first??.density == [100, 100])
        }
    }

    @Test("an area wholly outside the bed is an error that says what the bed reaches (BR-016)")
    func outsideBed() throws {
        let room = try Room()
        for frame in [Self.frame(9, 9, 11, 11), Self.frame(8, 0, 9, 3), Self.frame(0, 20, 3, 30)] {
            let scan = try room.scan("test:0", #""Resolution":100"#, extra: frame)
            #expect(scan.pages.isEmpty)
            #expect(scan.end == 403)
            #expect(scan.text.contains("0 to 200"), "\(scan.text)")
        }
        #expect(try room.scan("test:0", #""Resolution":50"#).pages.count == 1)
    }

    @Test("a resolution that is not offered becomes the nearest, the higher of two, and the page says which (BR-017)")
    func nearestResolution() throws {
        // Offered are 75, 150, 300, 600 and 1200.
        let rows = [(1, 75), (75, 75), (100, 75), (112, 75), (113, 150), (225, 300), (200, 150), (299.5, 300)]
        let device = "page,size=60x40"
        let room = try Room([device])
        for (asked, given) in rows as [(Double, Int)] {
            let scan = try room.scan(device, #""Resolution":\#(asked)"#)
            #expect(scan.facts.map { $0?.density } == [[given, given]], "\(asked)")
        }
        // The test driver takes every whole number up to 1200.
        for (asked, given) in [(0.2, 1), (72, 72), (72.4, 72), (99.9, 100)] as [(Double, Int)] {
            let scan = try room.scan("test:0", #""Resolution":\#(asked)"#, extra: Self.frame(0, 0, 2, 2))
            #expect(scan.facts.map { $0?.density } == [[given, given]], "\(asked)")
        }
    }

    @Test("no size means all that the source reaches, not what the driver happens to have (BR-023)")
    func wholeBed() throws {
        // The test driver is made to wake up with 100 x 100 mm of 200 x 200.
        let room = try Room(["page"])
        for config in ["", #""PageSize":0,"#, #""IfFeederEnabled":true,"XferCount":1,"#] {
            let scan = try room.scan("test:0", "\(config)\"Resolution\":100")
            #expect(scan.sizes == [[787, 787]], "\(config)")
        }
        let whole = try #require(room.scan("page", #""Resolution":75"#).sizes.first)
        #expect(abs(whole[0] - 638) <= 1 && abs(whole[1] - 877) <= 1)
    }
}
