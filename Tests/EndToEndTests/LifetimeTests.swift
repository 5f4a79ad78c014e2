import Foundation
import TestSupport
import Testing

@Suite("jobs and the service end in good order", .timeLimit(.minutes(15)))
struct LifetimeTests {
    @Test("a stop answers who waits, closes the devices and leaves no process", arguments: [SIGTERM, SIGINT])
    func stopInMidPage(_ signal: Int32) throws {
        let world = try World(test: ["read-delay": "true", "read-delay-duration": "200000"])
        let job = try world.client.createJob(#"{"device":"test:0","config":{"Resolution":300}}"#)
        let waiting = try world.server.client()
        try waiting.sendRequest("GET", "/DWTAPI/ScanJobs/\(job)/NextDocument")
        let queued = try world.server.client()
        try queued.sendRequest("POST", "/DWTAPI/ScanJobs", body: #"{"device":"test:0"}"#)
        usleep(200_000)
        let workers = ProcessFigures(pid: world.server.pid).children
        #expect(workers.count == 1)
        world.server.send(signal: signal)
        #expect(try waiting.readResponse().status == 503)
        #expect(try queued.readResponse().status >= 403)
        #expect(world.server.end(atMost: .seconds(5)).succeeded)
        for worker in workers { #expect(!ProcessFigures(pid: worker).isAlive) }
    }

    @Test("a driver that does not let go is ended by force after the time that a cancel has")
    func stopOfHungDriver() throws {
        let world = try World(
            virtual: ["device hang-read@1:1000,size=300x400;Maker;Hung;scanner"],
            backends: ["virtual"],
            arguments: ["--cancel-grace", "2"]
        )
        _ = try world.client.createJob(#"{"config":{"Resolution":75}}"#)
        usleep(200_000)
        let workers = ProcessFigures(pid: world.server.pid).children
        #expect(world.server.stop(atMost: .seconds(6)).succeeded)
        for worker in workers { #expect(!ProcessFigures(pid: worker).isAlive) }
    }

    @Test("a stop lets a scanner park its head, however long that takes")
    func stopWhileParking() throws {
        let world = try World(
            virtual: ["device hang6-cancel,delay=20000,size=300x4000;Maker;Parking;scanner"],
            backends: ["virtual"]
        )
        _ = try world.client.createJob(#"{"config":{"Resolution":75}}"#)
        #expect(eventually { world.scanners.callLog().last == "start" })
        #expect(world.server.stop(atMost: .seconds(20)).succeeded)
        #expect(world.scanners.callLog().last == "close")
        #expect(!world.server.log.contains { $0.contains("by force") })
    }

    @Test("a stop waits for the driver of a job that is deleted but still closing")
    func stopWhileClosing() throws {
        let world = try World(
            virtual: ["device hang-close,pages=1,size=100x100;Maker;Sticky;scanner"],
            backends: ["virtual"],
            arguments: ["--cancel-grace", "1"]
        )
        let job = try world.client.createJob(#"{"config":{"Resolution":75}}"#)
        let deleting = try world.server.client()
        try deleting.sendRequest("DELETE", "/DWTAPI/ScanJobs/\(job)")
        #expect(eventually { world.scanners.callLog().last == "close" })
        let workers = ProcessFigures(pid: world.server.pid).children
        #expect(workers.count == 1)
        #expect(world.server.stop().succeeded)
        for worker in workers { #expect(!ProcessFigures(pid: worker).isAlive) }
    }

    @Test("a second signal ends at once")
    func secondSignal() throws {
        let world = try World(
            virtual: ["device hang-read@1:1000,size=300x400;Maker;Hung;scanner"],
            backends: ["virtual"]
        )
        _ = try world.client.createJob(#"{"config":{"Resolution":75}}"#)
        usleep(200_000)
        let watch = Stopwatch()
        world.server.send(signal: SIGTERM)
        usleep(100_000)
        #expect(!world.server.stop(atMost: .seconds(3)).succeeded)
        #expect(watch.undisturbed < .seconds(2))
    }

    @Test("DELETE in mid-page answers soon, ends who waits, and frees the device")
    func deleteInMidPage() throws {
        let world = try World(test: ["read-delay": "true", "read-delay-duration": "100000"])
        let job = try world.client.createJob(#"{"device":"test:0","config":{"Resolution":300}}"#)
        let waiting = try world.server.client()
        try waiting.sendRequest("GET", "/DWTAPI/ScanJobs/\(job)/NextDocument")
        usleep(200_000)
        let watch = Stopwatch()
        #expect(try world.client.delete(job).status == 200)
        #expect(watch.undisturbed < .seconds(2))
        #expect(try waiting.readResponse().status == 410)
        #expect(try world.client.next(job).status == 410)
        let next = try world.client.createJob(#"{"device":"test:0","config":{"Resolution":50}}"#)
        #expect(try world.client.pages(next).pages.count == 1)
    }

    @Test("a waiting POST whose client has left leaves the queue")
    func leftQueue() throws {
        let world = try World(
            virtual: ["device size=300x400,delay=20000,chunk=2000;Maker;Slow;scanner"],
            backends: ["virtual"]
        )
        let first = try world.client.createJob(#"{"config":{"Resolution":75}}"#)
        let leaver = try world.server.client()
        try leaver.sendRequest("POST", "/DWTAPI/ScanJobs", body: "{}")
        usleep(100_000)
        leaver.close()
        #expect(try world.client.pages(first).pages.count == 1)
        let next = try world.client.createJob(#"{"config":{"Resolution":75}}"#)
        #expect(try world.client.delete(next).status == 200)
        #expect(world.scanners.callLog().filter { $0.hasPrefix("open") }.count == 2)
    }

    @Test("a POST whose client leaves while scanners are still looked for makes no job", arguments: [true, false])
    func leftSearch(byReset: Bool) throws {
        let deadlines = ["--deadline-list", "2", "--cancel-grace", "0.1"]
        let world = try World(virtual: ["fault hang-list"], arguments: deadlines)
        let leaver = try world.server.client()
        try leaver.sendRequest("POST", "/DWTAPI/ScanJobs", body: "{}")
        usleep(50_000)
        byReset ? leaver.reset() : leaver.close()
        #expect(try !world.list().isEmpty)
        #expect(!world.server.log.contains { $0.contains("job made") })
    }

    @Test("a full spool makes the feeder wait, and every page still arrives")
    func fullSpool() throws {
        let world = try World(
            virtual: ["device pages=8,size=1400x1400;Maker;Many;scanner"],
            backends: ["virtual"],
            arguments: ["--spool-limit", "65M"]
        )
        let job = try world.client.createJob(
            #"{"config":{"IfFeederEnabled":true,"PixelType":2,"Resolution":300}}"#
        )
        #expect(eventually { world.server.log.contains { $0.contains("the feeder waits") } })
        let scan = try world.client.pages(job)
        #expect(scan.pages.count == 8)
        #expect(scan.end.status == 410)
    }

    @Test("more jobs than allowed are refused, and room is made by fetching or deleting")
    func jobLimit() throws {
        let world = try World(backends: ["test"], arguments: ["--job-limit", "2"])
        let jobs = try (1...2).map { _ in try world.client.createJob(#"{"config":{"Resolution":50}}"#) }
        let refused = try world.server.client().request("POST", "/DWTAPI/ScanJobs", body: "{}")
        #expect(refused.status == 503)
        #expect(refused["Retry-After"] != nil)
        #expect(try world.client.delete(jobs[0]).status == 200)
        #expect(try world.client.pages(jobs[1]).pages.count == 1)
        _ = try world.client.createJob(#"{"config":{"Resolution":50}}"#)
    }

    @Test("pages that nobody asks for go when their time has come")
    func pageLifetime() throws {
        let world = try World(backends: ["test"], arguments: ["--page-lifetime", "0.5"])
        let job = try world.client.createJob(#"{"config":{"Resolution":50}}"#)
        #expect(eventually { world.server.log.contains { $0.contains("job expired") } })
        #expect(try world.client.next(job).status == 410)
    }

    @Test("the backend sees start, reads, one cancel and one close, and no sheet more than was asked for")
    func callOrder() throws {
        let world = try World(virtual: ["device pages=5,size=100x100;Maker;Log;scanner"], backends: ["virtual"])
        let job = try world.client.createJob(
            #"{"config":{"IfFeederEnabled":true,"XferCount":3,"PixelType":2,"Resolution":75}}"#
        )
        #expect(try world.client.pages(job).pages.count == 3)
        #expect(eventually { world.scanners.callLog().contains { $0.hasPrefix("close") } })
        let calls = world.scanners.callLog()
        #expect(calls.filter { $0.hasPrefix("start") }.count == 3)
        #expect(calls.filter { $0.hasPrefix("cancel") }.count == 1)
        #expect(calls.filter { $0.hasPrefix("close") }.count == 1)
    }
}
