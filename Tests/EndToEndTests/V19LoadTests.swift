import Dispatch
import Foundation
import Synchronization
import TestSupport
import Testing

@Suite("many clients of both generations at once", .timeLimit(.minutes(15)))
struct V19LoadTests {
    /// A client of one generation, and what it got.
    private struct Visit: Sendable {
        var pages: [[UInt8]] = []
        var refusals = 0
        var end = 0
    }

    @Test("a hundred jobs of both generations on two devices: each gets all its pages, in order, and nothing stays")
    func mixed() throws {
        let devices = ["feeder,pages=2,size=300x200", "feeder,pages=3,size=301x200"]
        let world = try World(
            virtual: devices.map { "device \($0);Maker;\($0.prefix(14));scanner" },
            backends: ["virtual"],
            arguments: ["--job-wait", "60", "--job-limit", "200"]
        )
        #expect(try world.list().count == 2)
        let visits = try Self.visits(100) { number in
            let device = "virtual:\(devices[number % 2])"
            guard number % 4 >= 2 else { return try Self.legacy(world, device) }
            return try Self.v19(world, device, isPending: number % 8 < 4)
        }
        for (number, visit) in visits.enumerated() {
            let marks = try visit.pages.map { try PageMark(inPage: $0)?.sheet }
            #expect(marks == Array(1...(2 + number % 2)), "client \(number)")
            #expect(visit.end == (number % 4 < 2 ? 410 : 204), "client \(number)")
        }
        #expect(eventually { ProcessFigures(pid: world.server.pid).children.isEmpty })
        #expect(world.scanners.calls().filter { $0.kind == .close }.count == 100)
    }

    /// Clients that come at the same time, each on a thread of its own.
    private static func visits(_ count: Int, _ visit: @escaping @Sendable (Int) throws -> Visit) throws -> [Visit] {
        let results = Mutex<[Int: Result<Visit, any Error>]>([:])
        DispatchQueue.concurrentPerform(iterations: count) { number in
            let result = Result { try visit(number) }
            results.withLock { $0[number] = result }
        }
        let all = results.withLock { $0 }
        return try (0..<count).compactMap { try all[$0]?.get() }
    }

    private static func legacy(_ world: World, _ device: String) throws -> Visit {
        let order = #"{"device":\#(try quoted(device)),"config":{"IfFeederEnabled":true,"Resolution":75}}"#
        let client = try world.server.client(timeLimit: .seconds(90))
        let made = try client.request("POST", "/DWTAPI/ScanJobs", body: order)
        var visit = Visit(refusals: made.status == 201 ? 0 : 1)
        while true {
            let answer = try world.client.next(made.text, on: client)
            guard answer.status == 200 else {
                visit.end = answer.status
                return visit
            }
            visit.pages.append(answer.body)
        }
    }

    private static func v19(_ world: World, _ device: String, isPending: Bool) throws -> Visit {
        let order =
            #"{"device":\#(try quoted(device)),"autoRun":\#(!isPending),"#
            + #""config":{"IfFeederEnabled":true,"Resolution":75}}"#
        var visit = Visit()
        let deadline = Deadline(seconds: 90)
        var made = try world.v19.post(order)
        while made.status == 423, !deadline.isOver {
            visit.refusals += 1
            usleep(20_000)
            made = try world.v19.post(order)
        }
        let job = try V19Client.decode(V19Client.Job.self, made).jobuid
        if isPending { #expect(try world.v19.patch(job, "running").status == 200) }
        while true {
            let answer = try world.v19.ask(job, "next-page?type=image/png")
            guard answer.status == 200 else {
                visit.end = answer.status
                break
            }
            visit.pages.append(answer.body)
        }
        #expect(try world.v19.delete(job).status == 204)
        return visit
    }
}
