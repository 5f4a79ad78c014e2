import Foundation
import Scanning
import TestSupport
import Testing
import WorkerProtocol

@Suite("Virtual devices: mishaps")
struct MishapTests {
    @Test("a fault with a number strikes so often, in all processes together")
    func times() throws {
        let world = try SaneWorld()
        let device = "virtual:page,busy-open*2"
        #expect(try world.answer(of: device) == .failed(.device(.busy)))
        #expect(try world.answer(of: device) == .failed(.device(.busy)))
        #expect(try world.answer(of: device) == nil)
    }

    @Test("a jam is cleared under a running scan")
    func clearing() throws {
        let world = try SaneWorld()
        try world.plug(VirtualDevice("a b;c", as: "page,pages=2,jammed-start+"))
        let worker = try WorkerProcess(in: world)
        _ = try worker.open("virtual:a b;c", .feeder)
        try worker.send(.feed(.png))
        #expect(try worker.nextAnswer() == .failed(.device(.jammed)))
        try world.plug(VirtualDevice("a b;c", as: "page,pages=2"))
        #expect(try worker.marks().count == 2)
    }

    @Test("a device that is pulled out answers no more, and opens no more")
    func unplugging() throws {
        let world = try SaneWorld()
        try world.plug(VirtualDevice("one", as: "page,pages=5"))
        let worker = try WorkerProcess(in: world)
        _ = try worker.open("virtual:one", .feeder)
        _ = try worker.page()
        try world.plug()
        try worker.send(.feed(.png))
        #expect(try worker.nextAnswer() == .failed(.device(.inputOutput)))
        #expect(try world.answer(of: "virtual:one") == .failed(.device(.invalid)))
        #expect(try world.listed() == [])
    }

    @Test("a device that goes comes back at another address")
    func absence() throws {
        let world = try SaneWorld()
        try world.plug(VirtualDevice("libusb:001:004", as: "page,pages=1,gone-read@1:4000,back=libusb:001:005"))
        #expect(try world.listed() == ["virtual:libusb:001:004"])
        let worker = try WorkerProcess(in: world)
        _ = try worker.open("virtual:libusb:001:004", .feeder)
        try worker.send(.feed(.png))
        while true {
            let answer = try worker.nextAnswer()
            if case .pageStarted = answer { continue }
            #expect(answer == .failed(.device(.inputOutput)))
            break
        }
        #expect(try world.listed() == ["virtual:libusb:001:005"])
        #expect(try world.answer(of: "virtual:libusb:001:004") == .failed(.device(.invalid)))
        #expect(try world.marks(from: "libusb:001:005") == [PageMark(sheet: 1)])
    }

    @Test("a device can be listed late, by count")
    func lateness() throws {
        let world = try SaneWorld()
        try world.plug(VirtualDevice("late", as: "page,listing=2"))
        #expect(try world.listed() == [])
        #expect(try world.listed() == ["virtual:late"])
    }

    @Test("a device can be listed late, by time")
    func slowness() throws {
        let world = try SaneWorld()
        try world.plug(VirtualDevice("late", as: "page,late=1"))
        #expect(try world.listed() == [])
        #expect(try eventually { try world.listed() == ["virtual:late"] })
    }

    @Test("a hang of some seconds ends, and all is well")
    func shortHang() throws {
        let world = try SaneWorld()
        let before = BackendCall.now
        #expect(try world.marks(from: "page,pages=1,hang0.3-start") == [PageMark(sheet: 1)])
        #expect(BackendCall.now - before >= .milliseconds(300))
    }

    @Test("a driver that prints, and one that leaves a child behind, still scans", arguments: ["prints", "fork"])
    func nuisance(word: String) throws {
        let world = try SaneWorld()
        #expect(try world.marks(from: "page,pages=1,\(word)") == [PageMark(sheet: 1)])
    }

    @Test("an exit without a farewell is one", arguments: ["exit-start", "_exit-start"])
    func exits(fault: String) throws {
        let world = try SaneWorld()
        let worker = try WorkerProcess(in: world)
        _ = try worker.open("virtual:page,\(fault)", .feeder)
        try worker.send(.feed(.png))
        #expect(worker.waitForEnd(seconds: 5) == .exit(3))
    }

    @Test("a device with a grudge opens after a page that was read or cancelled, and hangs after one that was not")
    func grudge() throws {
        let world = try SaneWorld()
        let device = "virtual:page,pages=1,grudge"
        let good = try WorkerProcess(in: world)
        _ = try good.open(device, .feeder)
        _ = try good.page()
        #expect(try good.leave() == .exit(0))
        let bad = try WorkerProcess(in: world)
        _ = try bad.open("\(device),stall-read@1000", .feeder)
        #expect(try world.answer(of: device) == nil)
        try bad.send(.feed(.png))
        while try bad.nextEvent() != .calling(.firstBytes) {}
        bad.kill()
        #expect(throws: WorkerProcess.Trouble.self) { try world.answer(of: "\(device),stall-read@1000", seconds: 0.5) }
    }

    @Test("the log says what was asked, with whose value, when and by whom")
    func log() throws {
        let world = try SaneWorld()
        let before = BackendCall.now
        let worker = try WorkerProcess(in: world)
        var request = ScanRequest.feeder
        request.resolution = 150
        _ = try worker.open("virtual:page,pages=1,start-delay=50000", request)
        _ = try worker.page()
        #expect(try worker.leave() == .exit(0))
        let calls = world.calls()
        #expect(calls.contains { $0.kind == .set && $0.detail == "source=ADF" })
        #expect(calls.contains { $0.kind == .set && $0.detail == "resolution=150" })
        #expect(calls.allSatisfy { $0.process == worker.pid && $0.time > before && $0.time < BackendCall.now })
        let start = try #require(calls.first { $0.kind == .start })
        let read = try #require(calls.first { $0.kind == .read })
        #expect(start.device == "page,pages=1,start-delay=50000")
        #expect(read.time - start.time >= .milliseconds(50))
    }

    /// A description that is not sound, and what is said of it.
    static let unsound = [
        ("optoin mode string", "odd.device:1: \"optoin\" is no statement"),
        ("# fine\nmodel \"open", "odd.device:2: a quote that does not end"),
        ("option mode words", "odd.device:1: option NAME bool|int|fixed|string|button|int-array ..."),
        ("option a int range 1 b 3", "odd.device:1: range MINIMUM MAXIMUM STEP"),
        ("option a int\noption a int", "odd.device:2: a second option \"a\""),
        ("when a 1\n option b int\nend", "odd.device:2: there is no option \"b\" to change"),
        ("option a int\nwhen a 1", "odd.device:2: \"when\" without \"end\""),
        ("option a int\n\nround b 3", "odd.device:3: there is no option \"b\""),
        ("include nobody", "odd.device:1: no description \"nobody\" to include"),
    ]

    @Test("a description that is not sound is refused with file and line", arguments: unsound)
    func description(text: String, said: String) throws {
        let world = try SaneWorld()
        try world.describe("odd", [text])
        let output = try Program.run(["scanimage", "-d", "virtual:odd", "-A"], environment: world.environment)
        #expect(output.ending.exitCode == 1)
        #expect(output.errors.contains(said), "\(output.errors)")
    }
}
