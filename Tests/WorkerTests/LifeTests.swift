import Foundation
import Scanning
import TestSupport
import Testing
import WorkerProtocol

@Suite("A worker's life")
struct LifeTests {
    @Test("the test driver's feeder gives ten pages, then says that there is no more paper")
    func feeder() throws {
        let world = try SaneWorld()
        let worker = try WorkerProcess(in: world)
        _ = try worker.open("test:0", .small(.feeder))
        for _ in 0..<10 { #expect(try worker.page() != nil) }
        #expect(try worker.page() == nil)
        #expect(try worker.leave() == .exit(0))
    }

    @Test("an empty feeder has no page")
    func emptyFeeder() throws {
        let world = try SaneWorld()
        let worker = try WorkerProcess(in: world)
        _ = try worker.open("virtual:pages=0", .small(.feeder))
        #expect(try worker.page() == nil)
        #expect(try worker.leave() == .exit(0))
        #expect(world.scanLog() == ["start", "cancel", "close"])
    }

    @Test("the driver's log of a feeder job: start, read, …, cancel once, close once")
    func feederLog() throws {
        let world = try SaneWorld()
        let worker = try WorkerProcess(in: world)
        _ = try worker.open("virtual:pages=2,size=10x10", .small(.feeder))
        for _ in 0..<2 { _ = try worker.page() }
        #expect(try worker.page() == nil)
        #expect(try worker.leave() == .exit(0))
        #expect(world.scanLog() == ["start", "read", "start", "read", "start", "cancel", "close"])
    }

    @Test("a limit never feeds one sheet more, and the last page is let go at once")
    func limit() throws {
        let world = try SaneWorld()
        let worker = try WorkerProcess(in: world)
        var request = ScanRequest.small(.feeder)
        request.pageLimit = 2
        _ = try worker.open("virtual:pages=5,size=10x10", request)
        for _ in 0..<2 { #expect(try worker.page() != nil) }
        #expect(try worker.page() == nil)
        #expect(world.scanLog() == ["start", "read", "start", "read", "cancel"])
        #expect(try worker.leave() == .exit(0))
        #expect(world.scanLog() == ["start", "read", "start", "read", "cancel", "close"])
    }

    @Test("the glass has one page, although the driver would give more")
    func glass() throws {
        let world = try SaneWorld()
        let worker = try WorkerProcess(in: world)
        _ = try worker.open("virtual:glass,size=10x10", .small(.glass))
        #expect(try worker.page() != nil)
        #expect(try worker.page() == nil)
        #expect(try worker.leave() == .exit(0))
        #expect(world.scanLog() == ["start", "read", "cancel", "close"])
    }

    @Test("no cancel between the frames of a three-pass page: the pages after it still come")
    func threePasses() throws {
        let world = try SaneWorld(test: ["three-pass": "true"])
        let worker = try WorkerProcess(in: world)
        _ = try worker.open("test:0", .small(.feeder))
        for _ in 0..<3 { #expect(try worker.page()?.info.picture.channels == 3) }
        #expect(try worker.leave() == .exit(0))
    }

    @Test("a worker that is told to list says what there is, and ends")
    func listing() throws {
        let world = try SaneWorld(devices: 2)
        try world.configureVirtual(["device one;Acme;Feeder 1;sheet-fed scanner"])
        #expect(
            try list(in: world) == [
                "test:0, Noname, frontend-tester, virtual device", "test:1, Noname, frontend-tester, virtual device",
                "virtual:one, Acme, Feeder 1, sheet-fed scanner",
            ]
        )
        try world.configureVirtual(["strict"])
        try world.configureTest([:], devices: 1)
        #expect(try list(in: world) == ["test:0, Noname, frontend-tester, virtual device"])
    }

    @Test("a driver that asks gets the user name and the password of the request")
    func authorization() throws {
        let world = try SaneWorld()
        var opening = Opening(deviceName: "virtual:ask,size=10x10", request: ScanRequest())
        for (password, isAdmitted) in [("wrong", false), ("secret", true)] {
            opening.userName = "reader"
            opening.password = password
            let worker = try WorkerProcess(in: world)
            try worker.greet()
            try worker.send(.open(opening))
            let answer = try worker.nextAnswer()
            if isAdmitted {
                guard case .opened = answer else { throw WorkerProcess.Trouble.unexpected(answer) }
            } else {
                #expect(answer == .failed(.device(.accessDenied)))
            }
            #expect(try worker.leave() == .exit(0))
        }
    }

    @Test("a command out of place is answered, not obeyed")
    func outOfPlace() throws {
        let world = try SaneWorld()
        let worker = try WorkerProcess(in: world)
        try worker.greet()
        try worker.send(.feed(.png))
        #expect(try worker.nextAnswer() == .failed(.host("No scanner is open.")))
        #expect(try worker.leave() == .exit(0))
    }

    @Test("a server that breaks the rules is left")
    func violation() throws {
        let world = try SaneWorld()
        let worker = try WorkerProcess(in: world)
        try worker.greet()
        try worker.sendRaw([9, 9, 9, 9, 9])
        #expect(worker.waitForEnd(seconds: 2) == .exit(0))
    }

    @Test("started by hand it says whose it is, and its build when asked")
    func byHand() throws {
        let world = try SaneWorld()
        let alone = try Program.run(
            ["/bin/sh", "-c", "exec \(BuiltProducts.worker) 3>&-"],
            environment: world.environment
        )
        #expect(alone.ending.exitCode == 2)
        let version = try Program.run([BuiltProducts.worker, "--version"], environment: world.environment)
        #expect(version.text == "\(Build.identifier)\n")
    }

    /// What a fresh worker finds, in alphabetical order.
    private func list(in world: SaneWorld) throws -> [String] {
        let worker = try WorkerProcess(in: world)
        try worker.greet()
        try worker.send(.list)
        let answer = try worker.nextAnswer()
        guard case .scanners(let scanners) = answer else { throw WorkerProcess.Trouble.unexpected(answer) }
        #expect(worker.waitForEnd(seconds: 5) == .exit(0))
        return scanners.map { "\($0.deviceName), \($0.vendor), \($0.model), \($0.type)" }.sorted()
    }
}

extension ScanRequest {
    /// A request for little data.
    static func small(_ source: PaperSource) -> ScanRequest {
        var request = ScanRequest()
        request.source = source
        request.resolution = 75
        request.area = .page(width: .millimetres(20), height: .millimetres(20))
        return request
    }
}

extension SaneWorld {
    /// The calls of a scan: starts, frames read, cancels, closes; no numbers.
    func scanLog() -> [String] {
        callLog().compactMap { line in
            ["start", "read", "cancel", "close"].first { line.hasPrefix($0) }
        }
    }
}
