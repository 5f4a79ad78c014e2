import Foundation
import TestSupport
import Testing

@Suite("scanners of another host, through the driver net", .timeLimit(.minutes(15)))
struct ServedScannerTests {
    /// A service whose scanners are those of a saned.
    private static func neighbourhood(
        _ far: ScannerServer,
        arguments: [String] = []
    ) throws -> Neighbourhood {
        let world = try SaneWorld(backends: ["net"])
        try far.introduce(to: world)
        return try Neighbourhood(world, arguments: arguments)
    }

    private static func world(_ lines: [String]) throws -> SaneWorld {
        let world = try SaneWorld(backends: ["virtual"])
        try world.configureVirtual(lines)
        return world
    }

    @Test("a scanner behind saned is listed, scans, and comes to the end of its feeder; an empty feeder is told")
    func scan() throws {
        let far = try ScannerServer(
            Self.world([
                "device page,pages=3,size=300x400;Maker;Full;scanner",
                "device page,pages=0,size=300x400;Maker;Empty;scanner",
            ])
        )
        let place = try Self.neighbourhood(far)
        #expect(try place.names() == ["Maker Empty", "Maker Full"])
        let full = try place.scan("Maker Full")
        #expect(full.pages.count == 3)
        #expect(full.end.status == 410)
        #expect(try place.refusal("Maker Empty") == "The feeder is empty. Load paper and scan again.")
        #expect(try place.scan("Maker Empty", feeder: false).pages.count == 1)
        #expect(try place.scan("net:\(far.address):virtual:page,pages=3,size=300x400").pages.count == 3)
    }

    @Test("a saned that asks for a name and a password gets those of the settings; wrong ones are told")
    func password() throws {
        let far = try ScannerServer(
            Self.world(["device page,pages=1,size=300x400;Maker;Guarded;scanner"]),
            users: ["reader:secret:virtual"]
        )
        let admitted = try Self.neighbourhood(
            far,
            arguments: ["--scanner-user", "reader", "--scanner-password", "secret"]
        )
        #expect(try admitted.scan("Maker Guarded").pages.count == 1)
        let stranger = try Self.neighbourhood(
            far,
            arguments: ["--scanner-user", "reader", "--scanner-password", "guess"]
        )
        #expect(try stranger.names() == ["Maker Guarded"])
        #expect(try stranger.refusal("Maker Guarded").contains("scanner-password"))
        #expect(!stranger.server.log.contains { $0.contains("guess") })
    }

    @Test("a saned that is killed in mid-page: the error is told once, and the next job works when it is back")
    func killed() throws {
        let far = try ScannerServer(
            Self.world(["device page,pages=2,size=300x400,chunk=1200,delay=20000;Maker;Slow;scanner"])
        )
        let place = try Self.neighbourhood(far, arguments: ["--deadline-more-bytes", "5", "--stream-after", "60"])
        let job = try place.order("Maker Slow")
        #expect(eventually(within: 10) { far.world.callLog().contains { $0.hasPrefix("start") } })
        usleep(300_000)
        far.kill()
        let scan = try place.client.pages(job)
        #expect(scan.pages.isEmpty)
        #expect(scan.end.status == 500)
        #expect(try place.client.next(job).status == 410)
        let told = try place.refusal("Maker Slow")
        #expect(told.contains("switched on"), "\(told)")
        try far.start()
        #expect(try place.scan("Maker Slow").pages.count == 2)
        // An address of another host is no bus address of this one.
        #expect(try place.names() == ["Maker Slow"])
    }

    @Test("a host that does not answer costs neither the list nor the scanners of others (BR-045)")
    func noHost() throws {
        let far = try ScannerServer(Self.world(["device page,pages=1,size=300x400;Maker;Far;scanner"]))
        let world = try SaneWorld(backends: ["net", "test"])
        try far.introduce(to: world)
        far.kill()
        let place = try Neighbourhood(world, arguments: ["--list-max-age", "0"])
        #expect(try eventually(within: 10) { try place.names() == ["Noname frontend-tester"] })
        try far.start()
        #expect(
            try eventually(within: 10) { try Set(place.names()) == ["Maker Far (network)", "Noname frontend-tester"] }
                || Set(place.names()) == ["Maker Far", "Noname frontend-tester"]
        )
    }
}
