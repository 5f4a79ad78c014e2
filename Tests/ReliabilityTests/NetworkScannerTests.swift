import Foundation
import TestSupport
import Testing

@Suite("scanners of the network, through the driver airscan", .timeLimit(.minutes(15)))
struct NetworkScannerTests {
    /// A service whose one scanner is the fake one.
    private static func neighbourhood(
        _ scanner: FakeNetworkScanner,
        arguments: [String] = []
    ) throws -> Neighbourhood {
        let world = try world(scanner, called: "Fake")
        return try Neighbourhood(world, arguments: arguments)
    }

    /// A world where airscan knows the fake scanner under that name, and looks for no other.
    private static func world(
        _ scanner: FakeNetworkScanner,
        called name: String,
        beside backends: [String] = []
    ) throws -> SaneWorld {
        let world = try SaneWorld(backends: ["airscan"] + backends)
        let text = """
            [devices]
            "\(name)" = http://127.0.0.1:\(scanner.port)/eSCL, eSCL
            [options]
            discovery = disable
            ws-discovery = off

            """
        try Data(text.utf8).write(to: world.folder.appendingPathComponent("conf/airscan.conf"))
        return world
    }

    @Test("an eSCL scanner is listed, scans from its glass, and to the end of its feeder")
    func scan() throws {
        let scanner = try FakeNetworkScanner()
        defer { scanner.close() }
        let place = try Self.neighbourhood(scanner)
        #expect(try place.names() == ["Fake (eSCL)"])
        let device = try place.list()[0].device
        let glass = try place.scan(device, feeder: false)
        #expect(glass.pages.count == 1)
        #expect(glass.end.status == 410)
        let facts = try #require(JPEGFacts(glass.pages[0]))
        #expect(abs(facts.width - 637) <= 3)
        #expect(facts.density == [75, 75])
        scanner.change { $0.sheets = 3 }
        let feeder = try place.scan(device)
        #expect(feeder.pages.count == 3)
        #expect(feeder.end.status == 410)
        #expect(Set(feeder.pages).count == 3)
    }

    @Test("an eSCL feeder that is empty or jammed is told in words, and the next job works")
    func feeder() throws {
        let scanner = try FakeNetworkScanner()
        defer { scanner.close() }
        let place = try Self.neighbourhood(scanner)
        #expect(try place.refusal("Fake (eSCL)") == "The feeder is empty. Load paper and scan again.")
        scanner.change {
            $0.sheets = 2
            $0.feeder = .jam
        }
        #expect(try place.refusal("Fake (eSCL)").contains("jammed"))
        scanner.change { $0.feeder = nil }
        #expect(try place.scan("Fake (eSCL)").pages.count == 2)
    }

    @Test("an eSCL scanner that is busy at first, and slow with each page, scans all the same")
    func busyAndSlow() throws {
        let scanner = try FakeNetworkScanner()
        defer { scanner.close() }
        let place = try Self.neighbourhood(scanner)
        scanner.change {
            $0.busy = 2
            $0.sheets = 2
            $0.delay = .seconds(1)
        }
        let scan = try place.scan("Fake (eSCL)")
        #expect(scan.pages.count == 2)
        #expect(scan.end.status == 410)
    }

    @Test("an eSCL page that is cut in the middle is lost and told, and the next job works")
    func cut() throws {
        let scanner = try FakeNetworkScanner()
        defer { scanner.close() }
        let place = try Self.neighbourhood(scanner)
        scanner.change {
            $0.sheets = 3
            $0.cutPage = 2
        }
        let job = try place.order("Fake (eSCL)")
        let scan = try place.client.pages(job)
        #expect(scan.pages.count == 1)
        #expect(scan.end.status == 500)
        #expect(try place.client.next(job).status == 410)
        scanner.change {
            $0.sheets = 1
            $0.cutPage = nil
        }
        #expect(try place.scan("Fake (eSCL)").pages.count == 1)
    }

    @Test("an eSCL scanner that is off is told with what to look at, and works once it is on again")
    func off() throws {
        let scanner = try FakeNetworkScanner()
        let place = try Self.neighbourhood(scanner, arguments: ["--list-max-age", "0"])
        #expect(try place.names() == ["Fake (eSCL)"])
        scanner.close()
        let told = try place.refusal("Fake (eSCL)", feeder: false)
        #expect(told.contains("switched on"), "\(told)")
        #expect(try place.answer().status == 200)
    }

    @Test("one scanner by two drivers is two entries, told apart by the way in, the same each time (BR-044)")
    func manyWays() throws {
        let scanner = try FakeNetworkScanner()
        defer { scanner.close() }
        let world = try Self.world(scanner, called: "Fake MFP", beside: ["virtual"])
        try world.configureVirtual([
            "device page,libusb:001:004,pages=1;Fake;MFP;scanner", "device page,pages=2;Fake;MFP;scanner",
        ])
        let place = try Neighbourhood(world, arguments: ["--list-max-age", "0"])
        let list = try place.list()
        #expect(list.count == 3)
        #expect(Set(list.map(\.name)).count == 3)
        #expect(Set(list.map(\.device)).count == 3)
        #expect(list.contains { $0.name == "Fake MFP (eSCL)" })
        #expect(list.allSatisfy { $0.name.hasPrefix("Fake MFP (") }, "\(list.map(\.name))")
        for _ in 0..<3 { #expect(try place.list() == list) }
        for entry in list { #expect(try !place.scan(entry.device, feeder: false).pages.isEmpty) }
    }
}
