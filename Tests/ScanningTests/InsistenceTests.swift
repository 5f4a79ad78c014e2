import TestSupport
import Testing

@testable import Scanning

@Suite("what a request insists on")
struct InsistenceTests {
    /// A request that a scanner cannot fill to the letter, and why.
    struct Row: Sendable, CustomTestStringConvertible {
        var profile: String
        var part: ScanAspect
        var why: Unmet
        var request: ScanRequest
        var testDescription: String { "\(part) of \(profile)" }

        init(
            _ profile: String,
            _ part: ScanAspect,
            _ why: Unmet,
            _ change: (inout ScanRequest) -> Void
        ) {
            var request = ScanRequest()
            change(&request)
            (self.profile, self.part, self.why, self.request) = (profile, part, why, request)
        }
    }

    private static let rows: [Row] = [
        Row("canon-lide20-plustek", .source, .missing) { $0.source = .feeder },
        Row("fujitsu-scansnap-s1500", .source, .missing) { $0.source = .glass },
        Row("canon-lide20-plustek", .bothSides, .dependent) { $0.bothSides = true },
        Row("canon-pixma-mx-adf", .bothSides, .missing) {
            $0.source = .feeder
            $0.bothSides = true
        },
        Row("fujitsu-fi7260", .resolution, .badValue) { $0.resolution = 5_000 },
        Row("canon-pixma-mx-adf", .gamma, .badValue) { $0.gamma = 7 },
        Row("epson-utsushi-flatbed", .gamma, .badValue) { $0.gamma = 1.4 },
        Row("fujitsu-fi7260", .depth, .badValue) { $0.depth = 16 },
        Row("canon-lide20-plustek", .area, .badValue) {
            $0.area = .page(width: .millimetres(500), height: .millimetres(500))
        },
        Row("canon-lide20-plustek", .contrast, .dependent) {
            $0.colour = .bilevel
            $0.contrast = 0.5
        },
        // What another mode would have is not missing.
        Row("canon-lide20-plustek", .threshold, .missing) { $0.threshold = 0.5 },
        Row("canon-pixma-mx-adf", .threshold, .dependent) { $0.threshold = 0.5 },
        Row("brother-mfc8710dw-airscan-wsd", .threshold, .dependent) { $0.threshold = 0.5 },
        // 24 bits are none of gray, whoever says that it is to be gray.
        Row("canon-lide20-plustek", .depth, .dependent) {
            $0.bits = 24
            $0.wishes = [OptionWish(.name("mode"), .string("Gray"))]
        },
        Row("canon-lide20-plustek", .colour, .dependent) {
            $0.wishes = [OptionWish(.name("mode"), .string("Gray"))]
        },
        Row("canon-lide20-plustek", .lineResolution, .dependent) {
            $0.resolution = 300
            $0.lineResolution = 600
            $0.musts = [.resolution]
        },
        Row("canon-lide20-plustek", .resolution, .dependent) {
            $0.resolution = 300
            $0.lineResolution = 600
            $0.musts = [.lineResolution]
        },
        Row("epson2-a3-adf-duplex", .source, .dependent) {
            $0.source = .glass
            $0.wishes = [OptionWish(.name("source"), .string("Automatic Document Feeder"))]
        },
        Row("canon-lide20-plustek", .light, .missing) { $0.isTransparent = true },
        Row("epson-perfection-tpu", .light, .dependent) {
            $0.isTransparent = false
            $0.wishes = [OptionWish(.name("source"), .string("Transparency Unit"))]
        },
        Row("pacific-image-pieusb", .light, .missing) { $0.isTransparent = false },
        Row("canon-lide20-plustek", .brightness, .dependent) {
            $0.brightness = 0.5
            $0.wishes = [OptionWish(.name("brightness"), .number(-20))]
        },
    ]

    @Test("is a condition: where it cannot be had, nothing is scanned, and the reason is told", arguments: rows)
    func unmet(row: Row) throws {
        let scanner = try ScannerProfile.named(row.profile)
        var request = row.request
        // Whoever does not insist gets the next best.
        #expect(throws: Never.self) {
            try FakeScanner(scanner).settings(
                for: .with {
                    $0 = row.request
                    $0.musts = []
                }
            )
        }
        request.musts.append(row.part)
        do {
            _ = try FakeScanner(scanner).settings(for: request)
            Issue.record("it was scanned all the same")
        } catch ScanError.unmet(let why, let sentence) {
            #expect(why == row.why)
            #expect(sentence.hasSuffix("."))
        }
    }

    @Test("of two resolutions that cannot both be had, the one that must be had counts", arguments: [true, false])
    func resolutions(isDown: Bool) throws {
        var request = ScanRequest()
        request.resolution = 300
        request.lineResolution = 600
        request.musts = [isDown ? .lineResolution : .resolution]
        let settings = try FakeScanner(.named("canon-lide20-plustek")).settings(for: request)
        #expect(settings.resolution == (isDown ? 600 : 300))
        #expect(settings.lineResolution == nil)
        #expect(settings.notes.count == 1)
    }

    @Test("bits count for a pixel or for a sample, as long as such pixels can have them")
    func bits() throws {
        for (colour, bits) in [(ColourMode.colour, 24), (.colour, 8), (.gray, 8), (.bilevel, 1)] {
            var request = ScanRequest()
            request.colour = colour
            request.bits = bits
            request.musts = [.depth]
            #expect(throws: Never.self) { try FakeScanner(.named("canon-lide20-plustek")).settings(for: request) }
        }
    }

    @Test("is no hindrance where it can be had", arguments: ["fujitsu-fi7260", "epson2-a3-adf-duplex"])
    func met(profile: String) throws {
        var request = ScanRequest()
        request.source = .feeder
        request.colour = .gray
        request.resolution = 300
        request.musts = [.source, .colour, .resolution]
        let settings = try FakeScanner(.named(profile)).settings(for: request)
        #expect(settings.source == .feeder)
    }

    /// What scanners tell of themselves in several ways at once.
    private static let agreeing: [Row] = [
        Row("fujitsu-fi7260", .overscan, .dependent) {
            $0.switches[.overscan] = false
            $0.wishes = [OptionWish(.name("overscan"), .string("Default"))]
        },
        Row("epson-et2850-airscan-escl", .colour, .dependent) {
            $0.colour = .bilevel
            $0.wishes = [OptionWish(.name("mode"), .string("Gray"))]
        },
        Row("sane-test-1.2.1", .colour, .dependent) {
            $0.colour = .bilevel
            $0.wishes = [OptionWish(.name("mode"), .string("Gray")), OptionWish(.name("depth"), .number(1))]
        },
        Row("pacific-image-pieusb", .depth, .dependent) {
            $0.depth = 8
            $0.wishes = [OptionWish(.name("depth"), .number(1))]
        },
    ]

    @Test("is no hindrance where an option of the driver says the same in its own words", arguments: agreeing)
    func agrees(row: Row) throws {
        var request = row.request
        request.musts = [row.part]
        let settings = try FakeScanner(.named(row.profile)).settings(for: request)
        #expect(settings.wishedColour == nil)
    }

    @Test("says nothing about the other parts")
    func others() throws {
        var request = ScanRequest()
        request.source = .feeder
        request.resolution = 123_456
        request.musts = [.colour]
        #expect(try !FakeScanner(.named("canon-lide20-plustek")).settings(for: request).notes.isEmpty)
    }
}
