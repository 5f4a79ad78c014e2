import Scanning
import TestSupport
import Testing
import WorkerProtocol

@Suite("a worker tells what its device can do")
struct DescriptionTests {
    private let world: SaneWorld

    init() throws {
        world = try SaneWorld()
    }

    private func worker(_ device: String, _ request: ScanRequest = ScanRequest()) throws -> WorkerProcess {
        let worker = try WorkerProcess(in: world)
        _ = try worker.open(device, request) { $0.describes = true }
        return worker
    }

    private func option(_ worker: WorkerProcess, _ name: String) throws -> DescribedOption {
        try #require(worker.options.first { $0.option.name == name })
    }

    @Test("every option comes with what it had and what it has, before the device counts as opened")
    func values() throws {
        var request = ScanRequest()
        request.colour = .gray
        request.resolution = 300
        let worker = try worker("virtual:fujitsu-fi7260", request)
        #expect(worker.options.filter { $0.option.type != .group }.count == 56)
        #expect(try option(worker, "mode").atOpening == .string("Lineart"))
        #expect(try option(worker, "mode").now == .string("Gray"))
        #expect(try option(worker, "mode").isChanged)
        #expect(try option(worker, "resolution").now == .number(300))
        #expect(try option(worker, "brightness").now == .number(0))
        #expect(try !option(worker, "brightness").isChanged)
        #expect(try option(worker, "page-width").now == nil)
        #expect(try option(worker, "page-loaded").now == .bool(true))
    }

    @Test("the driver's own help comes along, and long tables in as many messages as they need")
    func helpAndTables() throws {
        let worker = try worker("test:0")
        #expect(try option(worker, "mode").help.contains("scan mode"))
        #expect(try option(worker, "mode").option.title == "Scan mode")
        let table = try option(worker, "gamma-table")
        guard case .numbers(let numbers)? = table.now else { throw WorkerProcess.Trouble.silence(afterSeconds: 0) }
        #expect(numbers.count == 4_096)
        #expect(table.atOpening == nil)
        #expect(worker.optionParts == 1)
    }

    @Test("a job that nobody looks at pays for none of it")
    func silence() throws {
        let worker = try WorkerProcess(in: world)
        _ = try worker.open("virtual:page")
        #expect(worker.optionParts == 0)
    }

    @Test("what changes at the scanner is seen when it is asked again, and never once it scans")
    func again() throws {
        try world.plug(VirtualDevice("x", as: "fujitsu-scansnap-s1500,pages=0"))
        let worker = try WorkerProcess(in: world)
        _ = try worker.open("virtual:x") { $0.describes = true }
        #expect(try option(worker, "page-loaded").now == .bool(false))
        try world.plug(VirtualDevice("x", as: "fujitsu-scansnap-s1500,pages=1"))
        try worker.send(.describe)
        try worker.send(.feed(.png))
        guard case .pageStarted = try worker.nextAnswer() else { throw WorkerProcess.Trouble.silence(afterSeconds: 0) }
        #expect(try option(worker, "page-loaded").now == .bool(true))
        _ = try worker.nextAnswer()
        try worker.send(.describe)
        guard case .failed(.host) = try worker.nextAnswer() else {
            throw WorkerProcess.Trouble.silence(afterSeconds: 0)
        }
    }
}
