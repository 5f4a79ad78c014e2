import DWTWire
import Testing

@testable import RESTServer

@Suite("a job that is deleted while somebody waits for it")
struct DeletionTests {
    @Test(
        "whoever waits is told that it was deleted, and not that it has ended",
        arguments: ["next-page", "next-page-info", "scanner/capabilities", "scanner/settings"]
    )
    func told(call: String) throws {
        let scene = try ServiceScene()
        let job = scene.post(#"{"device":"one","autoRun":false}"#)
        // The scanner is still being opened when the POST is answered.
        scene.clock.advance(by: .seconds(8))
        guard case .string(let id)? = job.member("jobuid") else {
            Issue.record("no job: \(job.text)")
            return
        }
        let waiting = scene.call("GET", "/api/device/scanners/jobs/\(id)/\(call)")
        #expect(waiting.answer == nil)
        _ = scene.delete(id)
        #expect(waiting.status == 410)
        #expect(waiting.member("code") == .integer(WireCode.unknownJob))
    }
}
