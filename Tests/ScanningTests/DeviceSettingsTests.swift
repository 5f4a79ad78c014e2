import Testing

@testable import Scanning

@Suite("a plan follows what people say of the scanner")
struct DeviceSettingsTests {
    private func scanner(_ id: String) throws -> FakeScanner { FakeScanner(try .named(id)) }

    private func device(_ change: (inout DeviceSettings) -> Void) -> DeviceSettings {
        var settings = DeviceSettings()
        change(&settings)
        return settings
    }

    @Test("a named source is taken, whatever its case, and means what it was named for")
    func sources() throws {
        let words = device {
            $0.flatbed = "card front"
            $0.feeder = "ADF Duplex"
            $0.feederDuplex = "Card Duplex"
        }
        let offered = ["ADF Front", "ADF Duplex", "Card Front", "Card Duplex"]
        func choice(_ wanted: PaperSource?, _ bothSides: Bool) -> SourceChoice {
            SourceChoice(offered: offered, wanted: wanted, bothSides: bothSides, device: words)
        }
        #expect(choice(nil, false).word == "Card Front")
        #expect(choice(nil, false).source == .glass)
        #expect(choice(.feeder, false).word == "ADF Duplex")
        #expect(choice(.feeder, false).bothSides == false)
        #expect(choice(.feeder, true).word == "Card Duplex")
        #expect(choice(.feeder, true).bothSides)
    }

    @Test("a source named for both sides leaves the duplex option alone, one named for fronts does not")
    func duplexOption() throws {
        for (word, isSet) in [("Automatic Document Feeder", false), ("Flatbed", true)] {
            let scanner = try scanner("epson2-a3-adf-duplex")
            let settings = try scanner.settings(
                for: .with {
                    $0.source = .feeder
                    $0.bothSides = true
                },
                device: device { $0.feederDuplex = word == "Flatbed" ? nil : word }
            )
            #expect(settings.bothSides)
            #expect(scanner.log.contains("adf-mode=Duplex") == isSet)
        }
    }

    @Test("a named mode is taken before the words that everybody knows")
    func modes() throws {
        let scanner = try scanner("brother-mfc-brother4")
        let settings = try scanner.settings(
            for: .with { $0.colour = .gray },
            device: device { $0.gray = "gray[error diffusion]" }
        )
        #expect(settings.modeWord == "Gray[Error Diffusion]")
        #expect(settings.notes == [])
        let film = try self.scanner("pacific-image-pieusb")
        let infrared = try film.settings(for: ScanRequest(), device: device { $0.colour = "RGBI" })
        #expect(infrared.modeWord == "RGBI")
    }

    @Test("a word that the scanner does not have is noted and passed over")
    func unknownWords() throws {
        let scanner = try scanner("epson2-a3-adf-duplex")
        let settings = try scanner.settings(
            for: .with { $0.resolution = 300 },
            device: device {
                $0.flatbed = "Glass"
                $0.colour = "Colour"
            }
        )
        #expect(settings.sourceWord == "Flatbed")
        #expect(settings.modeWord == "Color")
        #expect(
            settings.notes == [
                "The configuration names \"Glass\", which the scanner does not offer; it was passed over.",
                "The configuration names \"Colour\", which the scanner does not offer; it was passed over.",
            ]
        )
    }

    @Test("options of the driver are set as they were written, after the mode")
    func ownOptions() throws {
        let scanner = try scanner("epson-utsushi-flatbed")
        let settings = try scanner.settings(
            for: ScanRequest(),
            device: device {
                $0.options = [
                    .init(name: "transfer-format", value: "jpeg"), .init(name: "jpeg-quality", value: "500"),
                    .init(name: "resolution-bind", value: "off"), .init(name: "gamma", value: "2.2"),
                    .init(name: "fragrance", value: "rose"),
                ]
            }
        )
        #expect(
            scanner.log.prefix(3) == ["transfer-format=JPEG", "jpeg-quality=100", "resolution-bind=false"]
        )
        #expect(
            settings.notes == [
                "The option gamma does not take the value \"2.2\" of the configuration.",
                "The configuration names the option fragrance, which the scanner does not have here.",
            ]
        )
    }

    @Test("the size of the sheet is left alone where somebody wants that")
    func pageSize() throws {
        for isFirst in [nil, true, false] {
            let scanner = try scanner("fujitsu-scansnap-s1500")
            try scanner.settings(for: .with { $0.area = .a4 }, device: device { $0.pageSizeFirst = isFirst })
            #expect(scanner.log.contains { $0.hasPrefix("page-height=") } == (isFirst != false))
        }
    }

    @Test("the glass is no larger than it was said to be, and the feeder is")
    func flatbedSize() throws {
        let glass = device { $0.flatbedSize = .a4 }
        for (area, height) in [(ScanArea.wholeBed, 297.0), (.page(width: .millimetres(210), height: .inches(14)), 297)]
        {
            let scanner = try scanner("brother-mfc8710dw-airscan-wsd")
            try scanner.settings(for: .with { $0.area = area }, device: glass)
            #expect(scanner.value("br-y") == .number(height))
            try scanner.settings(
                for: .with {
                    $0.area = area
                    $0.source = .feeder
                },
                device: glass
            )
            #expect(scanner.value("br-y")?.number.map { $0 > 355 } == true)
        }
    }

    @Test("an area beyond the glass is refused in the request's words, one that reaches over it is noted")
    func beyondGlass() throws {
        let glass = device { $0.flatbedSize = .page(width: .millimetres(100), height: .millimetres(100)) }
        func frame(_ left: Double, _ right: Double) -> ScanArea {
            .frame(left: .millimetres(left), top: .millimetres(0), right: .millimetres(right), bottom: .millimetres(90))
        }
        #expect(
            throws: ScanError.notOffered(
                wanted: "an area from 127 to 177 mm across",
                offered: ["0 to 100 mm across"]
            )
        ) {
            try scanner("fujitsu-fi7260").settings(for: .with { $0.area = frame(127, 177) }, device: glass)
        }
        let cut = try scanner("fujitsu-fi7260").settings(for: .with { $0.area = frame(50, 177) }, device: glass)
        #expect(cut.notes == ["The area was cut to what the scanner reaches: 0 to 100 mm across."])
    }

    @Test("what a scanner cannot leave out is cut off where somebody wants that")
    func crop() throws {
        let frame = ScanArea.frame(
            left: .millimetres(10),
            top: .millimetres(20),
            right: .millimetres(110),
            bottom: .millimetres(170)
        )
        let scanner = try scanner("fujitsu-scansnap-epjitsu")
        let plain = try scanner.settings(for: .with { $0.area = frame })
        #expect(plain.cut == nil)
        #expect(plain.notes == ["The scanner cannot be told which part of the page to scan; more came."])
        let cut = try scanner.settings(for: .with { $0.area = frame }, device: device { $0.crop = true })
        #expect(cut.notes == [])
        #expect(cut.cut?.left == .millimetres(10))
        #expect(cut.cut?.width == .millimetres(100))
        #expect(cut.cut?.top == .millimetres(0))
        #expect(cut.cut?.height == nil)
    }
}
