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
    ]

    @Test("is a condition: where it cannot be had, nothing is scanned, and the reason is told", arguments: rows)
    func unmet(row: Row) throws {
        let scanner = try ScannerProfile.named(row.profile)
        var request = row.request
        // Whoever does not insist gets the next best.
        #expect(throws: Never.self) { try FakeScanner(scanner).settings(for: row.request) }
        request.musts = [row.part]
        do {
            _ = try FakeScanner(scanner).settings(for: request)
            Issue.record("it was scanned all the same")
        } catch ScanError.unmet(let why, let sentence) {
            #expect(why == row.why)
            #expect(sentence.hasSuffix("."))
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

    @Test("says nothing about the other parts")
    func others() throws {
        var request = ScanRequest()
        request.source = .feeder
        request.resolution = 123_456
        request.musts = [.colour]
        #expect(try !FakeScanner(.named("canon-lide20-plustek")).settings(for: request).notes.isEmpty)
    }
}
