import Foundation
import TestSupport
import Testing

@Suite("how long a v19 job lives", .timeLimit(.minutes(10)))
struct V19LifetimeTests {
    @Test("jobTimeout ends a pending job, frees its scanner, and its id is that of a deleted job")
    func pendingTimeout() throws {
        let world = try World(feeder: "pages=1,size=300x200")
        let job = try world.v19.makeJob(#"{"autoRun":false,"jobTimeout":1}"#).jobuid
        #expect(try world.v19.report(job).status == "pending")
        // Asking for it does not prolong it.
        #expect(try eventually(within: 5) { try world.v19.get(job).status == 410 })
        #expect(eventually { world.scanners.calls().last?.kind == .close })
        #expect(try world.v19.makeJob(#"{"autoRun":false}"#).status == "pending")
    }

    @Test("jobTimeout does not run while the job runs, and runs anew when it is over")
    func runningTimeout() throws {
        let world = try World(feeder: "pages=2,size=300x200,hang2.5-start@1*1")
        let job = try world.v19.makeJob(#"{"jobTimeout":2}"#).jobuid
        #expect(try eventually { try world.v19.report(job).status == "completed" })
        let over = ContinuousClock.now
        #expect(try eventually(within: 5) { try world.v19.get(job).status == 410 })
        #expect(ContinuousClock.now - over > .milliseconds(1_800))
        #expect(world.scanners.calls().filter { $0.kind == .start }.count == 3)
    }

    @Test(
        "0 and none are no limit; the pages' lifetime counts from the last request",
        arguments: ["", #""jobTimeout":0"#]
    )
    func noTimeout(members: String) throws {
        let world = try World(feeder: "pages=1,size=300x200", arguments: ["--page-lifetime", "2"])
        let job = try world.v19.makeJob("{\(members)}").jobuid
        let end = ContinuousClock.now + .seconds(4)
        while ContinuousClock.now < end {
            #expect(try world.v19.get(job).status == 200)
            usleep(200_000)
        }
        usleep(2_300_000)
        #expect(try world.v19.get(job).status == 410)
    }

    @Test("a pending job that nobody asks for is canceled, and holds its scanner no longer")
    func forgotten() throws {
        let world = try World(feeder: "pages=1,size=300x200", arguments: ["--pending-limit", "2"])
        let job = try world.v19.makeJob(#"{"autoRun":false}"#).jobuid
        for _ in 1...6 {
            usleep(500_000)
            #expect(try world.v19.report(job).status == "pending")
        }
        #expect(eventually(within: 5) { world.scanners.calls().last?.kind == .close })
        #expect(try world.v19.report(job).status == "canceled")
        #expect(try world.v19.makeJob().status == "running")
    }

    @Test("a pending job whose driver dies is faulted, and says why")
    func deadDriver() throws {
        let world = try World(feeder: "pages=1,size=300x200")
        let job = try world.v19.makeJob(#"{"autoRun":false}"#).jobuid
        for child in ProcessFigures(pid: world.server.pid).children { kill(child, SIGKILL) }
        #expect(try eventually { try world.v19.report(job).status == "faulted" })
        let report = try world.v19.report(job)
        #expect(report.code == -1001)
        #expect(report.message.contains("crashed"))
        #expect(try world.v19.patch(job, "running").status == 409)
        #expect(try world.v19.makeJob().status == "running")
    }

    @Test("finished jobs that have nothing left to tell make place for new ones, the oldest first")
    func places() throws {
        let world = try World(feeder: "pages=1,size=300x200,denied-open", arguments: ["--job-limit", "3"])
        let jobs = try (1...6).map { _ in try world.v19.makeJob().jobuid }
        let statuses = try jobs.map { try world.v19.get($0).status }
        #expect(statuses == [410, 410, 410, 200, 200, 200])
    }

    @Test("jobs whose pages nobody has fetched are never given up for new ones")
    func unfetched() throws {
        let world = try World(feeder: "pages=1,size=300x200", arguments: ["--job-limit", "2"])
        let jobs = try (1...2).map { _ in
            let job = try world.v19.makeJob().jobuid
            #expect(try eventually { try world.v19.report(job).status == "completed" })
            return job
        }
        let refused = try world.v19.post()
        #expect(refused.status == 503)
        #expect(refused["Retry-After"] != nil)
        #expect(try world.v19.envelope(refused).code == -1002)
        #expect(try world.v19.delete(jobs[0]).status == 204)
        #expect(try world.v19.post().status == 201)
        #expect(try world.v19.get(jobs[1]).status == 200)
    }
}
