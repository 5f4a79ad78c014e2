import Foundation
import TestSupport
import Testing

@Suite("who waits for a scanner in v19, and for how long", .timeLimit(.minutes(10)))
struct V19WaitTests {
    @Test("a POST waits for a scanner that is being closed")
    func closing() throws {
        let world = try World(feeder: "pages=1,size=300x200,hang4-close*1")
        let job = try world.v19.makeJob(#"{"autoRun":false}"#).jobuid
        let watch = Stopwatch()
        #expect(try world.v19.delete(job).status == 204)
        // Two seconds, and not as long as the scanner takes.
        #expect(watch.elapsed > .milliseconds(1_800) && watch.undisturbed < .milliseconds(3_500), "\(watch)")
        let next = try world.v19.makeJob(#"{"autoRun":false}"#)
        #expect(next.status == "pending")
        #expect(world.scanners.calls().filter { $0.kind == .open }.count == 2)
    }

    @Test("but no longer than three seconds, and only the first one")
    func closingForLong() throws {
        let world = try World(feeder: "pages=1,size=300x200,hang8-close*1")
        let job = try world.v19.makeJob(#"{"autoRun":false}"#).jobuid
        #expect(try world.v19.patch(job, "canceled").status == 200)
        let first = try world.server.client()
        let watch = Stopwatch()
        try first.sendRequest("POST", "/api/device/scanners/jobs", body: "{}")
        usleep(100_000)
        let second = try Stopwatch.time { try world.expectBusy(world.v19.post()) }
        #expect(second < .seconds(1), "\(second)")
        try world.expectBusy(first.readResponse())
        #expect(watch.elapsed > .milliseconds(2_800) && watch.undisturbed < .seconds(5), "\(watch)")
    }

    @Test("a POST never overtakes a legacy one that waits")
    func noOvertaking() throws {
        let world = try World(feeder: "pages=1,size=300x200,hang1-close*1,start-delay=1500000")
        let job = try world.v19.makeJob(#"{"autoRun":false}"#).jobuid
        let legacy = try world.server.client()
        try legacy.sendRequest("POST", "/DWTAPI/ScanJobs", body: "{}")
        usleep(100_000)
        try world.expectBusy(world.v19.post())
        #expect(try world.v19.patch(job, "canceled").status == 200)
        // The device is being closed, and the legacy client has waited longer.
        try world.expectBusy(world.v19.post())
        let answer = try legacy.readResponse()
        #expect(answer.status == 201)
        #expect(try world.client.pages(answer.text).pages.count == 1)
    }

    @Test("a legacy POST waits for a pending job, and is refused when that stays")
    func legacyWaits() throws {
        let world = try World(feeder: "pages=1,size=300x200")
        let job = try world.v19.makeJob(#"{"autoRun":false}"#).jobuid
        let refused = try world.server.client().request("POST", "/DWTAPI/ScanJobs?timeout=1", body: "{}")
        #expect(refused.status == 403)
        let waiting = try world.server.client()
        try waiting.sendRequest("POST", "/DWTAPI/ScanJobs", body: "{}")
        usleep(100_000)
        #expect(try world.v19.delete(job).status == 204)
        #expect(try waiting.readResponse().status == 201)
    }

    @Test("a POST is answered after eight seconds, whatever the scanner does, and the rest is told by the status")
    func slowOpening() throws {
        let world = try World(feeder: "pages=1,size=300x200,hang12-open*1")
        let watch = Stopwatch()
        let job = try world.v19.makeJob(#"{"autoRun":false}"#)
        #expect(watch.elapsed > .milliseconds(7_900) && watch.undisturbed < .seconds(11), "\(watch)")
        #expect(job.status == "pending")
        #expect(try world.v19.patch(job.jobuid, "running").status == 200)
        #expect(try world.v19.report(job.jobuid).status == "running")
        #expect(try eventually { try world.v19.report(job.jobuid).status == "completed" })
    }

    @Test("a client that leaves while the scanner is opened, or while it waits, leaves no job behind")
    func leaving() throws {
        let world = try World(feeder: "pages=1,size=300x200,hang1-open*1", arguments: ["--cancel-grace", "1"])
        let leaver = try world.server.client()
        try leaver.sendRequest("POST", "/api/device/scanners/jobs", body: #"{"autoRun":false}"#)
        #expect(eventually { world.scanners.calls().contains { $0.kind == .open } })
        leaver.reset()
        // Its device is being let go, which is what the next one waits for.
        #expect(try eventually { try world.v19.post(#"{"autoRun":false}"#).status == 201 })
    }

    @Test("two scanners never wait for each other")
    func two() throws {
        let world = try World(
            virtual: ["plug one as \"feeder,pages=1,hang8-open*1\"", "plug two as \"feeder,pages=1,size=300x200\""],
            backends: ["virtual"]
        )
        let first = try world.server.client()
        try first.sendRequest("POST", "/api/device/scanners/jobs", body: #"{"device":"virtual:one"}"#)
        #expect(eventually { world.scanners.calls().contains { $0.kind == .open } })
        let taken = try Stopwatch.time {
            let job = try world.v19.makeJob(#"{"device":"virtual:two"}"#).jobuid
            #expect(try eventually { try world.v19.report(job).status == "completed" })
        }
        #expect(taken < .seconds(5), "\(taken)")
    }
}
