import DWTWire
import HTTPServer
import Testing

@testable import RESTServer

@Suite("a service that goes down")
struct ShutdownTests {
    /// Ends all jobs as a stop of the service does, but for the connections.
    private func close(_ scene: ServiceScene) {
        scene.board.close(answering: { scene.service.farewell(to: $0) }) {}
    }

    private func expectFarewell(_ call: ServiceScene.Call, _ isLegacy: Bool) {
        #expect(call.status == 503)
        #expect(call.answers == 1)
        let type = isLegacy ? "text/plain; charset=utf-8" : "application/json"
        #expect(call.answer?.headers["Content-Type"] == type)
        let sentence = "The scan service is shutting down. Try again in a moment."
        if isLegacy {
            #expect(call.text == sentence)
        } else {
            #expect(call.member("code") == .integer(WireCode.general))
            #expect(call.member("statusCode") == .integer(503))
            #expect(call.member("message") == .string(sentence))
        }
    }

    @Test(
        "requests that still come are told so in the form of their API, whatever they ask for",
        arguments: [
            ("GET", "/api/server"), ("GET", "/api/device/scanners"), ("POST", "/api/device/scanners/jobs"),
            ("GET", "/api/device/scanners/jobs/unknown"), ("DELETE", "/api/device/scanners/jobs/JOB"),
            ("PATCH", "/api/device/scanners/jobs/JOB"), ("GET", "/api/device/scanners/jobs/JOB/next-page"),
            ("GET", "/api/nothing"), ("GET", "/DWTAPI/Scanners"), ("POST", "/DWTAPI/ScanJobs"),
            ("GET", "/DWTAPI/ScanJobs/unknown/NextDocument"), ("DELETE", "/DWTAPI/ScanJobs/JOB"),
        ]
    )
    func latecomers(_ row: (method: String, target: String)) throws {
        let scene = try ServiceScene()
        let job = scene.post(#"{"device":"one","autoRun":false}"#)
        try #require(scene.worker(at: "one")).opened()
        guard case .string(let id)? = job.member("jobuid") else {
            Issue.record("no job: \(job.text)")
            return
        }
        if row.method == "DELETE" { _ = scene.delete(id) }
        close(scene)
        let target = row.target.split(separator: "/", omittingEmptySubsequences: false)
            .map { $0 == "JOB" ? id : String($0) }.joined(separator: "/")
        let request = Request(
            method: row.method,
            target: RequestTarget(raw: target),
            headers: Headers([("Host", "127.0.0.1"), ("Origin", "http://page.example")])
        )
        let answer = scene.service.farewell(to: request)
        #expect(answer.status == 503)
        #expect(answer.headers["Access-Control-Allow-Origin"] == "http://page.example")
        guard case .bytes(let bytes) = answer.body else {
            Issue.record("no body")
            return
        }
        let text = String(decoding: bytes, as: UTF8.self)
        if target.hasPrefix("/api") {
            #expect(answer.headers["Content-Type"] == "application/json")
            let members = JSONText.value(of: text)
            #expect(members?.member("statusCode") == .integer(503))
            #expect(members?.member("code") == .integer(WireCode.general))
        } else {
            #expect(answer.headers["Content-Type"] == "text/plain; charset=utf-8")
            #expect(text == "The scan service is shutting down. Try again in a moment.")
        }
    }

    @Test("who waits for a page, in whatever way, is told so in the form of its API")
    func waiting() throws {
        let scene = try ServiceScene()
        let legacy = scene.call("POST", "/DWTAPI/ScanJobs", #"{"device":"one"}"#)
        try #require(scene.worker(at: "one")).opened()
        let job = scene.post(#"{"device":"two"}"#)
        try #require(scene.worker(at: "two")).opened()
        guard case .string(let id)? = job.member("jobuid") else {
            Issue.record("no job: \(job.text)")
            return
        }
        let path = "/api/device/scanners/jobs/\(id)"
        let calls = [
            scene.call("GET", "\(path)/next-page"), scene.call("GET", "\(path)/next-page-info"),
            scene.call("GET", "\(path)/content?type=image/png&page=3"),
        ]
        let other = scene.call("GET", "/DWTAPI/ScanJobs/\(legacy.text)/NextDocument")
        close(scene)
        for call in calls { expectFarewell(call, false) }
        expectFarewell(other, true)
    }

    @Test("an order whose scanner is being opened, or is waited for, is told so in the form of its API")
    func orders() throws {
        for isLegacy in [true, false] {
            let scene = try ServiceScene()
            let path = isLegacy ? "/DWTAPI/ScanJobs" : "/api/device/scanners/jobs"
            let opening = scene.call("POST", path, #"{"device":"one"}"#)
            let queued = scene.call("POST", "/DWTAPI/ScanJobs", #"{"device":"one"}"#)
            #expect(opening.answer == nil && queued.answer == nil)
            close(scene)
            expectFarewell(opening, isLegacy)
            expectFarewell(queued, true)
        }
    }
}
