import Foundation
import Scanning
import TestSupport
import Testing
import WorkerProtocol

@Suite("A driver that misbehaves")
struct FaultTests {
    @Test("a crash in any call ends the worker, and its end says how", arguments: Fault.crashes)
    func crash(_ fault: Fault) throws {
        let world = try SaneWorld()
        let worker = try WorkerProcess(in: world)
        // Where it breaks off is the fault's affair; that it did is checked below.
        try? live(worker, device: "virtual:\(fault.words),size=100x50")
        #expect(worker.waitForEnd(seconds: 5) == fault.ending)
    }

    @Test("a crash while drivers are loaded or listed ends the worker too", arguments: ["init", "list"])
    func crashInList(call: String) throws {
        let world = try SaneWorld(backends: ["virtual"])
        try world.configureVirtual(["fault segv-\(call)"])
        let worker = try WorkerProcess(in: world)
        try worker.greet()
        try worker.send(.list)
        #expect(worker.waitForEnd(seconds: 5) == .signal(SIGSEGV))
    }

    @Test("before a call that hangs, the worker names it", arguments: Fault.hangs)
    func hang(_ fault: Fault) throws {
        let world = try SaneWorld()
        let worker = try WorkerProcess(in: world)
        var last: Event?
        worker.onEvent = { last = $0 }
        #expect(throws: WorkerProcess.Trouble.self) {
            try live(worker, device: "virtual:\(fault.words),size=100x50", seconds: 1.5)
        }
        #expect(last == fault.call.map { .calling($0) })
        #expect(worker.waitForEnd(seconds: 0) == nil)
        worker.kill()
        #expect(worker.waitForEnd(seconds: 5) == .signal(SIGKILL))
    }

    @Test("what the driver refuses is told as it said it", arguments: Fault.statuses, ["open", "start", "read@500"])
    func refusal(_ status: (word: String, meaning: DeviceStatus), call: String) throws {
        let world = try SaneWorld()
        let worker = try WorkerProcess(in: world)
        let answer = try firstRefusal(of: worker, device: "virtual:\(status.word)-\(call),size=100x50")
        if status.word == "nodocs", call == "start" {
            #expect(answer == .noMorePaper)
        } else {
            #expect(answer == .failed(.device(status.meaning)))
        }
        #expect(try worker.leave() == .exit(0))
    }

    @Test(
        "a lie about the options costs neither time nor memory",
        arguments: ["options=2147483647", "options=65536", "overrun=800"]
    )
    func lyingOptions(_ lie: String) throws {
        let world = try SaneWorld()
        let worker = try WorkerProcess(in: world)
        try live(worker, device: "virtual:\(lie),size=100x50", seconds: 2)
        #expect(worker.waitForEnd(seconds: 5) == .exit(0))
    }

    @Test("a page that ends before its first row is a failure")
    func emptyPage() throws {
        let world = try SaneWorld()
        let worker = try WorkerProcess(in: world)
        guard case .failed(.badData) = try firstRefusal(of: worker, device: "virtual:eof-read") else {
            Issue.record("no failure")
            return
        }
        #expect(try worker.leave() == .exit(0))
    }

    @Test(
        "a device that fails to open can be opened at the second try, by the next worker",
        arguments: [
            ("inval", DeviceStatus.invalid), ("busy", .busy), ("io", .inputOutput),
        ]
    )
    func secondTry(word: String, status: DeviceStatus) throws {
        let world = try SaneWorld()
        let first = try WorkerProcess(in: world)
        let device = "virtual:\(word)-open,once,size=10x10"
        #expect(try firstRefusal(of: first, device: device) == .failed(.device(status)))
        #expect(try first.leave() == .exit(0))
        let second = try WorkerProcess(in: world)
        _ = try second.open(device)
        #expect(try second.page() != nil)
        #expect(try second.leave() == .exit(0))
    }

    @Test("a process that a driver left behind hides the end of the socket, not the end of the worker")
    func forgottenChild() throws {
        let world = try SaneWorld()
        let worker = try WorkerProcess(in: world)
        try? live(worker, device: "virtual:fork,segv-start")
        #expect(worker.waitForEnd(seconds: 5) == .signal(SIGSEGV))
    }

    /// A whole life: open, a page, close.
    private func live(_ worker: WorkerProcess, device: String, seconds: Double = 5) throws {
        try worker.greet()
        try worker.send(.open(Opening(deviceName: device, request: ScanRequest())))
        _ = try worker.nextAnswer(seconds: seconds)
        try worker.send(.feed(.png))
        if case .pageStarted = try worker.nextAnswer(seconds: seconds) {
            _ = try worker.nextAnswer(seconds: seconds)
        }
        try worker.send(.close)
        while try worker.nextAnswer(seconds: seconds) != .closed {}
    }

    private func firstRefusal(of worker: WorkerProcess, device: String) throws -> Event {
        try worker.greet()
        try worker.send(.open(Opening(deviceName: device, request: ScanRequest())))
        try worker.send(.feed(.png))
        while true {
            switch try worker.nextAnswer() {
            case .opened, .pageStarted: continue
            case let event:
                // The page that was asked for of a device that did not open.
                if device.contains("-open") { _ = try worker.nextAnswer() }
                return event
            }
        }
    }
}

/// A misdeed and what the server sees of it.
struct Fault: Sendable, CustomStringConvertible {
    var words: String
    var ending: WorkerProcess.Ending?
    var call: DriverCall?

    var description: String { words }

    static let crashes = [
        ("segv", WorkerProcess.Ending.signal(SIGSEGV)), ("abort", .signal(SIGABRT)), ("exit", .exit(3)),
    ].flatMap { deed, ending in
        ["open", "descriptor", "option", "start", "parameters", "read", "read@1000", "cancel", "close"].map {
            Fault(words: "\(deed)-\($0)", ending: ending)
        }
    }

    static let hangs: [Fault] = [
        ("open", DriverCall.open), ("descriptor", .option), ("option@1", .option), ("start", .start),
        ("parameters", .start), ("read", .firstBytes), ("cancel", .cancel), ("close", .close),
    ].map { Fault(words: "hang-\($0)", call: $1) }

    static let statuses: [(word: String, meaning: DeviceStatus)] = [
        ("unsupported", .unsupported), ("cancelled", .canceled), ("busy", .busy), ("inval", .invalid),
        ("jammed", .jammed), ("nodocs", .noPaper), ("cover", .coverOpen), ("io", .inputOutput), ("nomem", .noMemory),
        ("denied", .accessDenied), ("odd", .unknown(42)),
    ]
}
