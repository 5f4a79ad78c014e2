import TestSupport
import Testing

@testable import Scanning

@Suite("source and sides")
struct OptionPlanSourceTests {
    private func scanner(_ id: String) throws -> FakeScanner { FakeScanner(try .named(id)) }

    @Test(
        "both sides come by the source's word where there is one",
        arguments: [
            ("fujitsu-scansnap-epjitsu", "source=ADF Duplex"),
            ("brother-ads1600w-brother4", "source=Automatic Document Feeder(left aligned,Duplex)"),
            ("fujitsu-fi7260", "source=ADF Duplex"),
        ]
    )
    func duplexByWord(id: String, first: String) throws {
        let duplex = try scanner(id)
        let request = ScanRequest.with {
            $0.source = .feeder
            $0.bothSides = true
        }
        let settings = try duplex.settings(for: request)
        #expect(duplex.log.first == first)
        #expect(settings.bothSides)
        let simplex = try scanner(id)
        #expect(try !simplex.settings(for: .with { $0.source = .feeder }).bothSides)
        #expect(!simplex.log.contains { $0.contains("Duplex") || $0.contains("Back") })
    }

    @Test(
        "both sides come by an option of its own, after the source",
        arguments: [(true, "Duplex"), (false, "Simplex")]
    )
    func duplexByOption(bothSides: Bool, word: String) throws {
        let scanner = try scanner("epson2-a3-adf-duplex")
        let settings = try scanner.settings(
            for: .with {
                $0.source = .feeder
                $0.bothSides = bothSides
            }
        )
        #expect(Array(scanner.log.prefix(2)) == ["source=Automatic Document Feeder", "adf-mode=\(word)"])
        #expect(settings.bothSides == bothSides)
    }

    @Test("the sides are left alone for the glass")
    func glassLeavesSides() throws {
        let scanner = try scanner("epson2-a3-adf-duplex")
        let settings = try scanner.settings(for: .with { $0.bothSides = true })
        #expect(!scanner.log.contains { $0.hasPrefix("adf-mode") })
        #expect(!settings.bothSides)
        #expect(settings.notes.contains("Both sides need the feeder; the glass gave one side."))
    }

    @Test(
        "an option for both sides may be a switch, with an underscore, or of another name",
        arguments: [
            (DeviceOption(index: 2, name: "duplex", type: .bool), OptionValue.bool(true)),
            (
                DeviceOption(index: 2, name: "adf_mode", type: .string, constraint: .words(["Simplex", "Duplex"])),
                .string("Duplex")
            ),
            (
                DeviceOption(
                    index: 2,
                    name: "ScanMode",
                    type: .string,
                    constraint: .words(["Single side", "Both sides"])
                ),
                .string("Both sides")
            ),
        ]
    )
    func otherDuplexOptions(option: DeviceOption, value: OptionValue) throws {
        let source = DeviceOption(index: 1, name: "source", type: .string, constraint: .words(["ADF"]))
        var plan = OptionPlan(for: .with { $0.bothSides = true })
        #expect(try plan.next([source, option], current: { _ in nil }) == .set(option, value))
        plan.took(SetOutcome(value: value))
        guard case .done(let settings) = try plan.next([source, option], current: { _ in nil }) else {
            Issue.record("more to set")
            return
        }
        #expect(settings.bothSides)
    }

    @Test("both sides that are not offered give one side and a note")
    func missingDuplex() throws {
        let scanner = try scanner("canon-pixma-mx-adf")
        let settings = try scanner.settings(
            for: .with {
                $0.source = .feeder
                $0.bothSides = true
            }
        )
        #expect(!settings.bothSides)
        #expect(settings.notes.contains("The scanner does not offer both sides; one side was scanned."))
    }

    @Test("both sides that are refused give one side and a note")
    func refusedDuplex() throws {
        let scanner = try scanner("epson2-a3-adf-duplex")
        scanner.refused = ["adf-mode": .device(.invalid)]
        let settings = try scanner.settings(
            for: .with {
                $0.source = .feeder
                $0.bothSides = true
            }
        )
        #expect(!settings.bothSides)
        #expect(settings.notes.count == 2)  // the sides, and 200 dpi
    }

