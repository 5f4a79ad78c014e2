import TestSupport
import Testing

@testable import Scanning

@Suite("resolution and area")
struct OptionPlanSizeTests {
    private func scanner(_ id: String) throws -> FakeScanner { FakeScanner(try .named(id)) }

    @Test(
        "the nearest resolution is taken, the higher one of two equally near",
        arguments: [
            ("epson-ds780n-airscan-wsd", 200.0, 300.0), ("epson-ds780n-airscan-wsd", 199, 100),
            ("epson-perfection-tpu", 96, 100), ("epson-perfection-tpu", 5000, 3200), ("canon-pixma-mx-adf", 10, 75),
            ("canon-lide20-plustek", 20, 50), ("canon-lide20-plustek", 150.4, 150), ("pacific-image-pieusb", 300, 300),
            ("pacific-image-pieusb", 20, 25), ("sane-test-1.2.1", 99.6, 100), ("brother-ads2800w", 300, 300),
        ]
    )
    func nearestResolution(id: String, wanted: Double, dpi: Double) throws {
        let scanner = try scanner(id)
        let settings = try scanner.settings(for: .with { $0.resolution = wanted })
        #expect(settings.resolution == dpi)
        #expect(scanner.value("resolution") == .number(dpi))
        #expect(settings.notes.contains { $0.contains("dpi") } == ((wanted - dpi).magnitude >= 1))
    }

    /// An error, which says for those who insist on the area that it is the value that is wrong.
    private func expectRefusal(_ id: String, _ area: ScanArea) throws {
        #expect(throws: ScanError.self, "\(id)") { try scanner(id).settings(for: .with { $0.area = area }) }
        do {
            try scanner(id).settings(
                for: .with {
                    $0.area = area
                    $0.musts = [.area]
                }
            )
            Issue.record("\(id): it was scanned all the same")
        } catch ScanError.unmet(let why, _) {
            #expect(why == .badValue)
        }
    }

    @Test("an area wholly outside is refused, also where only the page size tells how far the scanner reaches")
    func outside() throws {
        for id in ["fujitsu-scansnap-epjitsu", "fujitsu-fi7260", "sane-test-1.2.1"] {
            let frame = ScanArea.frame(
                left: .millimetres(900),
                top: .millimetres(0),
                right: .millimetres(950),
                bottom: .millimetres(50)
            )
            try expectRefusal(id, frame)
        }
    }

    /// Dots across and down on a scanner with an option for each, of at most 600.
    private func split(_ lineResolution: Double?, musts: [ScanAspect]) throws(ScanError) -> ScanSettings {
        let range = DeviceOption.Constraint.range(minimum: 50, maximum: 600, step: 1)
        let across = DeviceOption(index: 1, name: "x-resolution", type: .int, unit: .dpi, constraint: range)
        let down = DeviceOption(index: 2, name: "y-resolution", type: .int, unit: .dpi, constraint: range)
        var values: [String: OptionValue] = ["x-resolution": .number(50), "y-resolution": .number(50)]
        var request = ScanRequest()
        request.lineResolution = lineResolution
        request.musts = musts
        var plan = OptionPlan(for: request)
        var log: [String] = []
        while true {
            let step = try plan.next([across, down]) { values[$0.name] }
            switch step {
            case .set(let option, let value):
                log.append(option.name)
                values[option.name] = value
                plan.took(SetOutcome(value: value))
            case .done(let settings):
                #expect(log == ["x-resolution", "y-resolution"])
                return settings
            }
        }
    }

    @Test("without a resolution option those across and down are set", arguments: [nil, 400, 5_000])
    func splitResolution(_ lineResolution: Double?) throws {
        let settings = try split(lineResolution, musts: [.resolution])
        #expect(settings.resolution == 200)
        #expect(settings.lineResolution == lineResolution.map { min($0, 600) })
        #expect(settings.notes.count == (lineResolution == 5_000 ? 1 : 0))
    }

    @Test("who insists on a resolution down the page that is not offered gets nothing")
    func splitInsistence() {
        let sentence = "5000 dpi are not offered; 600 dpi were used."
        #expect(throws: ScanError.unmet(.badValue, sentence)) { try split(5_000, musts: [.lineResolution]) }
    }

