import Foundation
import Scanning
import TestSupport
import Testing
import WorkerProtocol

@Suite("Stopping a worker")
struct CancelTests {
    /// A page that takes a minute, one that blocks until it is cancelled, and a feeder's that takes a minute.
    static let slow: [(device: String, source: PaperSource)] = [
        ("test:0", .glass), ("test:0", .feeder), ("virtual:stall-read@1000,size=100x100", .glass),
        ("virtual:stall-read,size=100x100", .glass), ("virtual:chunk=100,delay=100000,size=1000x1000", .feeder),
    ]

    @Test("a cancel in the middle of a page is answered within two seconds", arguments: slow)
    func cancel(_ device: String, source: PaperSource) throws {
        let world = try SaneWorld.slow()
        let worker = try WorkerProcess(in: world)
        try begin(worker, device, source)
        let watch = Stopwatch()
        try worker.send(.cancel)
        #expect(try worker.nextRefusal() == .failed(.canceled))
        #expect(watch.undisturbed < .seconds(2), "\(watch)")
        #expect(try worker.leave() == .exit(0))
        if device.hasPrefix("virtual") { #expect(world.scanLog() == ["start", "cancel", "read", "close"]) }
    }

    @Test("after a cancel the same worker scans on")
    func cancelAndFeed() throws {
        let world = try SaneWorld()
        let worker = try WorkerProcess(in: world)
        try begin(worker, "virtual:stall-read@300,size=10x40", .glass)
        try worker.send(.cancel)
        #expect(try worker.nextRefusal() == .failed(.canceled))
        _ = worker.takePage()
        #expect(try worker.page()?.ending.rows == 40)
        #expect(try worker.leave() == .exit(0))
        #expect(world.scanLog() == ["start", "cancel", "read", "start", "read", "cancel", "close"])
    }

    @Test("a cancel that comes between two pages does no harm to the next, however long its reads take")
    func lateCancel() throws {
        let world = try SaneWorld()
        let worker = try WorkerProcess(in: world)
        _ = try worker.open("virtual:pages=2,size=10x10,chunk=300,delay=400000", .small(.feeder))
        for _ in 0..<2 {
            #expect(try worker.page() != nil)
            try worker.send(.cancel)
        }
        #expect(try worker.page() == nil)
        #expect(try worker.leave() == .exit(0))
    }

    @Test("close in the middle of a page cancels, closes and ends within two seconds", arguments: slow)
    func close(_ device: String, source: PaperSource) throws {
        let world = try SaneWorld.slow()
        let worker = try WorkerProcess(in: world)
        try begin(worker, device, source)
        let watch = Stopwatch()
        try worker.send(.close)
        #expect(try worker.nextRefusal() == .failed(.canceled))
        #expect(try worker.nextRefusal() == .closed)
        #expect(worker.waitForEnd(seconds: 2) == .exit(0))
        #expect(watch.undisturbed < .seconds(2), "\(watch)")
        if device.hasPrefix("virtual") { #expect(world.scanLog() == ["start", "cancel", "read", "close"]) }
    }

    @Test("a worker whose server has gone is gone within two seconds, its device closed", arguments: slow)
    func hangUp(_ device: String, source: PaperSource) throws {
        let world = try SaneWorld.slow()
        let worker = try WorkerProcess(in: world)
        try begin(worker, device, source)
        worker.hangUp()
        #expect(worker.waitForEnd(seconds: 2) == .exit(0))
        if device.hasPrefix("virtual") { #expect(world.scanLog() == ["start", "cancel", "read", "close"]) }
    }

    @Test("an idle worker whose server has gone closes its device and is gone")
    func hangUpIdle() throws {
        let world = try SaneWorld()
        let worker = try WorkerProcess(in: world)
        _ = try worker.open("virtual:size=10x10", .small(.glass))
        worker.hangUp()
        #expect(worker.waitForEnd(seconds: 2) == .exit(0))
        #expect(world.scanLog() == ["close"])
    }

    @Test("a server that no longer listens does not end the worker by a signal, whatever libsane did to signals")
    func deafServer() throws {
        let world = try SaneWorld()
        let worker = try WorkerProcess(in: world)
        _ = try worker.open("test:0", .small(.feeder))
        // The driver's reading thread has ended; with it libsane lets broken pipes end the process again.
        #expect(try worker.page() != nil)
        worker.stopListening()
        try worker.send(.close)
        #expect(worker.waitForEnd(seconds: 5) == .exit(0))
    }

    @Test("a server that goes away in the middle of a fast page does not keep the worker")
    func hangUpWhileWriting() throws {
        let world = try SaneWorld()
        let worker = try WorkerProcess(in: world)
        _ = try worker.open("virtual:size=4000x4000", .small(.glass))
        try worker.send(.feed(.jpeg(quality: 100)))
        guard case .pageStarted = try worker.nextAnswer() else {
            Issue.record("no page")
            return
        }
        worker.hangUp()
        #expect(worker.waitForEnd(seconds: 2) == .exit(0))
        #expect(world.scanLog().filter { $0 != "read" } == ["start", "cancel", "close"])
    }

    /// Feeds, and waits until the first read goes on.
    private func begin(_ worker: WorkerProcess, _ device: String, _ source: PaperSource) throws {
        var request = ScanRequest()
        request.source = source
        request.resolution = 300
        _ = try worker.open(device, request)
        try worker.send(.feed(.png))
        while try worker.nextEvent() != .calling(.firstBytes) {}
    }
}

extension SaneWorld {
    /// The test driver delivers a kilobyte in 200 ms.
    static func slow() throws -> SaneWorld {
        try SaneWorld(
            test: [
                "read-limit": "true", "read-limit-size": "1000", "read-delay": "true", "read-delay-duration": "200000",
            ]
        )
    }
}

extension WorkerProcess {
    /// The next answer but for the beginning of a page, which may or may not have come before.
    func nextRefusal() throws -> Event {
        while true {
            if case let event = try nextAnswer(), !event.isPageStart { return event }
        }
    }
}

extension Event {
    fileprivate var isPageStart: Bool {
        if case .pageStarted = self { true } else { false }
    }
}