    @Test(
        "a source that cannot be set, or has one word, is not set and decides",
        arguments: [
            ("epson2-flatbed-mfp", "Flatbed", .glass), ("epson-utsushi-flatbed", "Document Table", .glass),
            ("epson-et2850-airscan-escl", "Flatbed", .glass), ("hp-psc1600-hpaio", "Flatbed", .glass),
            ("canon-lide20-plustek", nil, .glass),
        ] as [(String, String?, PaperSource)]
    )
    func fixedSource(id: String, word: String?, source: PaperSource) throws {
        let scanner = try scanner(id)
        let settings = try scanner.settings(for: .with { $0.source = .feeder })
        #expect(!scanner.log.contains { $0.hasPrefix("source") })
        #expect(settings.sourceWord == word)
        #expect(settings.source == source)
        #expect(settings.notes.contains("The scanner has no feeder; the glass was used."))
    }

    @Test("a device that stands at its glass in the end gives one page, whatever took it there (BR-102)")
    func changedSource() throws {
        var profile = try ScannerProfile.named("epson2-a3-adf-duplex")
        let home = try #require(profile.options.first { $0.n == "source" }?.d)
        #expect(home.option == .string("Flatbed"))
        var device = DeviceSettings()
        device.feederDuplex = "flatbed"
        let byKey = FakeScanner(profile)
        profile.resets = ["resolution": ["source": home]]
        let byItself = FakeScanner(profile)
        for (scanner, device) in [(byKey, device), (byItself, DeviceSettings())] {
            let settings = try scanner.settings(
                for: .with {
                    $0.source = .feeder
                    $0.bothSides = true
                },
                device: device
            )
            #expect(scanner.value("source") == .string("Flatbed"))
            #expect(settings.sourceWord == "Flatbed")
            #expect(settings.source == .glass)
            #expect(settings.pageLimit == 1)
            #expect(!settings.bothSides)
            #expect(settings.notes.contains { $0.contains("no feeder") }, "\(settings.notes)")
        }
    }

    @Test("one page from the glass, the limit from the feeder", arguments: [nil, 1, 7])
    func pageLimit(limit: Int?) throws {
        let glass = try scanner("fujitsu-fi7260").settings(for: .with { $0.pageLimit = limit })
        #expect(glass.pageLimit == 1)
        let feeder = try scanner("fujitsu-scansnap-s1500").settings(
            for: .with {
                $0.source = .glass
                $0.pageLimit = limit
            }
        )
        #expect(feeder.source == .feeder)
        #expect(feeder.pageLimit == limit)
    }

    @Test(
        "without a source option the type of the device decides",
        arguments: [
            ("sheet-fed scanner", PaperSource.feeder), ("flatbed scanner", .glass), ("slide scanner", .glass),
            ("", .glass),
            ("sheet-fed and flatbed scanner", .glass), ("multi-function peripheral", .glass),
        ]
    )
    func noSourceOption(type: String, source: PaperSource) throws {
        var plan = OptionPlan(for: ScanRequest(), type: type)
        guard case .done(let settings) = try plan.next([], current: { _ in nil }) else {
            Issue.record("nothing could be set")
            return
        }
        #expect(settings.source == source)
        #expect(settings.pageLimit == (source == .glass ? 1 : nil))
        #expect(settings.sourceWord == nil)
        #expect(settings.modeWord == nil)
        #expect(settings.resolution == nil)
    }

    @Test(
        "a refused source or mode ends the plan with the device's error",
        arguments: ["source", "mode", "resolution"]
    )
    func neededSettings(name: String) throws {
        let scanner = try scanner("fujitsu-fi7260")
        scanner.refused = [name: .device(.invalid)]
        #expect(throws: ScanError.device(.invalid)) {
            try scanner.settings(for: .with { $0.source = .feeder })
        }
    }

    @Test(
        "trouble of the device ends the plan whatever was set",
        arguments: [
            ScanError.device(.inputOutput), .device(.jammed), .device(.accessDenied),
            .driverHung(call: .option, seconds: 30),
        ]
    )
    func trouble(error: ScanError) throws {
        let scanner = try scanner("sane-test-1.2.1")
        scanner.refused = ["br-x": error]
        #expect(throws: error) { try scanner.settings(for: ScanRequest()) }
    }
}
