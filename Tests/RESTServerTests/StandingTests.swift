import DWTWire
import HTTPServer
import Scanning
import Testing

@testable import RESTServer

/// What clients do with a job while something else is going on with it.
@Suite("a v19 job that is asked, changed and deleted in the middle of something")
struct StandingTests {
    /// A v19 job that runs on a scanner that is open.
    private func makeJob(in scene: ServiceScene) throws -> (id: String, worker: PlayedWorker) {
        let job = scene.post(#"{"device":"one"}"#)
        let worker = try #require(scene.worker(at: "one"))
        worker.opened()
        guard case .string(let id)? = job.member("jobuid") else { throw NoJob(text: job.text) }
        return (id, worker)
    }

    private struct NoJob: Error { var text: String }

    private func nextPage(_ scene: ServiceScene, _ id: String, _ type: String = "png") -> ServiceScene.Call {
        scene.call("GET", "/api/device/scanners/jobs/\(id)/next-page?type=image/\(type)")
    }

    /// How a running job comes to its end, and what it is then.
    private static let ends: [(how: String, status: String, code: Int)] = [
        ("empty", "completed", 0), ("jam", "faulted", -1020), ("cancel", "canceled", 0),
    ]

    @Test("while its driver still closes the scanner it says how it ended, and stays as it is", arguments: ends)
    func closing(_ row: (how: String, status: String, code: Int)) throws {
        let scene = try ServiceScene()
        let (id, worker) = try makeJob(in: scene)
        worker.scanPage()
        switch row.how {
        case "empty": worker.answer(.noMorePaper)
        case "jam": worker.answer(.failed(.device(.jammed)))
        default: #expect(scene.patch(id, "canceled").status == 200)
        }
        #expect(worker.isToClose && !worker.isGone)
        let report = scene.get(id)
        #expect(report.status == 200)
        #expect(report.member("status") == .string(row.status))
        #expect(report.member("code") == .integer(row.code))
        for wish in ["running", "canceled"] { #expect(scene.patch(id, wish).status == 409) }
        #expect(nextPage(scene, id).status == 200)
        worker.end()
        #expect(scene.get(id).text == report.text)
    }

    @Test("deleted while its driver closes the scanner: gone at once, answered when the scanner is free")
    func deletedWhileClosing() throws {
        let scene = try ServiceScene()
        let (id, worker) = try makeJob(in: scene)
        worker.answer(.noMorePaper)
        let deletion = scene.delete(id)
        #expect(deletion.answer == nil)
        #expect(scene.get(id).status == 410)
        #expect(scene.delete(id).status == 410)
        worker.end()
        #expect(deletion.status == 204)
    }

    @Test("canceled while a page is converted: who waits for that page gets it, who waits for another one the end")
    func canceledWhileConverting() throws {
        let scene = try ServiceScene()
        let (id, worker) = try makeJob(in: scene)
        worker.scanPage()
        let converted = nextPage(scene, id, "jpeg")
        let behind = nextPage(scene, id, "jpeg")
        #expect(scene.conversions.count == 1)
        #expect(scene.patch(id, "canceled").status == 200)
        #expect(behind.status == 204)
        #expect(converted.answer == nil)
        let spool = scene.board.ground.spool
        let file = try spool.makePage()
        scene.conversions[0].end(.success(file))
        #expect(converted.status == 200)
        #expect(converted.answer?.headers["Content-Type"] == "image/jpeg")
        worker.end()
        #expect(scene.get(id).member("status") == .string("canceled"))
    }

    @Test("deleted while a page is converted: the conversion is given up, and who waits is told")
    func deletedWhileConverting() throws {
        let scene = try ServiceScene()
        let (id, worker) = try makeJob(in: scene)
        worker.scanPage()
        let waiting = [nextPage(scene, id, "jpeg"), scene.call("GET", Self.content(of: id))]
        #expect(scene.conversions.count == 1)
        let late = scene.conversions[0]
        _ = scene.delete(id)
        #expect(waiting.map(\.status) == [410, 410])
        #expect(scene.conversions.isEmpty)
        // What it makes all the same is for nobody.
        late.end(.failure(.host("No.")))
        worker.end()
        #expect(waiting.map(\.answers) == [1, 1])
    }

    private static func content(of id: String) -> String {
        "/api/device/scanners/jobs/\(id)/content?type=image/jpeg&page=0"
    }

    @Test("deleted while requests wait for a page that is being scanned: each is told that, once")
    func deletedWhileScanning() throws {
        let scene = try ServiceScene()
        let (id, worker) = try makeJob(in: scene)
        let waiting = [
            nextPage(scene, id), scene.call("GET", "/api/device/scanners/jobs/\(id)/next-page-info"),
            scene.call("GET", Self.content(of: id)),
        ]
        _ = scene.delete(id)
        worker.scanPage()
        worker.end()
        #expect(waiting.map(\.status) == [410, 410, 410])
        #expect(waiting.map(\.answers) == [1, 1, 1])
    }

    @Test("canceled and deleted while it is pending and somebody waits for its start")
    func endedWhilePending() throws {
        for isDeleted in [true, false] {
            let scene = try ServiceScene()
            let job = scene.post(#"{"device":"one","autoRun":false}"#)
            try #require(scene.worker(at: "one")).opened()
            guard case .string(let id)? = job.member("jobuid") else { throw NoJob(text: job.text) }
            let waiting = nextPage(scene, id)
            #expect(waiting.answer == nil)
            if isDeleted { _ = scene.delete(id) } else { _ = scene.patch(id, "canceled") }
            #expect(waiting.status == (isDeleted ? 410 : 204))
        }
    }
}
