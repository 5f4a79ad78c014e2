import Foundation
import TestSupport
import Testing

@Suite("no page is lost on its way", .timeLimit(.minutes(15)))
struct DeliveryTests {
    @Test(
        "a client that leaves at any point of a page gets the same page whole at its next request",
        arguments: [(resolution: 50, rounds: 50), (resolution: 200, rounds: 50)]
    )
    func leavingClient(_ row: (resolution: Int, rounds: Int)) throws {
        let server = try RunningServer(scanners: nil)
        let client = LegacyClient(server: server)
        let order = #"{"config":{"PixelType":2,"PageSize":1,"Resolution":\#(row.resolution)}}"#
        let whole = try #require(try client.pages(client.createJob(order)).pages.first)
        for round in 1...row.rounds {
            let job = try client.createJob(order)
            let leaver = try HTTPClient(port: server.port, readAhead: 512)
            try leaver.sendRequest("GET", "/DWTAPI/ScanJobs/\(job)/NextDocument")
            let head = try leaver.readHead()
            #expect(head.status == 200)
            // Never the whole page: whoever has taken all of it from the system has got it.
            let count = Int.random(in: 0..<(whole.count - 1024))
            _ = try leaver.read(count)
            if round.isMultiple(of: 2) { leaver.close() } else { leaver.reset() }
            let again = try client.pages(job)
            let isSame = again.pages == [whole]
            #expect(isSame, "round \(round), left after \(count) of \(whole.count) bytes: \(again.pages.map(\.count))")
            #expect(again.end.status == 410)
        }
    }

    @Test("a client that asks for all pages and the end before it reads one body gets them all")
    func readingLate() throws {
        let server = try RunningServer(scanners: nil)
        let client = LegacyClient(server: server)
        let order = #"{"config":{"IfFeederEnabled":true,"PixelType":2,"Resolution":150,"PageSize":1,"XferCount":4}}"#
        let job = try client.createJob(order)
        var open: [(HTTPClient, HTTPResponse)] = []
        while true {
            let connection = try server.client()
            try connection.sendRequest("GET", "/DWTAPI/ScanJobs/\(job)/NextDocument")
            let head = try connection.readHead()
            guard head.status == 200 else {
                #expect(head.status == 410)
                break
            }
            open.append((connection, head))
        }
        #expect(open.count == 4)
        for (connection, head) in open {
            let body = try connection.readBody(of: head)
            #expect(JPEGFacts(body) != nil)
        }
    }

    @Test("a client that finishes sending with each request gets all pages and the end, however long they take")
    func finishedSending() throws {
        let world = try World(test: ["read-delay": "true", "read-delay-duration": "20000"])
        func ask(_ method: String, _ target: String, body: String? = nil) throws -> HTTPResponse {
            let connection = try world.server.client()
            try connection.sendRequest(method, target, body: body)
            connection.finishSending()
            return try connection.readResponse()
        }
        let order = #"{"device":"test:0","config":{"IfFeederEnabled":true,"Resolution":150,"XferCount":2}}"#
        let job = try ask("POST", "/DWTAPI/ScanJobs", body: order)
        #expect(job.status == 201)
        let statuses = try (1...4).map { _ in try ask("GET", "/DWTAPI/ScanJobs/\(job.text)/NextDocument").status }
        #expect(statuses == [200, 200, 410, 410])
    }

    @Test("two requests of one job at once get two different pages")
    func twoAtOnce() throws {
        let server = try RunningServer(scanners: nil)
        let client = LegacyClient(server: server)
        let job = try client.createJob(#"{"config":{"IfFeederEnabled":true,"Resolution":75,"XferCount":2}}"#)
        let connections = try [server.client(), server.client()]
        for connection in connections {
            try connection.sendRequest("GET", "/DWTAPI/ScanJobs/\(job)/NextDocument")
        }
        for connection in connections { #expect(try connection.readResponse().status == 200) }
        #expect(try client.next(job).status == 410)
    }

    @Test("HEAD tells the page's length and takes nothing")
    func head() throws {
        let server = try RunningServer(scanners: nil)
        let client = LegacyClient(server: server)
        let job = try client.createJob(#"{"config":{"Resolution":75}}"#)
        let connection = try server.client()
        let target = "/DWTAPI/ScanJobs/\(job)/NextDocument"
        let head = try connection.request("HEAD", target)
        #expect(head.status == 200)
        let page = try connection.request("GET", target)
        #expect(head["Content-Length"] == "\(page.body.count)")
        #expect(try connection.request("HEAD", target).status == 410)
    }

    @Test("a slow page flows while it is scanned, and arrives whole")
    func flowing() throws {
        let world = try SaneWorld(test: ["read-delay": "true", "read-delay-duration": "100000"])
        let server = try RunningServer(world: world, arguments: ["--stream-after", "0.2"])
        let client = LegacyClient(server: server)
        let job = try client.createJob(#"{"device":"test:0","config":{"PixelType":2,"Resolution":300}}"#)
        let page = try client.next(job)
        #expect(page.status == 200)
        #expect(page.isChunked)
        #expect(try complaints(about: page.body).isEmpty)
        #expect(JPEGFacts(page.body)?.density == [300, 300])
        #expect(try client.next(job).status == 410)
    }

    @Test("a client that leaves a flowing page gets it whole at its next request")
    func leavingFlow() throws {
        let world = try SaneWorld(test: ["read-delay": "true", "read-delay-duration": "50000"])
        let server = try RunningServer(world: world, arguments: ["--stream-after", "0"])
        let client = LegacyClient(server: server)
        for _ in 1...5 {
            let job = try client.createJob(#"{"device":"test:0","config":{"PixelType":2,"Resolution":150}}"#)
            let leaver = try server.client()
            try leaver.sendRequest("GET", "/DWTAPI/ScanJobs/\(job)/NextDocument")
            #expect(try leaver.readHead().status == 200)
            leaver.reset()
            let scan = try client.pages(job)
            #expect(scan.pages.count == 1)
            #expect(try complaints(about: scan.pages.first ?? []).isEmpty)
        }
    }
}
