import Foundation
import TestSupport
import Testing

@Suite("v19 jobs are made, told, moved and deleted as the API says", .timeLimit(.minutes(10)))
struct V19JobTests {
    /// A world with one scanner of these words, and nothing else.
    static func world(_ words: String = "feeder,pages=3,size=300x200", arguments: [String] = []) throws -> World {
        try World(virtual: ["device \(words);Maker;Any;scanner"], backends: ["virtual"], arguments: arguments)
    }

    @Test("a job runs at once, and its answer says which scanner does it, and offers no WebSocket")
    func made() throws {
        let world = try World(feeder: "pages=3,size=300x200")
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
        let text = try world.v19.get(job.jobuid.lowercased()).text
        #expect(text == #"{"code":0,"message":"Successful","status":"completed"}"#)
    }

    @Test("a pending job holds its device and feeds nothing until it is told to run")
    func pending() throws {
        let world = try World(feeder: "pages=3,size=300x200")
        let job = try world.v19.makeJob(#"{"autoRun":false}"#)
        #expect(job.status == "pending")
        #expect(try world.v19.report(job.jobuid).status == "pending")
        #expect(world.scanners.calls().contains { $0.kind == .open })
        try world.expectBusy(world.v19.post(#"{"autoRun":false}"#))
        try world.expectBusy(world.v19.post())
        #expect(!world.scanners.calls().contains { $0.kind == .start || $0.kind == .close })
        let started = try world.v19.patch(job.jobuid, "running")
        #expect(started.status == 200)
        #expect(started.text == #"{"status":"running"}"#)
        #expect(try eventually { try world.v19.report(job.jobuid).status == "completed" })
        #expect(world.scanners.calls().filter { $0.kind == .open }.count == 1)
        for status in ["running", "canceled"] {
            let late = try world.v19.patch(job.jobuid, status)
            #expect(late.status == 409)
            #expect(try world.v19.envelope(late).code == -1011)
        }
        // A finished job holds nothing, deleted or not.
        let next = try world.v19.makeJob()
        #expect(try eventually { try world.v19.report(next.jobuid).status == "completed" })
    }

    @Test("a job can be canceled while it is pending and while it runs, and is over then", arguments: [true, false])
    func canceled(autoRun: Bool) throws {
        let world = try World(feeder: "pages=30,size=300x200,delay=20000,chunk=3000")
        let job = try world.v19.makeJob(#"{"autoRun":\#(autoRun)}"#).jobuid
        if autoRun { #expect(eventually { world.scanners.calls().contains { $0.kind == .start } }) }
        let answer = try world.v19.patch(job, "Canceled")
        #expect(answer.status == 200)
        #expect(answer.text == #"{"status":"canceled"}"#)
        #expect(try world.v19.report(job).status == "canceled")
        #expect(try world.v19.report(job).code == 0)
        for status in ["canceled", "running"] { #expect(try world.v19.patch(job, status).status == 409) }
        let next = try world.v19.makeJob(#"{"autoRun":false}"#)
        #expect(next.status == "pending")
        #expect(world.scanners.calls().filter { $0.kind == .start }.count <= 1)
    }

    @Test("a deleted job answers 410 from then on, one that never was 404")
    func deleted() throws {
        let world = try World(feeder: "pages=3,size=300x200")
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

    @Test("the ids of one generation mean nothing in the other")
    func generations() throws {
        let world = try World(feeder: "pages=1,size=300x200")
        let legacy = try world.client.createJob()
        for answer in [
            try world.v19.get(legacy), try world.v19.delete(legacy), try world.v19.patch(legacy, "canceled"),
        ] {
            #expect(answer.status == 404)
        }
        #expect(try world.client.pages(legacy).pages.count == 1)
        let job = try world.v19.makeJob().jobuid
        #expect(try world.client.next(job).status == 410)
        #expect(try world.client.delete(job).status == 410)
        #expect(try world.v19.get(job).status == 200)
    }

    @Test(
        "a body that cannot be meant is refused in the form of this generation",
        arguments: [
            "", "{", "[]", "1", #"{"autoRun":"later"}"#, #"{"jobTimeout":"long"}"#, #"{"jobTimeout":-1}"#,
            #"{"jobTimeout":1.5}"#, #"{"scannerFailureTimeout":-3}"#, #"{"scannerFailureTimeout":[]}"#,
            #"{"checkFeederLoaded":7}"#, #"{"settings":{}}"#, #"{"device":7}"#, #"{"config":[]}"#,
            #"{"config":{"Resolution":{}}}"#, #"{"config":{"checkFeederLoaded":"x"}}"#, #"{"caps":1}"#,
        ]
    )
    func refusedBodies(body: String) throws {
        let world = try World(feeder: "pages=1")
        let answer = try world.v19.post(body)
        #expect(answer.status == 400)
        #expect(answer["Content-Type"] == "application/json")
        #expect(try world.v19.envelope(answer).code == -2113)
        #expect(!world.scanners.calls().contains { $0.kind == .open })
    }

    @Test(
        "a change of status that cannot be meant is refused, and changes nothing",
        arguments: [
            "", "{}", "[]", #"{"status":null}"#, #"{"status":1}"#, #"{"status":"pending"}"#, #"{"status":"run"}"#,
        ]
    )
    func refusedUpdates(body: String) throws {
        let world = try World(feeder: "pages=1")
        let job = try world.v19.makeJob(#"{"autoRun":false}"#).jobuid
        let answer = try world.v19.call("PATCH", "/device/scanners/jobs/\(job)", body: body)
        #expect(answer.status == 400)
        #expect(try world.v19.envelope(answer).code == -2113)
        #expect(try world.v19.report(job).status == "pending")
    }

    @Test("a scanner that nobody knows is a wrong parameter, told with the names that are known")
    func unknownScanner() throws {
        let world = try World(feeder: "pages=1")
        let answer = try world.v19.post(#"{"device":"Nobody 1"}"#)
        #expect(answer.status == 400)
        let envelope = try world.v19.envelope(answer)
        #expect(envelope.code == -1003)
        #expect(envelope.message.contains(try world.list()[0].name))
    }

    @Test("headers and members that mean nothing here are passed over, keys of any kind too")
    func ignored() throws {
        let world = try World(feeder: "pages=1,size=300x200")
        let answer = try world.v19.post(
            #"{"license":["any"],"name":"x","autoRun":"true","jobTimeout":"60","nonsense":{"a":null}}"#,
            headers: [
                "DWT-PRODUCT-KEY: x", "X-DICS-LICENSE-KEY: y", "X-Anything: z", "Origin: dynamic-web-twain.net://a/==",
            ]
        )
        #expect(answer.status == 201)
        #expect(answer["Access-Control-Allow-Origin"] == "dynamic-web-twain.net://a/==")
    }
}

extension World {
    /// A world with one scanner that feeds, and nothing else.
    init(feeder words: String, arguments: [String] = []) throws {
        self = try V19JobTests.world("feeder,\(words)", arguments: arguments)
    }

    /// The answer says that somebody else has the scanner.
    func expectBusy(_ answer: HTTPResponse) throws {
        #expect(answer.status == 423)
        #expect(answer["Retry-After"].flatMap { Int($0) } != nil)
        let envelope = try v19.envelope(answer)
        #expect(envelope.code == -1004 && envelope.statusCode == 423)
    }
}
