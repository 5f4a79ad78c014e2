import DWTWire
import Scanning
import Testing

@testable import RESTServer

@Suite("what a job request means")
struct JobMappingTests {
    private func scan(_ text: String) throws -> ScanRequest {
        try JobMapping(defaults: ScanRequest()).scanRequest(for: JobRequest(JSONText.value(of: Array(text.utf8))))
    }

    private func config(_ members: String) throws -> ScanRequest {
        try scan("{\"config\":{\(members)}}")
    }

    private func caps(_ items: String, _ config: String = "") throws -> ScanRequest {
        try scan("{\"caps\":{\"capabilities\":[\(items)]},\"config\":{\(config)}}")
    }

    private func refusal(_ items: String) throws -> WireFailure? {
        let text = "{\"caps\":{\"exception\":\"fail\",\"capabilities\":[\(items)]}}"
        let job = try JobRequest(JSONText.value(of: Array(text.utf8)))
        do {
            _ = try JobMapping(defaults: ScanRequest()).scanRequest(for: job)
            return nil
        } catch {
            return error.failure
        }
    }

    @Test("nothing said means colour at the default resolution, every sheet, the whole bed")
    func nothing() throws {
        #expect(try scan("{}") == ScanRequest())
        var defaults = ScanRequest()
        defaults.resolution = 150
        #expect(try JobMapping(defaults: defaults).scanRequest(for: JobRequest()).resolution == 150)
    }

    @Test("the Swift app's request")
    func swiftApp() throws {
        let scan = try config(
            #""IfShowUI":false,"PixelType":2,"Resolution":200,"IfFeederEnabled":false,"IfDuplexEnabled":false"#
        )
        var expected = ScanRequest()
        expected.source = .glass
        #expect(scan == expected)
    }

    @Test(
        "bits that pixels of that colour cannot have are refused where they must be had, and passed over else",
        arguments: [(2, 1), (1, 24), (0, 8), (2, 16_000), (2, 7)]
    )
    func bits(colour: Int, bits: Int) throws {
        let items = #"{"capability":4395,"curValue":\#(bits)},{"capability":257,"curValue":\#(colour)}"#
        let failure = try #require(try refusal(items))
        #expect(failure.code == WireCode.valueOutOfRange)
        #expect(try caps(items).depth == nil)
    }

    @Test("bits that go with the colour are had, counted for a pixel or for a sample")
    func goodBits() throws {
        for (colour, bits) in [(2, 24), (2, 8), (2, 48), (2, 16), (1, 8), (1, 16), (0, 1)] {
            let items = #"{"capability":257,"curValue":\#(colour)},{"capability":4395,"curValue":\#(bits)}"#
            #expect(try refusal(items) == nil, "\(colour) \(bits)")
        }
        // An option of the driver may mean another colour.
        #expect(try refusal(#"{"capability":4395,"curValue":1},{"capability":32770,"curValue":"Lineart"}"#) == nil)
    }

