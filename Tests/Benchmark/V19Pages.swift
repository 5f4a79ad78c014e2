import Foundation
import TestSupport

/// What a client of v19 does with the service, timed.
struct V19Pages {
    let server: RunningServer

    /// One A4 colour page from the glass, asked for in that type: from the job request to the last byte.
    func page(dpi: Int, type: String) throws -> Client.Times {
        let client = try server.client(timeLimit: .seconds(60))
        let api = V19Client(server: server)
        let start = ContinuousClock.now
        let body = #"{"config":{"PixelType":2,"Resolution":\#(dpi),"PageSize":1,"IfFeederEnabled":false}}"#
        let created = try api.call("POST", "/device/scanners/jobs", body: body, on: client)
        guard created.status == 201 else { throw Client.Refusal(status: created.status, text: created.text) }
        let job = try V19Client.decode(V19Client.Job.self, created).jobuid
        let page = try api.ask(job, "next-page?type=\(type)", on: client)
        let time = (ContinuousClock.now - start).milliseconds
        guard page.status == 200 else { throw Client.Refusal(status: page.status, text: page.text) }
        // Not timed: the end of the job, so that the next one finds the device free.
        let gone = try api.call("DELETE", "/device/scanners/jobs/\(job)", on: client)
        guard gone.status == 204 else { throw Client.Refusal(status: gone.status, text: gone.text) }
        return Client.Times(firstByte: .nan, lastByte: time, bytes: page.body.count)
    }

    /// A job that holds the scanner and does nothing yet.
    func pendingJob() throws -> String {
        try V19Client(server: server).makeJob(#"{"autoRun":false}"#).jobuid
    }
}
