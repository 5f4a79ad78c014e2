import Foundation
import Scanning
import TestSupport
import Testing
import WorkerProtocol

@Suite("The encoding of a page, decided at its first row")
struct PreferenceTests {
    private func start(_ worker: WorkerProcess, _ words: String, _ colour: ColourMode = .gray) throws {
        var request = ScanRequest.small(.feeder)
        request.colour = colour
        _ = try worker.open("virtual:size=50x40,pages=2,\(words)", request) { $0.encodingOfBits = .png }
    }

    private func nextInfo(_ worker: WorkerProcess) throws -> PageInfo? {
        guard case .pageStarted(let info) = try worker.nextAnswer(seconds: 20) else { return nil }
        guard case .pageEnded(let ending) = try worker.nextAnswer(seconds: 20) else { return nil }
        let bytes = ending.applied(to: worker.takePage())
        #expect(bytes.starts(with: info.encoding == .png ? [137, 80, 78, 71] : [255, 0xD8, 255]))
        return info
    }

    @Test("what is preferred while the scanner starts is what the page becomes, the last word of several")
    func whileStarting() throws {
        let world = try SaneWorld()
        let worker = try WorkerProcess(in: world)
        try start(worker, "start-delay=400000")
        try worker.send(.feed(.png))
        try worker.send(.prefer(.png))
        try worker.send(.prefer(.jpeg(quality: 60)))
        #expect(try nextInfo(worker)?.encoding == .jpeg(quality: 60))
        #expect(try worker.leave() == .exit(0))
    }

    @Test("what comes after the first row is for no page, not for the next one either")
    func tooLate() throws {
        let world = try SaneWorld()
        let worker = try WorkerProcess(in: world)
        try start(worker, "chunk=100,delay=20000")
        try worker.send(.feed(.png))
        guard case .pageStarted(let info) = try worker.nextAnswer() else {
            Issue.record("no page")
            return
        }
        try worker.send(.prefer(.jpeg(quality: 60)))
        guard case .pageEnded = try worker.nextAnswer(seconds: 20) else {
            Issue.record("no end")
            return
        }
        _ = worker.takePage()
        try worker.send(.feed(.png))
        #expect(try nextInfo(worker)?.encoding == .png)
        #expect(info.encoding == .png)
        #expect(try worker.leave() == .exit(0))
    }

    @Test(
        "of a storage, deep pages take the deep encoding and all others the usual one, by order or by preference",
        arguments: [16, 8],
        [true, false]
    )
    func depth(bits: Int, isPreferred: Bool) throws {
        let world = try SaneWorld()
        let worker = try WorkerProcess(in: world)
        try start(worker, "start-delay=200000,depth=\(bits)")
        let storage = PageStorage(usual: .jpeg(quality: 60), deep: .png)
        try worker.send(.feed(isPreferred ? .jpeg(quality: 90) : storage))
        if isPreferred { try worker.send(.prefer(storage)) }
        let info = try #require(try nextInfo(worker))
        #expect(info.picture.depth == bits)
        #expect(info.encoding == (bits == 16 ? .png : .jpeg(quality: 60)))
        #expect(try worker.leave() == .exit(0))
    }

    @Test("pages of one bit are stored as the opening says, whoever prefers what")
    func bits() throws {
        let world = try SaneWorld()
        let worker = try WorkerProcess(in: world)
        try start(worker, "start-delay=200000,depth=1", .bilevel)
        try worker.send(.feed(.jpeg(quality: 90)))
        try worker.send(.prefer(.jpeg(quality: 60)))
        let info = try #require(try nextInfo(worker))
        #expect(info.picture.depth == 1)
        #expect(info.encoding == .png)
        #expect(try worker.leave() == .exit(0))
    }
}
