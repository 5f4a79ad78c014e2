import DWTWire
import Scanning
import Testing

@testable import RESTServer

@Suite("a restart of the scanner layer")
struct RebootTests {
    private func reboot(_ scene: ServiceScene) {
        let call = scene.call("POST", "/dcp/dwasm2_19301028/admin", #"{"id":"7","method":"Reboot","parameter":[]}"#)
        #expect(call.status == 200)
    }

    @Test("gives up a search that hangs and begins another, while list, jobs and pages stay")
    func hangingSearch() throws {
        let scene = try ServiceScene()
        let job = scene.post(#"{"device":"one"}"#)
        let worker = try #require(scene.worker(at: "one"))
        worker.opened()
        worker.scanPage()
        worker.answer(.noMorePaper)
        worker.end()
        guard case .string(let id)? = job.member("jobuid") else {
            Issue.record("no job: \(job.text)")
            return
        }
        scene.catalogue.refresh()
        let hanging = try #require(scene.searchers.last)
        let searches = scene.searchers.count
        reboot(scene)
        #expect(hanging.isKilled)
        #expect(scene.searchers.count == searches + 1)
        #expect(scene.get(id).member("status") == .string("completed"))
        #expect(scene.board.jobs[id]?.isServed == false)
        #expect(scene.catalogue.scanners.count == 2)
        // What is found then is what is listed.
        let found = ScannerDescription(deviceName: "three", vendor: "V", model: "three", type: "scanner")
        for _ in 1...2 {
            let searcher = try #require(scene.searchers.last)
            searcher.answer(.scanners([found]))
            searcher.end()
            scene.clock.advance(by: .seconds(1))
            scene.catalogue.refresh()
        }
        #expect(scene.catalogue.scanners.map(\.description.deviceName) == ["three"])
    }

    @Test("leaves devices that are in use alone, and searches when they are free")
    func inUse() throws {
        let scene = try ServiceScene()
        let job = scene.post(#"{"device":"one","autoRun":false}"#)
        let worker = try #require(scene.worker(at: "one"))
        worker.opened()
        let searches = scene.searchers.count
        reboot(scene)
        #expect(scene.searchers.count == searches)
        #expect(!worker.isToClose && !worker.isKilled)
        #expect(job.member("status") == .string("pending"))
        let list = scene.call("GET", "/api/device/scanners")
        #expect(list.status == 200)
        guard case .string(let id)? = job.member("jobuid") else { return }
        _ = scene.delete(id)
        worker.end()
        #expect(scene.searchers.count == searches + 1)
    }
}
