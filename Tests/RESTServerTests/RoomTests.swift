import DWTWire
import Testing

@testable import RESTServer

@Suite("a feeder that waits for room in the spool")
struct RoomTests {
    /// With one page in it there is no room for another: 64 MiB are kept free for each.
    private static let limit = 64 << 20

    @Test("a v19 job whose pages stay says after a minute that there is no room, and its whole pages can be had")
    func kept() throws {
        let scene = try ServiceScene(spoolLimit: Self.limit)
        let job = scene.post(#"{"device":"one"}"#)
        let worker = try #require(scene.worker(at: "one"))
        worker.opened()
        guard case .string(let id)? = job.member("jobuid") else {
            Issue.record("no job: \(job.text)")
            return
        }
        worker.scanPage()
        #expect(worker.feeds == 1)
        scene.clock.advance(by: .seconds(59))
        #expect(scene.get(id).member("status") == .string("running"))
        scene.clock.advance(by: .seconds(2))
        let report = scene.get(id)
        #expect(report.member("status") == .string("faulted"))
        #expect(report.text.contains("There is no room for more pages. Delete jobs that are done."))
        // The same cause has the same number, whenever it is met and whoever is told.
        #expect(report.member("code") == .integer(WireCode.noRoom))
        let next = "/api/device/scanners/jobs/\(id)/next-page?type=image/png"
        #expect(scene.call("GET", next).status == 200)
        let told = scene.call("GET", next)
        #expect(told.status == 500)
        #expect(told.member("code") == .integer(WireCode.noRoom))
        #expect(worker.isToClose)
        let refused = scene.post(#"{"device":"two"}"#)
        #expect(refused.status == 503)
        #expect(refused.member("code") == .integer(WireCode.noRoom))
        #expect(scene.call("POST", "/DWTAPI/ScanJobs", #"{"device":"two"}"#).status == 503)
    }

    @Test("a legacy job waits for as long as its client takes to fetch, and goes on then")
    func handedOut() throws {
        let scene = try ServiceScene(spoolLimit: Self.limit)
        let job = scene.call("POST", "/DWTAPI/ScanJobs", #"{"device":"one"}"#)
        let worker = try #require(scene.worker(at: "one"))
        worker.opened()
        worker.scanPage()
        scene.clock.advance(by: .seconds(600))
        #expect(worker.feeds == 1)
        let page = scene.call("GET", "/DWTAPI/ScanJobs/\(job.text)/NextDocument")
        #expect(page.status == 200)
        page.delivery?.settle(.delivered)
        #expect(worker.feeds == 2)
    }
}
