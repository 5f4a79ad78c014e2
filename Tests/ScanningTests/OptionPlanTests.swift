import TestSupport
import Testing

@testable import Scanning

@Suite("a request becomes settings in the order that drivers need")
struct OptionPlanTests {
    private func scanner(_ id: String) throws -> FakeScanner { FakeScanner(try .named(id)) }

    @Test("the plan for the test backend sets what differs, in order")
    func testBackend() throws {
        let scanner = try scanner("sane-test-1.2.1")
        let settings = try scanner.settings(
            for: .with {
                $0.source = .feeder
                $0.resolution = 300
                $0.pageLimit = 4
                $0.area = .page(width: .millimetres(100), height: .millimetres(150))
            }
        )
        #expect(
            scanner.log == [
                "source=Automatic Document Feeder", "mode=Color", "resolution=300", "br-x=100", "br-y=150",
            ]
        )
        #expect(settings.source == .feeder)
        #expect(settings.sourceWord == "Automatic Document Feeder")
        #expect(settings.modeWord == "Color")
        #expect(settings.resolution == 300)
        #expect(settings.pageLimit == 4)
        #expect(settings.notes == [])
    }

    @Test("bilevel on the test backend is gray of depth 1")
    func bilevelByDepth() throws {
        let scanner = try scanner("sane-test-1.2.1")
        let settings = try scanner.settings(for: .with { $0.colour = .bilevel })
        #expect(scanner.log == ["depth=1", "resolution=200", "br-x=200", "br-y=200"])
        #expect(settings.notes == [])
    }

    @Test("bilevel by depth that the gray mode turns out not to have is gray, with a note")
    func bilevelByMissingDepth() throws {
        var profile = try ScannerProfile.named("sane-test-1.2.1")
        let place = try #require(profile.options.firstIndex { $0.n == "depth" })
        profile.options[place].f = ["inactive"]
        let settings = try FakeScanner(profile).settings(for: .with { $0.colour = .bilevel })
        #expect(settings.modeWord == "Gray")
        #expect(settings.notes == ["The scanner does not offer black and white; it is made of gray."])
    }

    @Test("only what the request needs is read, and mode and resolution once more at the end")
    func reads() throws {
        let scanner = try scanner("sane-test-1.2.1")
        try scanner.settings(for: ScanRequest())
        #expect(
            scanner.reads == [
                "source", "mode", "depth", "resolution", "tl-x", "br-x", "tl-y", "br-y", "mode", "resolution",
            ]
        )
    }

    @Test("a depth of 16 is set where it is an option and where it is a mode's name")
    func depth16() throws {
        let test = try scanner("sane-test-1.2.1")
        try test.settings(for: .with { $0.depth = 16 })
        #expect(test.log.contains("depth=16"))
        let avision = try scanner("hp-scanjet8250-avision")
        let settings = try avision.settings(
            for: .with {
                $0.depth = 16
                $0.colour = .gray
            }
        )
        #expect(settings.modeWord == "16bit Gray")
        #expect(settings.notes == [])
    }

    @Test("a depth that is not there is noted")
    func missingDepth() throws {
        let scanner = try scanner("epson-et2850-airscan-escl")
        let settings = try scanner.settings(for: .with { $0.depth = 16 })
        #expect(settings.notes == ["The scanner does not offer 16 bits per sample here; its nearest depth was used."])
    }

    @Test("the mode is chosen even when nobody asks for one")
    func powerOnMode() throws {
        for id in ["epson2-flatbed-mfp", "fujitsu-scansnap-s1500"] {
            let scanner = try scanner(id)
            #expect(try scanner.settings(for: ScanRequest()).modeWord == "Color")
            #expect(scanner.value("mode") == .string("Color"))
        }
    }

    @Test("what a source throws back is set after it", arguments: [false, true])
    func sourceResets(inSilence: Bool) throws {
        let scanner = try scanner("canon-pixma-mx-adf")
        scanner.resetsInSilence = inSilence
        let settings = try scanner.settings(
            for: .with {
                $0.source = .feeder
                $0.colour = .gray
                $0.resolution = 300
            }
        )
        #expect(scanner.log == ["source=Automatic Document Feeder", "mode=Gray", "resolution=300"])
        #expect(settings.modeWord == "Gray")
        #expect(settings.resolution == 300)
    }

    @Test("a mode that another option threw back without a word is set again")
    func lateReset() throws {
        var profile = try ScannerProfile.named("canon-pixma-mx-adf")
        profile.resets = ["br-y": profile.resets?["source"] ?? [:]]
        let scanner = FakeScanner(profile)
        scanner.resetsInSilence = true
        let settings = try scanner.settings(
            for: .with {
                $0.colour = .gray
                $0.resolution = 300
                $0.area = .a4
            }
        )
        #expect(
            scanner.log == ["mode=Gray", "resolution=300", "br-x=210", "br-y=297", "mode=Gray", "resolution=300"]
        )
        #expect(settings.modeWord == "Gray")
        #expect(settings.resolution == 300)
    }

    @Test("a driver that never keeps its mode is left with a note, not asked for ever")
    func stubbornReset() throws {
        var profile = try ScannerProfile.named("canon-pixma-mx-adf")
        profile.resets = ["resolution": ["mode": try #require(profile.options.first { $0.n == "mode" }?.d)]]
        let scanner = FakeScanner(profile)
        scanner.resetsInSilence = true
        let late = try scanner.settings(
            for: .with {
                $0.colour = .gray
                $0.resolution = 300
            }
        )
        #expect(late.modeWord == "Gray")  // the second round finds the resolution as wanted
        profile.resets = ["mode": ["mode": try #require(profile.options.first { $0.n == "mode" }?.d)]]
        let never = FakeScanner(profile)
        let settings = try never.settings(for: .with { $0.colour = .gray })
        #expect(settings.modeWord == "Color")
        #expect(never.log == ["mode=Gray", "resolution=150", "mode=Gray"])
        #expect(settings.notes.contains("The scanner went back to its mode Color."))
    }

    @Test("every profile ends, is never turned inside out, and takes every value")
    func everyProfile() throws {
        let areas: [ScanArea] = [
            .wholeBed, .a4,
            .frame(left: .millimetres(10), top: .millimetres(20), right: .millimetres(60), bottom: .millimetres(90)),
        ]
        for profile in ScannerProfile.all {
            for colour in ColourMode.allCases {
                for source in [nil, PaperSource.glass, .feeder] {
                    for (area, bothSides) in areas.flatMap({ [($0, false), ($0, true)] }) {
                        let scanner = FakeScanner(profile)
                        let request = ScanRequest.with {
                            $0.colour = colour
                            $0.source = source
                            $0.area = area
                            $0.bothSides = bothSides
                            $0.brightness = 0.5
                            $0.threshold = 0.5
                        }
                        let settings = try scanner.settings(for: request)
                        #expect(!scanner.wasInverted, "\(profile.id)")
                        #expect(!settings.notes.contains { $0.contains("refused") }, "\(profile.id) \(settings.notes)")
                        #expect(scanner.log.count < 20, "\(profile.id)")
                        #expect(settings.resolution == scanner.value("resolution")?.number, "\(profile.id)")
                    }
                }
            }
        }
    }

    @Test("a plan that is carried out twice sets nothing the second time, but the sides")
    func idempotence() throws {
        for profile in ScannerProfile.all {
            let scanner = FakeScanner(profile)
            let request = ScanRequest.with {
                $0.source = .feeder
                $0.area = .a4
            }
            try scanner.settings(for: request)
            let first = scanner.log.count
            try scanner.settings(for: request)
            #expect(scanner.log.dropFirst(first).allSatisfy { $0.hasPrefix("adf-mode=") }, "\(profile.id)")
        }
    }

    @Test("a mode that nobody can choose need not be understood (BR-029)")
    func fixedMode() throws {
        let mode = DeviceOption(
            index: 1,
            name: "mode",
            type: .string,
            constraint: .words(["Sepia", "Cyan"]),
            capabilities: .softDetect
        )
        var plan = OptionPlan(for: ScanRequest())
        guard case .done = try plan.next([mode], current: { _ in .string("Sepia") }) else {
            Issue.record("there is nothing to set")
            return
        }
    }
}
