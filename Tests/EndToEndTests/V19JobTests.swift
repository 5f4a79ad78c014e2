import Foundation
import TestSupport
import Testing

@Suite("v19 jobs are made, told, moved and deleted as the API says", .timeLimit(.minutes(10)))
struct V19JobTests {
    static func world(_ words: String = "feeder,pages=3,size=300x200", arguments: [String] = []) throws -> World {
        try World(virtual: ["device \(words);Maker;Any;scanner"], backends: ["virtual"], arguments: arguments)
    }

    @Test("a job runs at once, and its answer says which scanner does it, and offers no WebSocket")
    func made() throws {
        let world = try Self.world()
        let answer = try world.v19.post(#"{"requireWebsocket":true,"requestFocusForScanningUI":true}"#)
        #expect(answer.status == 201)
        #expect(answer["Content-Type"] == "application/json")
        let members = try JSONSerialization.jsonObject(with: Data(answer.body)) as? [String: Any]
        #expect(Set((members ?? [:]).keys) == ["jobuid", "status", "scanner"])
        let job = try V19Client.decode(V19Client.Job.self, answer)
        #expect(job.status == "running")
        #expect(UUID(uuidString: job.jobuid) != nil)
        let listed = try #require(world.list().first)
        #expect(World.Entry(name: job.scanner.name, type: job.scanner.type, device: job.scanner.device) == listed)
        #expect(try eventually { try world.v19.report(job.jobuid).status == "completed" })
        #expect(try world.v19.report(job.jobuid.lowercased()).code == 0)
    }

    @Test("a pending job holds its device and feeds nothing until it is told to run")
    func pending() throws {
        let world = try Self.world()
        let job = try world.v19.makeJob(#"{"autoRun":false}"#)
        #expect(job.status == "pending")
        #expect(try world.v19.report(job.jobuid).status == "pending")
        #expect(world.scanners.calls().contains { $0.kind == .open })
        let refused = try world.v19.post()
        #expect(refused.status == 423)
        #expect(refused["Retry-After"] != nil)
        #expect(try world.v19.envelope(refused).code == -1004)
        #expect(!world.scanners.calls().contains { $0.kind == .start || $0.kind == .close })
        let started = try world.v19.patch(job.jobuid, "running")
        #expect(started.status == 200)
        #expect(started.text == #"{"status":"running"}"#)
        #expect(try eventually { try world.v19.report(job.jobuid).status == "completed" })
        #expect(world.scanners.calls().filter { $0.kind == .open }.count == 1)
        #expect(try world.v19.patch(job.jobuid, "running").status == 409)
        #expect(try world.v19.patch(job.jobuid, "canceled").status == 409)
    }

    @Test("a deleted job answers 410 from then on, one that never was 404")
    func deleted() throws {
        let world = try Self.world()
        let job = try world.v19.makeJob(#"{"autoRun":false}"#).jobuid
        let answer = try world.v19.delete(job)
        #expect(answer.status == 204)
        #expect(answer.body.isEmpty)
        // It was answered when the device was free.
        #expect(world.scanners.calls().last?.kind == .close)
        for gone in [try world.v19.delete(job), try world.v19.get(job), try world.v19.patch(job, "running")] {
            #expect(gone.status == 410)
            let envelope = try world.v19.envelope(gone)
            #expect(envelope.code == -1034 && envelope.statusCode == 410)
        }
        for id in [UUID().uuidString, "1", "%22%22", "..%2F"] {
            for unknown in [try world.v19.delete(id), try world.v19.get(id), try world.v19.patch(id, "running")] {
                #expect(unknown.status == 404)
                #expect(try world.v19.envelope(unknown).code == -1034)
            }
        }
    }
}