    @Test("pages begin where the scanned area does, as the device has it")
    func origin() throws {
        let scanner = try scanner("canon-lide20-plustek")
        let frame = ScanArea.frame(
            left: .millimetres(20.5),
            top: .millimetres(30),
            right: .millimetres(120),
            bottom: .millimetres(130)
        )
        let origin = try scanner.settings(for: .with { $0.area = frame }).origin
        #expect(origin.left == .millimetres(20.5))
        #expect(origin.top == .millimetres(30))
        #expect(try self.scanner("canon-lide20-plustek").settings(for: ScanRequest()).origin == ScanOrigin())
        // What the device cannot leave out is cut off later, and is not on the page either.
        var device = DeviceSettings()
        device.crop = true
        let cut = try self.scanner("fujitsu-scansnap-epjitsu").settings(for: .with { $0.area = frame }, device: device)
        #expect(cut.origin.left == .millimetres(20.5))
        #expect((cut.origin.top.millimetres - 30).magnitude < 0.1)
    }

    @Test("an area that another option moves begins where the device has it at the end")
    func movedOrigin() throws {
        let range = DeviceOption.Constraint.range(minimum: 0, maximum: 200, step: 0)
        let low = DeviceOption(index: 1, name: "tl-x", type: .fixed, unit: .millimetre, constraint: range)
        let high = DeviceOption(index: 2, name: "br-x", type: .fixed, unit: .millimetre, constraint: range)
        let light = DeviceOption(index: 3, name: "brightness", type: .int, constraint: range)
        var values: [String: OptionValue] = ["tl-x": .number(0), "br-x": .number(200), "brightness": .number(100)]
        let (start, end) = (Length.millimetres(20), Length.millimetres(80))
        var plan = OptionPlan(
            for: .with {
                $0.area = .frame(left: start, top: start, right: end, bottom: end)
                $0.brightness = 0.5
            }
        )
        while case .set(let option, let value) = try plan.next([low, high, light], current: { values[$0.name] }) {
            values[option.name] = value
            if option == light { values["tl-x"] = .number(0) }
            plan.took(SetOutcome(value: value, reloadsOptions: option == light))
        }
        #expect(values["brightness"] == .number(150))
        #expect(plan.settings.origin.left == .millimetres(0))
    }

    @Test("pixels that are counted are those of the one resolution that two have become", arguments: [true, false])
    func countedPixels(isDown: Bool) throws {
        let scanner = try scanner("canon-lide20-plustek")
        try scanner.settings(
            for: .with {
                $0.resolution = 100
                $0.lineResolution = 50
                $0.musts = isDown ? [.lineResolution] : []
                $0.phrasing.unit = .pixel
                // 100 pixels each, by the resolution of their direction.
                $0.area = .frame(left: .inches(0), top: .inches(0), right: .inches(1), bottom: .inches(2))
            }
        )
        let side = isDown ? 50.8 : 25.4
        #expect(scanner.value("resolution") == .number(isDown ? 50 : 100))
        #expect(abs((scanner.value("br-x")?.number ?? 0) - side) < 0.01)
        #expect(abs((scanner.value("br-y")?.number ?? 0) - side) < 0.01)
    }

    @Test("resolutions may be words")
    func resolutionWords() throws {
        let words = DeviceOption.Constraint.words(["Auto", "75 dpi", "150 dpi", "300 dpi"])
        let option = DeviceOption(index: 1, name: "resolution", type: .string, constraint: words)
        var plan = OptionPlan(for: ScanRequest())
        #expect(try plan.next([option], current: { _ in .string("Auto") }) == .set(option, .string("150 dpi")))
    }

    @Test("no size means all that the chosen source reaches, not what the driver has")
    func wholeBed() throws {
        let plustek = try scanner("canon-lide20-plustek")
        try plustek.settings(for: ScanRequest())
        #expect(plustek.value("br-x") == .number(215))
        #expect(plustek.value("br-y") == .number(297))
        let fujitsu = try scanner("fujitsu-fi7260")
        try fujitsu.settings(for: ScanRequest())
        #expect(try #require(fujitsu.value("br-y")?.number).brief == "297")
        #expect(!fujitsu.log.contains { $0.hasPrefix("page-") })
    }

