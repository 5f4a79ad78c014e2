import TestSupport
import Testing

@testable import Scanning

@Suite("options that a job names itself")
struct OptionWishTests {
    private func settings(
        _ scanner: FakeScanner,
        _ wishes: [OptionWish],
        _ change: (inout ScanRequest) -> Void = { _ in }
    ) throws -> ScanSettings {
        var request = ScanRequest()
        request.wishes = wishes
        change(&request)
        return try scanner.settings(for: request)
    }

    private func place(_ name: String, _ scanner: FakeScanner) throws -> OptionWish.Meant {
        .place(try #require(scanner.options.first { $0.name == name }).index)
    }

    @Test("values are taken as people write them, by place or by name")
    func values() throws {
        let scanner = FakeScanner(try .named("fujitsu-fi7260"))
        let settings = try settings(
            scanner,
            [
                OptionWish(try place("rif", scanner), .number(1)), OptionWish(.name("emphasis"), .string("12")),
                OptionWish(.name("bgcolor"), .string("black")), OptionWish(.name("sleeptimer"), .number(99)),
            ]
        )
        #expect(scanner.value("rif") == .bool(true))
        #expect(scanner.value("emphasis") == .number(12))
        #expect(scanner.value("bgcolor") == .string("Black"))
        #expect(scanner.value("sleeptimer") == .number(60))
        #expect(settings.notes == [])
    }

    @Test("what the plan decides by itself is decided by the wish, in its place")
    func governed() throws {
        let scanner = FakeScanner(try .named("fujitsu-fi7260"))
        let settings = try settings(
            scanner,
            [
                OptionWish(.name("br-y"), .number(100)), OptionWish(.name("mode"), .string("Halftone")),
                OptionWish(.name("source"), .string("ADF Duplex")), OptionWish(.name("page-width"), .number(150)),
            ]
        )
        #expect(settings.source == .feeder)
        #expect(settings.bothSides)
        #expect(settings.modeWord == "Halftone")
        #expect(settings.wishedColour == .bilevel)
        let names = scanner.log.map { String($0.prefix { $0 != "=" }) }
        #expect(names.first == "source")
        #expect(names.firstIndex(of: "mode") ?? 99 < names.firstIndex(of: "page-width") ?? 0)
        #expect(names.firstIndex(of: "page-width") ?? 99 < names.firstIndex(of: "br-y") ?? 0)
        #expect((scanner.value("page-width")?.number ?? 0) - 150 < 0.03)
        #expect(abs((scanner.value("br-y")?.number ?? 0) - 100) < 0.03)
        #expect(!scanner.wasInverted)
    }

    @Test("a wish yields to what was said after it in other words")
    func yields() throws {
        let scanner = FakeScanner(try .named("fujitsu-fi7260"))
        var wish = OptionWish(.name("mode"), .string("Halftone"))
        wish.yieldsTo = [.colour]
        let settings = try settings(scanner, [wish]) { $0.colour = .gray }
        #expect(settings.modeWord == "Gray")
        #expect(settings.notes == [])
    }

    @Test("of two wishes for one option the last one counts")
    func last() throws {
        let scanner = FakeScanner(try .named("fujitsu-fi7260"))
        let wishes = [OptionWish(.name("swskip"), .number(10)), OptionWish(.name("swskip"), .number(20))]
        _ = try settings(scanner, wishes)
        #expect(scanner.log.filter { $0.hasPrefix("swskip") }.count == 1)
        #expect(abs((scanner.value("swskip")?.number ?? 0) - 20) < 0.1)
    }

    static let numbers: [(text: String, number: Double)] = [
        ("-20", -20), (" +20 ", 20), ("0x14", 20), ("2e1", 20), ("20.0", 20), ("20 %", 20), ("20px", 20),
    ]

    @Test("a number may come as a text, also below zero and in hexadecimal", arguments: numbers)
    func numberAsText(_ row: (text: String, number: Double)) throws {
        let scanner = FakeScanner(try .named("fujitsu-fi7260"))
        _ = try settings(scanner, [OptionWish(.name("emphasis"), .string(row.text), isNeeded: true)])
        #expect(scanner.value("emphasis") == .number(row.number))
    }

    @Test("a button that is not to be pressed is left alone")
    func restingButton() throws {
        let scanner = FakeScanner(try .named("epson2-a3-adf-duplex"))
        _ = try settings(scanner, [OptionWish(.name("eject"), .number(0), isNeeded: true)])
        #expect(!scanner.log.contains { $0.hasPrefix("eject") })
    }

    static let refusals: [(name: String, value: OptionValue, trouble: Unmet)] = [
        ("nothing-such", .number(1), .missing), ("page-loaded", .bool(true), .readOnly),
        ("ht-type", .string("Dither"), .dependent), ("bgcolor", .string("Pink"), .badValue),
        ("sleeptimer", .number(99), .badValue), ("sleeptimer", .string("long"), .badValue),
        ("rif", .number(7), .badValue), ("sleeptimer", .string("12abc"), .badValue),
        ("sleeptimer", .string("2,5"), .badValue), ("sleeptimer", .numbers([10, 20]), .badValue),
    ]

    @Test("what cannot be had is noted, and ends the job that insists on it", arguments: refusals)
    func refused(_ row: (name: String, value: OptionValue, trouble: Unmet)) throws {
        let scanner = FakeScanner(try .named("fujitsu-fi7260"))
        let wish = OptionWish(.name(row.name), row.value)
        let notes = try settings(scanner, [wish]).notes
        // A number is moved to what is legal.
        #expect(notes.count == (row.value == .number(99) ? 0 : 1), "\(notes)")
        var needed = wish
        needed.isNeeded = true
        do {
            _ = try settings(FakeScanner(try .named("fujitsu-fi7260")), [needed])
            Issue.record("It was taken.")
        } catch ScanError.unmet(let trouble, _) {
            #expect(trouble == row.trouble)
        }
        var restored = wish
        restored.isRestored = true
        #expect(try settings(FakeScanner(try .named("fujitsu-fi7260")), [restored]).notes == [])
    }

    static let turned: [[(name: String, value: Double)]] = [
        [("tl-x", 150), ("br-x", 100)], [("tl-y", 297)], [("br-x", 0)], [("tl-x", 80), ("br-x", 80)],
    ]

    @Test("corners with nothing between them are passed over, and end the job that insists on them", arguments: turned)
    func turnedCorners(_ corners: [(name: String, value: Double)]) throws {
        let profile = try ScannerProfile.named("canon-lide20-plustek")
        let wishes = corners.map { OptionWish(.name($0.name), .number($0.value)) }
        let (scanner, whole) = (FakeScanner(profile), FakeScanner(profile))
        try whole.settings(for: ScanRequest())
        let notes = try settings(scanner, wishes).notes
        #expect(notes.count == 1, "\(notes)")
        for name in ["tl-x", "tl-y", "br-x", "br-y"] { #expect(scanner.value(name) == whole.value(name)) }
        #expect(!scanner.wasInverted)
        do {
            _ = try settings(FakeScanner(profile), wishes.map { OptionWish($0.option, $0.value, isNeeded: true) })
            Issue.record("It was taken.")
        } catch ScanError.unmet(let trouble, _) {
            #expect(trouble == .badValue)
        }
    }

    @Test("corners beyond the bed are moved to its edge, and end the job that insists on them")
    func cornersBeyond() throws {
        let profile = try ScannerProfile.named("canon-lide20-plustek")
        let wish = OptionWish(.name("br-x"), .number(400))
        let scanner = FakeScanner(profile)
        _ = try settings(scanner, [wish])
        #expect(scanner.value("br-x") == .number(215))
        do {
            _ = try settings(FakeScanner(profile), [OptionWish(wish.option, wish.value, isNeeded: true)])
            Issue.record("It was taken.")
        } catch ScanError.unmet(let trouble, _) {
            #expect(trouble == .badValue)
        }
    }

    @Test("a device chooses by itself what it is told to, and nothing else sets that")
    func automatic() throws {
        let scanner = FakeScanner(try .named("canon-pixma-mx-adf"))
        let names = ["gamma", "resolution", "mode", "br-x"]
        let settings = try settings(scanner, names.map { OptionWish(.name($0), .automatic, isNeeded: true) }) {
            $0.colour = .gray
            $0.resolution = 300
        }
        for name in names { #expect(scanner.log.filter { $0.hasPrefix("\(name)=") } == ["\(name)=auto"]) }
        #expect(settings.notes == [])
        #expect(settings.resolution == 75)
        #expect(settings.modeWord == "Color")
        #expect(settings.wishedColour == .colour)
        // Modes come before what depends on them.
        #expect(scanner.log.first == "mode=auto")
    }

    static let unwilling: [(name: String, trouble: Unmet)] = [
        ("source", .notAutomatic), ("button-1", .readOnly), ("threshold", .dependent), ("nothing-such", .missing),
    ]

    @Test("what does not choose by itself is noted, and ends the job that insists on it", arguments: unwilling)
    func notAutomatic(_ row: (name: String, trouble: Unmet)) throws {
        let wish = OptionWish(.name(row.name), .automatic)
        let scanner = FakeScanner(try .named("canon-pixma-mx-adf"))
        #expect(try settings(scanner, [wish]) { $0.resolution = 300 }.notes.count == 1)
        #expect(!scanner.log.contains { $0.hasSuffix("=auto") })
        do {
            let needed = OptionWish(wish.option, wish.value, isNeeded: true)
            _ = try settings(FakeScanner(try .named("canon-pixma-mx-adf")), [needed])
            Issue.record("It was taken.")
        } catch ScanError.unmet(let trouble, _) {
            #expect(trouble == row.trouble)
        }
    }

    @Test("a device that refuses to choose gets what it would have got")
    func automaticRefused() throws {
        let scanner = FakeScanner(try .named("canon-pixma-mx-adf"))
        scanner.refused = ["gamma": .device(.invalid)]
        let notes = try settings(scanner, [OptionWish(.name("gamma"), .automatic)]) { $0.resolution = 300 }.notes
        #expect(notes.count == 1)
        #expect(scanner.value("gamma") == .number(2.2))
    }

    @Test("a device's refusal of a value that must be had says which one")
    func deviceRefuses() throws {
        let scanner = FakeScanner(try .named("fujitsu-fi7260"))
        scanner.refused = ["bgcolor": .device(.invalid)]
        do {
            _ = try settings(scanner, [OptionWish(.name("bgcolor"), .string("Black"), isNeeded: true)])
            Issue.record("It was taken.")
        } catch let error as ScanError {
            #expect(error.explanation.contains("bgcolor"))
        }
    }
}
