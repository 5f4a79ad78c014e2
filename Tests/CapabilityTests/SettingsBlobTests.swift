import DWTWire
import RESTServer
import Scanning
import TestSupport
import Testing

@Suite("settings that clients keep", .timeLimit(.minutes(15)))
struct SettingsBlobTests {
    static let scanner = ScannerDescription(deviceName: "virtual:x", vendor: "Maker", model: "One", type: "scanner")

    private func settings(_ profile: String, _ order: String, in world: SaneWorld) throws -> String {
        try SettingsBlob(of: OpenScanner(profile, in: world, order).abilities.options, on: Self.scanner).text
    }

    @Test("a later job finds the scanner as it was left", arguments: OpenScanner.profiles)
    func restored(_ profile: String) throws {
        let world = try SaneWorld()
        let order = #"""
            {"caps":{"capabilities":[{"capability":257,"curValue":0},{"capability":4387,"curValue":200},
            {"capability":4353,"curValue":500},{"capability":4372,"curValue":{"left":0.2,"top":0.1,"right":0.8,"bottom":0.7}}]},
            "config":{"Resolution":300,"IfFeederEnabled":true,"IfDuplexEnabled":true}}
            """#
        let before = try OpenScanner(profile, in: world, order)
        let text = SettingsBlob(of: before.abilities.options, on: Self.scanner).text
        let after = try OpenScanner(profile, in: world, #"{"settings":"\#(text)"}"#)
        for (old, new) in zip(before.abilities.options, after.abilities.options) where old.option.isSettable {
            #expect(old.now == new.now, "\(old.option.name)")
        }
        #expect(before.settings.source == after.settings.source)
        #expect(before.settings.bothSides == after.settings.bothSides)
        #expect(after.settings.notes == [])
    }

    @Test("caps count more than settings, and config more than caps")
    func order() throws {
        let world = try SaneWorld()
        let text = try settings("fujitsu-fi7260", #"{"config":{"PixelType":1,"Resolution":300}}"#, in: world)
        let order = """
            {"settings":"\(text)","caps":{"capabilities":[{"capability":4376,"curValue":150},{"capability":4353,"curValue":100}]},
            "config":{"Brightness":-500}}
            """
        let scanner = try OpenScanner("fujitsu-fi7260", in: world, order)
        #expect(scanner.details(257)?.container.current?.lenientNumber() == 1)
        #expect(scanner.details(4376)?.container.current?.lenientNumber() == 150)
        #expect(scanner.details(4353)?.container.current?.lenientNumber() == -500)
    }

    @Test("long tables are told, and come back")
    func tables() throws {
        let world = try SaneWorld()
        let tables = ["gamma-table", "red-gamma-table"]
        try world.describe("tables", tables.map { "option \($0) int-array size 65536 range 0 65535 0" })
        let before = try OpenScanner("tables", in: world)
        for name in tables {
            guard case .array(let values)? = before.details.first(where: { $0.label == name })?.container else {
                Issue.record("no \(name)")
                continue
            }
            #expect(values.count == 65_536)
        }
        let table = try #require(before.abilities.options.first { $0.option.name == tables[0] })
        let turned = OptionValue.numbers((0..<65_536).map { Double(65_535 - $0) })
        let changed = DescribedOption(table.option, now: turned, atOpening: table.now)
        let text = SettingsBlob(of: [changed], on: Self.scanner).text
        let after = try OpenScanner("tables", in: world, #"{"settings":"\#(text)"}"#)
        #expect(after.abilities.options.first { $0.option.name == tables[0] }?.now == turned)
    }

    @Test("a size that was said by the scanner's own options is told as the sheet that it is")
    func ownSize() throws {
        let world = try SaneWorld()
        let profile = "brother-mfc8710dw-airscan-wsd"
        func size(_ order: String) throws -> Double? {
            try OpenScanner(profile, in: world, order).details(4386)?.container.current?.lenientNumber()
        }
        let sizes: [(width: Double, height: Double, code: Double)] = [
            (210, 297, 1), (32, 45, 43), (31, 44, 33), (120, 120, 0), (215.9, 355.6, 54),
        ]
        for (width, height, code) in sizes {
            let order = RoundTripTests.order([(32_776, .number(width)), (32_777, .number(height))])
            #expect(try size(order) == code, "\(width) x \(height)")
        }
        for code in [1, 5, 54] {
            let text = try settings(profile, #"{"config":{"PageSize":\#(code)}}"#, in: world)
            #expect(try size(#"{"settings":"\#(text)"}"#) == Double(code))
            #expect(try size(#"{"settings":"\#(text)","config":{"PageSize":13}}"#) == 13)
        }
    }

    @Test("the one that the description of the API shows can be used")
    func example() throws {
        let scanner = ScannerDescription(
            deviceName: "fujitsu:fi-7260:9000",
            vendor: "FUJITSU",
            model: "fi-7260",
            type: "scanner"
        )
        func described(_ name: String, _ type: DeviceOption.ValueType, _ value: OptionValue) -> DescribedOption {
            DescribedOption(DeviceOption(index: 1, name: name, type: type), now: value, atOpening: nil)
        }
        let options = [
            described("source", .string, .string("ADF Duplex")), described("mode", .string, .string("Gray")),
            described("resolution", .int, .number(150)),
        ]
        let shown = EndpointDescription.all.flatMap(\.examples).compactMap(\.answer).filter {
            $0.contains(#"{"settings":"#)
        }
        let text = SettingsBlob(of: options, on: scanner).text
        #expect(shown == [#"{"settings":"\#(text)"}"#])
        let read = try #require(SettingsBlob(text))
        #expect(read.fits(scanner))
        #expect(read.wishes.map(\.value) == [.string("ADF Duplex"), .string("Gray"), .number(150)])
    }

    private func refusal(_ text: String, on scanner: ScannerDescription = scanner) throws -> WireFailure? {
        let job = try JobRequest(JSONText.value(of: Array(#"{"settings":"\#(text)"}"#.utf8)), .v19)
        do {
            _ = try JobMapping(defaults: ScanRequest()).scanRequest(for: job, on: scanner)
            return nil
        } catch {
            return error.failure
        }
    }

    @Test("what was never answered here is refused in words, whatever it is")
    func broken() throws {
        let world = try SaneWorld()
        let text = try settings("hp-psc1600-hpaio", "{}", in: world)
        #expect(try refusal(text) == nil)
        let changed = text.dropLast(12) + (text.suffix(12).hasPrefix("A") ? "B" : "A") + text.suffix(11)
        for wrong in ["x", "AA==", "eyJhIjoxfQ==", String(text.dropLast(8)), String(changed), "%%%", text + "AAAA"] {
            let failure = try #require(try refusal(wrong), "\(wrong)")
            #expect(failure.status == 400)
            #expect(failure.code == WireCode.invalidParameter)
        }
    }

    @Test("settings of another model are refused by name")
    func foreign() throws {
        let world = try SaneWorld()
        let text = try settings("hp-psc1600-hpaio", "{}", in: world)
        let other = ScannerDescription(deviceName: "virtual:x", vendor: "Maker", model: "Two", type: "scanner")
        let failure = try #require(try refusal(text, on: other))
        #expect(failure.status == 400)
        #expect(failure.message.contains("Maker One"))
        // The same model at another place is the same.
        let moved = ScannerDescription(deviceName: "virtual:y", vendor: "Maker", model: "One", type: "scanner")
        #expect(try refusal(text, on: moved) == nil)
    }
}