    @Test("the whole bed of a feeder is its greatest width and the longest office sheet")
    func wholeFeeder() throws {
        let scanner = try scanner("fujitsu-fi7260")
        try scanner.settings(for: .with { $0.source = .feeder })
        #expect(
            scanner.log == [
                "source=ADF Front", "mode=Color", "resolution=200", "page-width=224.8", "page-height=355.6",
                "br-x=224.8", "br-y=355.6",
            ]
        )
    }

    @Test("A4 from a feeder that starts at US Letter sets the page before the corners")
    func a4FromFujitsu() throws {
        for id in ["fujitsu-fi7260", "fujitsu-scansnap-s1500"] {
            let scanner = try scanner(id)
            let settings = try scanner.settings(
                for: .with {
                    $0.source = .feeder
                    $0.area = .a4
                }
            )
            // The driver itself draws br-x in to the page's width.
            #expect(scanner.log.suffix(3) == ["page-width=210", "page-height=297", "br-y=297"])
            #expect(scanner.value("br-x") == scanner.value("page-width"))
            let height = try #require(scanner.value("br-y")?.number)
            #expect((height - 297).magnitude < 25.4 / 600)
            #expect(settings.notes == [])
        }
    }

    @Test("A4 on a bed that is a hair shorter is cut without a word")
    func a4OnShortBed() throws {
        let scanner = try scanner("hp-psc1600-hpaio")
        let settings = try scanner.settings(for: .with { $0.area = .a4 })
        #expect(scanner.value("br-y") == .number(296.926))
        #expect(settings.notes == [])
    }

    @Test("a page beyond the bed is cut with a note")
    func pageBeyondBed() throws {
        let scanner = try scanner("sane-test-1.2.1")
        let settings = try scanner.settings(
            for: .with { $0.area = .page(width: .millimetres(300), height: .millimetres(100)) }
        )
        #expect(scanner.value("br-x") == .number(200))
        #expect(settings.notes == ["The area was cut to what the scanner reaches: 0 to 200 mm across."])
    }

    @Test(
        "an area that lies beside the bed, or is none, is an error",
        arguments: [
            ScanArea.frame(
                left: .millimetres(210),
                top: .millimetres(0),
                right: .millimetres(300),
                bottom: .millimetres(9)
            ),
            .frame(left: .millimetres(0), top: .millimetres(400), right: .millimetres(30), bottom: .millimetres(500)),
            .frame(left: .millimetres(-9), top: .millimetres(0), right: .millimetres(-1), bottom: .millimetres(50)),
            .frame(left: .millimetres(50), top: .millimetres(0), right: .millimetres(50), bottom: .millimetres(50)),
            .page(width: .millimetres(0), height: .millimetres(50)),
        ]
    )
    func areaBeside(area: ScanArea) throws {
        try expectRefusal("sane-test-1.2.1", area)
    }

    @Test("a frame moves the corners so that they never cross, forth and back")
    func frames() throws {
        let scanner = try scanner("sane-test-1.2.1")
        for (low, high) in [(100, 180), (10, 50), (60, 200), (0, 5), (150, 160)] {
            let (low, high) = (Length.millimetres(Double(low)), Length.millimetres(Double(high)))
            try scanner.settings(for: .with { $0.area = .frame(left: low, top: low, right: high, bottom: high) })
            #expect(scanner.value("tl-x") == .number(low.millimetres))
            #expect(scanner.value("br-y") == .number(high.millimetres))
            #expect(!scanner.wasInverted)
        }
    }

    @Test("corners that cannot be read go to the edge first")
    func blindCorners() throws {
        let scanner = try scanner("sane-test-1.2.1")
        scanner.unreadable = ["tl-x", "br-x"]
        let edge = Length.millimetres(0)
        try scanner.settings(
            for: .with {
                $0.area = .frame(left: .millimetres(90), top: edge, right: .millimetres(120), bottom: .millimetres(100))
            }
        )
        #expect(scanner.log.suffix(3) == ["tl-x=0", "br-x=120", "tl-x=90"])
    }

    @Test("a maximum that lies on no step is as good as the step below")
    func maximumBetweenSteps() throws {
        let scanner = try scanner("brother-mfc-brother4")
        let settings = try scanner.settings(for: ScanRequest())
        #expect(scanner.log == ["source=FlatBed"])
        #expect(settings.notes == [])
    }

    @Test("a scanner without corners scans the page, by its page size")
    func noCorners() throws {
        let scanner = try scanner("fujitsu-scansnap-epjitsu")
        let settings = try scanner.settings(for: .with { $0.area = .a4 })
        #expect(scanner.log.suffix(2) == ["page-width=210", "page-height=297"])
        #expect(settings.notes == [])
    }

    @Test("a frame that a scanner without corners cannot do is noted")
    func noCornersForFrame() throws {
        let scanner = try scanner("fujitsu-scansnap-epjitsu")
        let settings = try scanner.settings(
            for: .with {
                $0.area = .frame(
                    left: .millimetres(20),
                    top: .millimetres(30),
                    right: .millimetres(120),
                    bottom: .millimetres(130)
                )
            }
        )
        #expect(settings.notes == ["The scanner cannot be told which part of the page to scan; more came."])
        #expect(scanner.log.suffix(3) == ["page-width=120", "page-height=130", "tl-y=30"])
    }

    @Test("a frame leaves a page size alone that reaches far enough")
    func frameWithinPage() throws {
        let scanner = try scanner("fujitsu-scansnap-s1500")
        try scanner.settings(
            for: .with {
                $0.area = .frame(
                    left: .millimetres(20),
                    top: .millimetres(30),
                    right: .millimetres(120),
                    bottom: .millimetres(290)
                )
            }
        )
        #expect(!scanner.log.contains { $0.hasPrefix("page-width") })
        #expect(scanner.log.contains("page-height=290"))
    }

    @Test("corners may count pixels")
    func pixels() throws {
        let range = DeviceOption.Constraint.range(minimum: 0, maximum: 2_550, step: 1)
        let options = [
            DeviceOption(
                index: 1,
                name: "resolution",
                type: .int,
                unit: .dpi,
                constraint: .numbers([100, 300])
            ),
            DeviceOption(index: 2, name: "br-x", type: .int, unit: .pixel, constraint: range),
        ]
        var values: [String: OptionValue] = ["resolution": .number(100), "br-x": .number(2_550)]
        var plan = OptionPlan(for: .with { $0.area = .page(width: .inches(5), height: .inches(5)) })
        while case .set(let option, let value) = try plan.next(options, current: { values[$0.name] }) {
            values[option.name] = value
            plan.took(SetOutcome(value: value))
        }
        #expect(values == ["resolution": .number(300), "br-x": .number(1_500)])
    }

    @Test("corners count the pixels of a resolution that nobody can set, and of each direction's own")
    func fixedPixels() throws {
        let range = DeviceOption.Constraint.range(minimum: 0, maximum: 9_999, step: 1)
        let corners = [
            DeviceOption(index: 1, name: "br-x", type: .int, unit: .pixel, constraint: range),
            DeviceOption(index: 2, name: "br-y", type: .int, unit: .pixel, constraint: range),
        ]
        let fixed = DeviceOption(index: 3, name: "resolution", type: .int, unit: .dpi, capabilities: .softDetect)
        let across = DeviceOption(index: 3, name: "x_resolution", type: .int, constraint: .numbers([300]))
        let down = DeviceOption(index: 4, name: "y_resolution", type: .int, constraint: .numbers([600]))
        for (resolution, size) in [([fixed], [3_000.0, 3_000.0]), ([across, down], [3_000, 6_000])] {
            var values: [String: OptionValue] = ["resolution": .number(300), "br-x": .number(1), "br-y": .number(1)]
            var plan = OptionPlan(for: .with { $0.area = .page(width: .inches(10), height: .inches(10)) })
            while case .set(let option, let value) = try plan.next(resolution + corners, current: { values[$0.name] }) {
                values[option.name] = value
                plan.took(SetOutcome(value: value))
            }
            #expect(["br-x", "br-y"].map { values[$0]?.number } == size)
        }
    }

    @Test("a scan-area other than Manual would hide the corners")
    func scanArea() throws {
        var profile = try ScannerProfile.named("epson-utsushi-flatbed")
        let place = try #require(profile.options.firstIndex { $0.n == "scan-area" })
        profile.options[place].d = .init(option: .string("Maximum"))
        let scanner = FakeScanner(profile)
        try scanner.settings(for: .with { $0.area = .a4 })
        #expect(scanner.log == ["resolution=200", "scan-area=Manual", "br-x=210", "br-y=297"])
    }

    @Test("a refused corner is skipped with a note")
    func refusedCorner() throws {
        let scanner = try scanner("sane-test-1.2.1")
        scanner.refused = ["br-y": .device(.invalid)]
        let settings = try scanner.settings(for: ScanRequest())
        #expect(settings.notes == ["The scanner refused the value for \"br-y\"; its own value was used."])
    }
}
