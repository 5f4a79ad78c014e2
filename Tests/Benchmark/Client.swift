import Foundation
import TestSupport

/// What a legacy client does with the service, timed.
struct Client {
    /// What the service answered instead of what was asked for.
    struct Refusal: Error {
        var status: Int
        var text: String
    }

    /// The times from the job request on, in milliseconds.
    struct Times {
        var firstByte: Double
        var lastByte: Double
        /// The whole job, its end and its deletion included.
        var job = Double.nan
        var bytes: Int
    }

    let server: RunningServer

    /// One A4 page from the glass.
    func page(dpi: Int, _ colour: Colour) throws -> Times {
        try pages(1, of: job(dpi, colour, feeder: false))
    }

    /// All ten sheets of the feeder, asked for one after another on one connection, with a pause after each page.
    func batch(dpi: Int, _ colour: Colour, pause: Duration = .zero) throws -> Times {
        try pages(10, of: job(dpi, colour, feeder: true), pause: pause)
    }

    /// The body of a job request.
    func job(_ dpi: Int, _ colour: Colour, feeder: Bool = false) -> String {
        """
        {"config":{"PixelType":\(colour.pixelType),"Resolution":\(dpi),"PageSize":1,"IfFeederEnabled":\(feeder)}}
        """
    }

    private func pages(_ count: Int, of job: String, pause: Duration = .zero) throws -> Times {
        let client = try server.client(timeLimit: .seconds(60))
        let start = ContinuousClock.now
        let created = try client.request("POST", "/DWTAPI/ScanJobs", body: job)
        guard created.status == 201 else { throw Refusal(status: created.status, text: created.text) }
        let target = "/DWTAPI/ScanJobs/\(created.text)"
        var times = Times(firstByte: .nan, lastByte: .nan, bytes: 0)
        for _ in 0..<count {
            try client.sendRequest("GET", "\(target)/NextDocument")
            var head = try client.readHead()
            guard head.status == 200 else {
                head.body = try client.readBody(of: head)
                throw Refusal(status: head.status, text: head.text)
            }
            if times.firstByte.isNaN { times.firstByte = (ContinuousClock.now - start).milliseconds }
            times.bytes += try client.skipBody(of: head)
            if pause > .zero { Thread.sleep(forTimeInterval: pause.milliseconds / 1000) }
        }
        times.lastByte = (ContinuousClock.now - start).milliseconds
        // Not timed: the end of the job, so that the next one finds the device free.
        let end = try client.request("GET", "\(target)/NextDocument")
        guard end.status == 410 else { throw Refusal(status: end.status, text: end.text) }
        _ = try client.request("DELETE", target)
        times.job = (ContinuousClock.now - start).milliseconds
        return times
    }
}