    @Test("each direction has its resolution, and config speaks for both")
    func resolutions() throws {
        let items = #"{"capability":4376,"curValue":200},{"capability":4377,"curValue":300,"exception":"fail"}"#
        let both = try caps(items)
        #expect(both.resolution == 200)
        #expect(both.lineResolution == 300)
        #expect(both.musts == [.lineResolution])
        let one = try caps(#"{"capability":4377,"curValue":300}"#)
        #expect(one.resolution == 300)
        #expect(one.lineResolution == nil)
        let config = try caps(items, #""Resolution":100"#)
        #expect(config.resolution == 100)
        #expect(config.lineResolution == nil)
        #expect(config.musts == [])
        // What must be had across is not forgotten for what may be had down the page.
        let first = try caps(
            #"{"capability":4376,"curValue":210,"exception":"fail"},{"capability":4377,"curValue":210}"#
        )
        #expect(first.musts == [.resolution])
    }

    @Test("only options of a driver choose by themselves")
    func automatic() throws {
        let wish = try caps(#"{"capability":32770,"automatic":true,"curValue":3}"#).wishes
        #expect(wish == [OptionWish(.place(2), .automatic)])
        #expect(try caps(#"{"capability":32770,"automatic":false,"curValue":3}"#).wishes.map(\.value) == [.number(3)])
        #expect(try refusal(#"{"capability":4353,"automatic":true}"#)?.code == WireCode.unsupportedOperation)
        #expect(try refusal(#"{"capability":9999,"automatic":true}"#)?.code == WireCode.unsupportedCapability)
        #expect(try caps(#"{"capability":4353,"automatic":true}"#).brightness == nil)
    }

    @Test("the kiosk's request for both sides of every sheet")
    func kiosk() throws {
        let scan = try config(
            #""PixelType":"gray","Resolution":"300","XferCount":-1,"IfFeederEnabled":true,"IfAutoFeed":true,"IfDuplexEnabled":true"#
        )
        #expect(scan.source == .feeder)
        #expect(scan.bothSides)
        #expect(scan.colour == .gray)
        #expect(scan.resolution == 300)
        #expect(scan.pageLimit == nil)
    }

    @Test(
        "pixel types are black and white, gray or the nearest to colour",
        arguments: [
            ("0", .bilevel), ("1", .gray), ("2", .colour), ("3", .colour), ("5", .colour), ("10", .colour),
            ("16", .gray), ("99", .colour), ("-1", .colour), ("\"bw\"", .bilevel),
        ] as [(String, ColourMode)]
    )
    func pixelTypes(_ row: (code: String, colour: ColourMode)) throws {
        #expect(try config("\"PixelType\":\(row.code)").colour == row.colour)
        if Int(row.code) != nil {
            #expect(try caps("{\"capability\":257,\"curValue\":\(row.code)}").colour == row.colour)
        }
    }

    @Test(
        "resolutions that mean nothing are passed over, absurd ones have a limit",
        arguments: [("0", 200.0), ("-300", 200), ("300.5", 300.5), ("1e300", 100_000), ("1", 1)]
    )
    func resolutions(_ row: (value: String, dpi: Double)) throws {
        #expect(try config("\"Resolution\":\(row.value)").resolution == row.dpi)
    }

    @Test(
        "counts below one mean every sheet",
        arguments: [("-1", nil), ("0", nil), ("-7", nil), ("1", 1), ("32768", 32_768)] as [(String, Int?)]
    )
    func counts(_ row: (count: String, limit: Int?)) throws {
        #expect(try config("\"XferCount\":\(row.count)").pageLimit == row.limit)
        #expect(try caps("{\"capability\":1,\"curValue\":\(row.count)}").pageLimit == row.limit)
    }

    @Test("a paper size is an area, two codes and unknown ones are the whole bed")
    func areas() throws {
        let a4 = ScanArea.page(width: .millimetres(210), height: .millimetres(297))
        #expect(try config("\"PageSize\":\"1\"").area == a4)
        #expect(try caps("{\"capability\":4386,\"curValue\":\"TWSS_A4\"}").area == a4)
        for code in [0, 54, 8, 55, -1] {
            #expect(try config("\"PageSize\":\(code)").area == .wholeBed)
        }
        #expect(try caps("{\"capability\":4386,\"curValue\":1}", "\"PageSize\":0").area == .wholeBed)
        #expect(try caps("{\"capability\":4386,\"curValue\":1}", "\"PageSize\":99").area == a4)
    }

    @Test("config decides over caps")
    func configWins() throws {
        let scan = try caps(
            """
            {"capability":257,"curValue":0},{"capability":4376,"curValue":600},{"capability":4098,"curValue":1},
            {"capability":4115,"curValue":1},{"capability":1,"curValue":5},{"capability":4353,"curValue":500}
            """,
            #""PixelType":1,"Resolution":100,"IfFeederEnabled":false,"IfDuplexEnabled":false,"XferCount":-1,"Brightness":-250"#
        )
        #expect(scan.colour == .gray)
        #expect(scan.resolution == 100)
        #expect(scan.source == .glass)
        #expect(!scan.bothSides)
        #expect(scan.pageLimit == nil)
        #expect(scan.brightness == -0.25)
    }

    @Test("every capability that a scanner can have has its effect")
    func capabilities() throws {
        let scan = try caps(
            """
            {"capability":257,"curValue":1},{"capability":4376,"curValue":300},{"capability":4377,"curValue":150},
            {"capability":4098,"curValue":true},{"capability":4115,"curValue":"1"},{"capability":1,"values":[3]},
            {"capability":4353,"curValue":-1000},{"capability":"ICAP_CONTRAST","curValue":500},
            {"capability":4387,"curValue":255},{"capability":4395,"curValue":16}
            """
        )
        #expect(scan.colour == .gray)
        #expect(scan.resolution == 300)
        #expect(scan.source == .feeder)
        #expect(scan.bothSides)
        #expect(scan.pageLimit == 3)
        #expect(scan.brightness == -1)
        #expect(scan.contrast == 0.5)
        #expect(scan.threshold == 1)
        #expect(scan.depth == 16)
        #expect(try caps("{\"capability\":4377,\"curValue\":150}").resolution == 150)
    }

    @Test(
        "a frame is an area in the units that were chosen",
        arguments: [
            (0, "1", "2"), (1, "2.54", "5.08"), (2, "6", "12"), (3, "72", "144"), (4, "1440", "2880"),
            (5, "200", "400"), (6, "25.4", "50.8"),
        ]
    )
    func frames(_ row: (unit: Int, one: String, two: String)) throws {
        let scan = try caps(
            """
            {"capability":4372,"curValue":{"left":0,"top":\(row.one),"right":"\(row.one)","bottom":\(row.two)}},
            {"capability":258,"curValue":\(row.unit)}
            """
        )
        #expect(scan.area == .frame(left: .inches(0), top: .inches(1), right: .inches(1), bottom: .inches(2)))
    }

    @Test(
        "a frame may begin at any corner, and is cut where the bed begins (BR-016)",
        arguments: [
            #"{"left":1,"top":2,"right":0,"bottom":0}"#, #"{"left":-1,"top":-7,"right":1,"bottom":2}"#,
            #"{"left":1,"top":0,"right":-3,"bottom":2}"#,
        ]
    )
    func turnedFrames(_ frame: String) throws {
        let scan = try caps("{\"capability\":4372,\"curValue\":\(frame)}")
        #expect(scan.area == .frame(left: .inches(0), top: .inches(0), right: .inches(1), bottom: .inches(2)))
    }

    @Test(
        "a frame without area is passed over and an absurd one has a limit",
        arguments: [
            #"{"left":1,"top":0,"right":1,"bottom":2}"#, #"{"left":-2,"top":0,"right":-1,"bottom":2}"#, "{}", "5",
            #"{"left":26000,"top":0,"right":27000,"bottom":2}"#, #"{"left":0,"top":0,"right":1e-9,"bottom":2}"#,
        ]
    )
    func badFrames(_ frame: String) throws {
        #expect(try caps("{\"capability\":4372,\"curValue\":\(frame)}").area == .wholeBed)
        #expect(try refusal("{\"capability\":4372,\"curValue\":\(frame)}")?.code == WireCode.valueOutOfRange)
        let huge = #"{"capability":4372,"curValue":{"left":0,"top":0,"right":1e300,"bottom":1e300}}"#
        #expect(
            try caps(huge).area
                == .frame(left: .inches(0), top: .inches(0), right: .inches(1_000), bottom: .inches(1_000))
        )
    }

    @Test(
        "bits are counted per pixel or per sample",
        arguments: [
            (2, 24, 8), (2, 48, 16), (2, 16, 16), (2, 8, 8), (1, 8, 8), (1, 16, 16), (0, 1, nil), (0, 8, nil),
            (1, 24, nil), (2, 7, nil),
        ] as [(Int, Int, Int?)]
    )
    func depths(_ row: (pixelType: Int, bits: Int, depth: Int?)) throws {
        #expect(try config("\"PixelType\":\(row.pixelType),\"BitDepth\":\(row.bits)").depth == row.depth)
    }

    @Test(
        "brightness and contrast run from -1 to 1 and leave the device alone at 0",
        arguments: [("0", nil), ("1000", 1), ("-1000", -1), ("5000", 1), ("250", 0.25)] as [(String, Double?)]
    )
    func brightness(_ row: (value: String, result: Double?)) throws {
        #expect(try config("\"Brightness\":\(row.value)").brightness == row.result)
        #expect(try config("\"Contrast\":\(row.value)").contrast == row.result)
    }

    @Test(
        "what cannot be had is passed over unless it must not be",
        arguments: [
            (#"{"capability":257,"curValue":5}"#, WireCode.valueOutOfRange),
            (#"{"capability":257,"curValue":"purple"}"#, WireCode.valueOutOfRange),
            (#"{"capability":257}"#, WireCode.valueOutOfRange),
            (#"{"capability":4098,"curValue":7}"#, WireCode.valueOutOfRange),
            (#"{"capability":4353,"curValue":2000}"#, WireCode.valueOutOfRange),
            (#"{"capability":4376,"curValue":0}"#, WireCode.valueOutOfRange),
            (#"{"capability":1,"curValue":0}"#, WireCode.valueOutOfRange),
            (#"{"capability":4386,"curValue":8}"#, WireCode.valueOutOfRange),
            (#"{"capability":259,"curValue":2}"#, WireCode.valueOutOfRange),
            (#"{"capability":4352,"curValue":true}"#, WireCode.valueOutOfRange),
            (#"{"capability":32768,"curValue":1}"#, WireCode.unsupportedCapability),
            (#"{"capability":32770}"#, WireCode.valueOutOfRange),
            (#"{"capability":"icap_nosuch","curValue":1}"#, WireCode.unsupportedCapability),
            (#"{"capability":40000,"curValue":1}"#, WireCode.unsupportedCapability),
            (#"{"capability":4114,"curValue":1}"#, WireCode.unsupportedOperation),
            (#"{"capability":"icap_physicalwidth","curValue":8}"#, WireCode.unsupportedOperation),
            (#"{"capability":4101,"values":[257]}"#, WireCode.unsupportedOperation),
        ]
    )
    func failures(_ row: (item: String, code: Int)) throws {
        _ = try caps(row.item)
        let failure = try #require(try refusal(row.item))
        #expect(failure.code == row.code)
        #expect(failure.status == 400)
    }

    @Test("a text that is longer than any of a driver is none")
    func longText() throws {
        let long = String(repeating: "x", count: 20_000)
        #expect(try refusal(#"{"capability":32770,"curValue":"\#(long)"}"#)?.code == WireCode.valueOutOfRange)
    }

    @Test(
        "what is so anyway is no failure",
        arguments: [
            #"{"capability":259,"curValue":0}"#, #"{"capability":4103,"curValue":true}"#,
            #"{"capability":256,"curValue":{"value":0,"label":"TWCP_NONE"}}"#,
            #"{"capability":4433,"curValue":false}"#, #"{"capability":257,"curValue":"TWPT_RGB"}"#,
        ]
    )
    func noFailures(_ item: String) throws {
        #expect(try refusal(item) == nil)
    }

    @Test("a refusal names the capability")
    func wording() throws {
        #expect(
            try refusal(#"{"capability":257,"curValue":5}"#)?.message
                == "The capability ICAP_PIXELTYPE cannot have this value. Choose another, or let its exception be \"ignore\"."
        )
    }
}
