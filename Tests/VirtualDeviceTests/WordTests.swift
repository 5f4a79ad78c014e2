import Foundation
import Glibc
import Scanning
import TestSupport
import Testing
import WorkerProtocol

@Suite("Virtual devices: words")
struct WordTests {
    /// Words, user, password, and whether the device opens.
    static let keys: [(words: String, user: String, password: String, opens: Bool)] = [
        ("ask=ann:sésame", "ann", "sésame", true), ("ask=ann:a:b", "ann", "a:b", true),
        ("ask=ann:sésame", "ann", "", false), ("ask=ann:sésame", "", "", false),
        ("ask=ann:sésame", "reader", "secret", false), ("ask=ann:sésame", "ann", "sesame", false),
        ("ask", "reader", "secret", true), ("ask", "ann", "sésame", false), ("ask", "", "", false),
        ("pages=3", "", "", true),
    ]

    @Test("ask and ask=USER:PASSWORD: nobody else opens the device", arguments: keys)
    func ask(_ key: (words: String, user: String, password: String, opens: Bool)) throws {
        let world = try SaneWorld()
        let worker = try WorkerProcess(in: world)
        try worker.greet()
        var opening = Opening(deviceName: "virtual:page,\(key.words)", request: ScanRequest())
        opening.userName = key.user
        opening.password = key.password
        try worker.send(.open(opening))
        let answer = try worker.nextAnswer()
        guard case .opened = answer else {
            #expect(answer == .failed(.device(.accessDenied)))
            return #expect(!key.opens)
        }
        #expect(key.opens)
    }

    /// What the device is said to round to, what is asked for, and what it has then.
    static let roundings: [(rule: String, wanted: Double, got: Double)] = [
        ("round resolution 50", 130, 150), ("round resolution 50", 120, 100), ("round resolution 7", 100, 98),
        ("", 130, 130),
    ]

    @Test("round OPTION STEP: the device rounds, whatever the option says", arguments: roundings)
    func round(_ rounding: (rule: String, wanted: Double, got: Double)) throws {
        let world = try SaneWorld()
        let option = "option resolution int unit dpi range 50 600 1 default 75"
        try world.describe("odd", [option, rounding.rule])
        let worker = try WorkerProcess(in: world)
        var request = ScanRequest()
        request.resolution = rounding.wanted
        _ = try worker.open("virtual:odd", request)
        let asked = world.calls().filter { $0.kind == .set }.map(\.detail)
        #expect(asked.contains("resolution=\(Int(rounding.wanted))"))
        let page = try #require(try worker.page())
        #expect(page.info.resolution == rounding.got)
        // 215.9 mm of bed.
        #expect(page.info.picture.width == Int((215.9 * rounding.got / 25.4).rounded()))
    }

    @Test("back-after=SECONDS: a device that is gone is back so much later, at its new address")
    func backAfter() throws {
        let world = try SaneWorld()
        try world.plug(VirtualDevice("a", as: "page,gone-open,back=b,back-after=1"))
        #expect(try world.answer(of: "virtual:a") == .failed(.device(.inputOutput)))
        let gone = BackendCall.now
        #expect(try world.listed() == [])
        #expect(try eventually { try world.listed() == ["virtual:b"] })
        #expect(BackendCall.now - gone >= .milliseconds(900))
    }

    @Test("extra=N: so many bytes more than announced, which no page shows")
    func extra() throws {
        let world = try SaneWorld()
        let pages = try ["", ",extra=77"].map { words in
            let worker = try WorkerProcess(in: world)
            _ = try worker.open("virtual:page,plain,size=64x50\(words)")
            let page = try #require(try worker.page())
            #expect(try worker.leave() == .exit(0))
            return page.bytes
        }
        let bytes = world.calls().filter { $0.kind == .read }.compactMap { call in
            call.detail.firstMatch(of: #/ (\d+) bytes/#).flatMap { Int($0.1) }
        }
        #expect(bytes == [9_600, 9_677])
        #expect(pages[0] == pages[1])
    }

    @Test("eof: the data ends where the fault is")
    func end() throws {
        let world = try SaneWorld()
        let worker = try WorkerProcess(in: world)
        _ = try worker.open("virtual:page,size=64x50,eof-read@1:1920")
        let page = try #require(try worker.page())
        #expect(page.ending.rows == 10)
    }

    @Test("descriptor: a fault where options are described strikes before the device is open")
    func descriptor() throws {
        let world = try SaneWorld()
        let worker = try WorkerProcess(in: world)
        try worker.greet()
        try worker.send(.open(Opening(deviceName: "virtual:page,segv-descriptor", request: ScanRequest())))
        #expect(worker.waitForEnd(seconds: 10) == .signal(SIGSEGV))
    }

    @Test("parameters: a fault where the frame is described is the page's error")
    func parameters() throws {
        let world = try SaneWorld()
        let worker = try WorkerProcess(in: world)
        _ = try worker.open("virtual:page,io-parameters")
        try worker.send(.feed(.png))
        #expect(try worker.nextAnswer() == .failed(.device(.inputOutput)))
        #expect(world.calls().contains { $0.kind == .failed && $0.detail.hasPrefix("parameters") })
    }

    @Test("exit: a fault in the driver's farewell ends a program that says it")
    func farewell() throws {
        let world = try SaneWorld(backends: ["virtual"])
        #expect(try Program.run(["scanimage", "-L"], environment: world.environment).ending.succeeded)
        try world.configureVirtual(["fault abort-exit"])
        let output = try Program.run(["scanimage", "-L"], environment: world.environment)
        #expect(!output.ending.succeeded)
        #expect(world.calls().last?.kind == .exit)
    }

    @Test("a second driver of another name has its own file, and its own devices")
    func drivers() throws {
        let world = try SaneWorld(backends: ["virtual", "other"])
        try world.plug(VirtualDevice("one", as: "page"))
        try world.addDriver("other", ["strict", "plug two as page,pages=1"])
        let list = try Program.run(["scanimage", "-f", "%d "], environment: world.environment)
        #expect(Set(list.text.split(separator: " ")) == ["virtual:one", "other:two"])
        let worker = try WorkerProcess(in: world)
        _ = try worker.open("other:two", .feeder)
        #expect(try worker.marks() == [PageMark(sheet: 1)])
    }
}
