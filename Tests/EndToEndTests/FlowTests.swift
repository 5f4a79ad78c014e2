import Foundation
import TestSupport
import Testing

@Suite("pages that flow while they are scanned", .timeLimit(.minutes(15)))
struct FlowTests {
    /// 300 × 400 pixels in colour are 360 000 bytes; the driver delivers 300 rows and a half.
    private static let short = "missing=89550,size=300x400"
    private static let order = #"{"config":{"PixelType":2,"IfFeederEnabled":false,"Resolution":75}}"#

    @Test("a page that ends short has its true height when it was complete in time")
    func shortPage() throws {
        let world = try World(virtual: ["device \(Self.short);Maker;Short;scanner"], backends: ["virtual"])
        let page = try #require(try world.client.pages(world.client.createJob(Self.order)).pages.first)
        #expect(JPEGFacts(page)?.height == 300)
        #expect(try complaints(about: page).isEmpty)
    }

    @Test("a page that breaks off leaves no file open", arguments: ["segv-read@1:50000", "io-read@1:50000"])
    func brokenFlow(_ fault: String) throws {
        let world = try World(
            virtual: ["device \(fault),size=300x400,chunk=9000,delay=20000;Maker;Broken;scanner"],
            backends: ["virtual"],
            arguments: ["--stream-after", "0"]
        )
        _ = try world.list()
        let figures = ProcessFigures(pid: world.server.pid)
        #expect(eventually { figures.children.isEmpty })
        let before = figures.openDescriptors
        for _ in 1...5 {
            let job = try world.client.createJob(Self.order)
            #expect(throws: HTTPClientError.self) { try world.client.next(job) }
            #expect(try world.client.next(job).status == 500)
        }
        #expect(eventually { figures.children.isEmpty && figures.openDescriptors <= before })
    }

    @Test("a page that ends short while it flows is filled to its promised height; the stored copy is not")
    func shortFlow() throws {
        let world = try World(
            virtual: ["device \(Self.short),chunk=9000,delay=20000;Maker;Short;scanner"],
            backends: ["virtual"],
            arguments: ["--stream-after", "0"]
        )
        let job = try world.client.createJob(Self.order)
        let filled = try world.client.next(job)
        #expect(filled.isChunked)
        #expect(JPEGFacts(filled.body)?.height == 400)
        #expect(try complaints(about: filled.body).isEmpty)

        let second = try world.client.createJob(Self.order)
        let leaver = try world.server.client()
        try leaver.sendRequest("GET", "/DWTAPI/ScanJobs/\(second)/NextDocument")
        #expect(try leaver.readHead().status == 200)
        usleep(1_500_000)
        leaver.reset()
        let stored = try world.client.next(second)
        #expect(!stored.isChunked)
        #expect(JPEGFacts(stored.body)?.height == 300)
        #expect(try complaints(about: stored.body).isEmpty)
    }

    @Test("a page of unknown height waits until it is known")
    func unknownHeight() throws {
        let world = try World(
            virtual: ["device lines=unknown,size=300x350,chunk=9000,delay=5000;Maker;Hand;scanner"],
            backends: ["virtual"],
            arguments: ["--stream-after", "0"]
        )
        let page = try world.client.next(world.client.createJob(Self.order))
        #expect(page["Content-Length"] == "\(page.body.count)")
        #expect(JPEGFacts(page.body)?.height == 350)
        #expect(try complaints(about: page.body).isEmpty)
    }

    @Test("HTTP/1.0 and HEAD wait for the whole page")
    func oldClients() throws {
        let world = try World(
            virtual: ["device size=300x350,chunk=9000,delay=5000;Maker;Slow;scanner"],
            backends: ["virtual"],
            arguments: ["--stream-after", "0"]
        )
        let job = try world.client.createJob(Self.order)
        let head = try world.server.client().request("HEAD", "/DWTAPI/ScanJobs/\(job)/NextDocument")
        let old = try world.server.client()
        try old.send("GET /DWTAPI/ScanJobs/\(job)/NextDocument HTTP/1.0\r\n\r\n")
        let page = try old.readResponse()
        #expect(page["Content-Length"] == "\(page.body.count)")
        #expect(head["Content-Length"] == page["Content-Length"])
        #expect(JPEGFacts(page.body)?.height == 350)
    }

    @Test("a driver's fault in mid-flow cuts the connection, is told once, and then the job is over")
    func faultInFlow() throws {
        let world = try World(
            virtual: ["device io-read@1:200000,size=300x400,chunk=9000,delay=5000;Maker;Broken;scanner"],
            backends: ["virtual"],
            arguments: ["--stream-after", "0"]
        )
        let job = try world.client.createJob(Self.order)
        let client = try world.server.client()
        try client.sendRequest("GET", "/DWTAPI/ScanJobs/\(job)/NextDocument")
        let head = try client.readHead()
        #expect(head.status == 200)
        #expect(throws: HTTPClientError.self) { try client.readBody(of: head) }
        #expect(try world.client.next(job).status == 500)
        #expect(try world.client.next(job).status == 410)
    }
}
