import Foundation
import TestSupport
import Testing

@Suite("a job can be canceled at any moment", .timeLimit(.minutes(15)))
struct CancelTests {
    /// Where a job is when it is deleted.
    struct Moment: Sendable, CustomTestStringConvertible {
        var testDescription: String
        /// The device's words; what stops it is there once only, so that the next job can show that all is well.
        var words: String
        /// The last call that the driver has seen by then, and how often.
        var call: BackendCall.Kind
        var times = 1
        /// Pages that the client has fetched before.
        var fetched = 0
    }

    static let moments = [
        Moment(testDescription: "start pending", words: "start-delay=700000", call: .start),
        Moment(testDescription: "a start that hangs", words: "hang-start*1", call: .start),
        Moment(testDescription: "first bytes pending", words: "stall-read@1:0*1", call: .start),
        Moment(testDescription: "first bytes that hang", words: "hang-read@1:0*1", call: .start),
        Moment(testDescription: "in mid-page", words: "delay=20000,chunk=3000", call: .start),
        Moment(testDescription: "a read that waits for the cancel", words: "stall-read@1:20000*1", call: .start),
        Moment(testDescription: "a read that hangs", words: "hang-read@1:20000*1", call: .start),
        Moment(testDescription: "between two pages", words: "hang0.7-start@1*1", call: .start, times: 2),
        Moment(testDescription: "looking ahead", words: "stall-read@3:5000*1", call: .start, times: 3, fetched: 1),
        Moment(testDescription: "parking", words: "hang0.7-cancel*1", call: .cancel, fetched: 3),
        Moment(testDescription: "closing", words: "hang0.7-close*1", call: .close, fetched: 3),
        Moment(testDescription: "a cancel that hangs", words: "hang-cancel*1", call: .cancel, fetched: 3),
        Moment(testDescription: "a close that hangs", words: "hang-close*1", call: .close, fetched: 3),
        Moment(testDescription: "grudge", words: "grudge,delay=20000,chunk=3000", call: .start),
    ]

    @Test(
        "deleted twice in any state: answered in two seconds, who waits gets the end, the next job is whole",
        arguments: moments
    )
    func delete(_ moment: Moment) throws {
        let world = try World(
            virtual: ["device feeder,pages=3,size=300x200,\(moment.words);Maker;Any;scanner"],
            backends: ["virtual"],
            arguments: ["--cancel-grace", "1"]
        )
        let job = try world.client.createJob(Self.order)
        for _ in 0..<moment.fetched { #expect(try world.client.next(job).status == 200) }
        #expect(eventually { world.scanners.calls().filter { $0.kind == moment.call }.count >= moment.times })
        let waiting = try world.server.client()
        try waiting.sendRequest("GET", "/DWTAPI/ScanJobs/\(job)/NextDocument")
        // The request must be there before the DELETE on another connection is.
        usleep(20_000)
        let watch = Stopwatch()
        #expect(try world.client.delete(job).status == 200)
        // Two seconds, and what a loaded machine adds.
        #expect(watch.undisturbed < .seconds(3))
        let answer = try waiting.readResponse()
        // Where a page lay ready, the request has taken it.
        #expect(answer.status == 410 || JPEGFacts(answer.body) != nil)
        #expect(try world.client.delete(job).status == 410)
        #expect(try world.client.next(job).status == 410)
        let next = try world.client.createJob(Self.order)
        #expect(try world.client.pages(next).pages.count == 3)
        #expect(eventually { ProcessFigures(pid: world.server.pid).children.isEmpty })
        let opened = world.scanners.calls().filter { $0.kind == .open }
        #expect(opened.count == 2)
    }

    @Test(
        "a client that leaves while its job is opened ends the job, and the next one is whole",
        arguments: ["open-delay=1500000", "hang-open*1", "option-delay=600000", "hang-option*1", "busy-open*2"]
    )
    func leaveOpening(_ words: String) throws {
        let world = try World(
            virtual: ["device feeder,pages=3,size=300x200,\(words);Maker;Any;scanner"],
            backends: ["virtual"],
            arguments: ["--cancel-grace", "1"]
        )
        let leaver = try world.server.client()
        try leaver.sendRequest("POST", "/DWTAPI/ScanJobs", body: Self.order)
        #expect(eventually { world.scanners.calls().contains { $0.kind == .open } })
        leaver.reset()
        let next = try world.client.createJob(Self.order)
        #expect(try world.client.pages(next).pages.count == 3)
        #expect(world.scanners.calls().filter { $0.kind == .start }.count <= 4)
        #expect(eventually { ProcessFigures(pid: world.server.pid).children.isEmpty })
    }

    @Test("a prompt device is free at once, one with 200 ms a read within half a second (T13)")
    func promptness() throws {
        for (words, answer, free) in [("delay=5000,chunk=2000", 100.0, 500.0), ("delay=200000,chunk=2000", 500, 500)] {
            let world = try World(
                virtual: ["device feeder,pages=3,size=300x200,\(words);Maker;Any;scanner"],
                backends: ["virtual"]
            )
            var answers: [Double] = []
            var beginnings: [Double] = []
            for round in 1...5 {
                let job = try world.client.createJob(Self.order)
                #expect(eventually { world.scanners.calls().filter { $0.kind == .start }.count == round })
                usleep(30_000)
                let began = BackendCall.now
                #expect(try world.client.delete(job).status == 200)
                answers.append((BackendCall.now - began).milliseconds)
                let closed = try #require(world.scanners.calls().last { $0.kind == .close })
                beginnings.append((closed.time - began).milliseconds)
            }
            // The best of five: the machine may have other work, and a slow answer is slow every time.
            #expect(answers.min() ?? .infinity < answer, "\(answers)")
            #expect(beginnings.min() ?? .infinity < free, "\(beginnings)")
        }
    }

    @Test("a driver that parks its head for 5 s is let alone: DELETE answers after 2 s, the next job waits and works")
    func parking() throws {
        let world = try World(
            virtual: ["device feeder,pages=3,size=300x200,delay=20000,chunk=3000,hang5-cancel*1;Maker;Any;scanner"],
            backends: ["virtual"]
        )
        let job = try world.client.createJob(Self.order)
        #expect(eventually { world.scanners.calls().contains { $0.kind == .start } })
        let watch = Stopwatch()
        #expect(try world.client.delete(job).status == 200)
        #expect(watch.elapsed > .seconds(1.8) && watch.undisturbed < .seconds(3.5), "\(watch)")
        let next = try world.client.createJob(Self.order)
        #expect(watch.elapsed > .seconds(4.5))
        #expect(try world.client.pages(next).pages.count == 3)
        #expect(!world.server.log.contains { $0.contains("killed") })
    }

    @Test("a page that is cut by DELETE does not look whole, however slowly its client reads (T14)")
    func cutPage() throws {
        let world = try World(
            virtual: ["device glass,size=1500x1500,delay=10000,chunk=200000;Maker;Any;scanner"],
            backends: ["virtual"],
            arguments: ["--stream-after", "0"]
        )
        for pause in [0, 20_000, 60_000, 100_000, 140_000] as [UInt32] {
            let job = try world.client.createJob(#"{"config":{"PixelType":2,"Resolution":75}}"#)
            let reader = try HTTPClient(port: world.server.port, timeLimit: .seconds(5), receiveBuffer: 4_096)
            try reader.sendRequest("GET", "/DWTAPI/ScanJobs/\(job)/NextDocument")
            let head = try reader.readHead()
            #expect(head.isChunked)
            usleep(pause)
            #expect(try world.client.delete(job).status == 200)
            #expect(throws: HTTPClientError.closed(reset: false)) { try reader.readBody(of: head) }
        }
        #expect(eventually { ProcessFigures(pid: world.server.pid).children.isEmpty })
    }

    @Test("a page whose driver hangs while it flows breaks off for its client at the deadline, then the error is told")
    func hungFlow() throws {
        let world = try World(
            virtual: ["device glass,size=300x233,hang-read@1:10000;Maker;Any;scanner"],
            backends: ["virtual"],
            arguments: ["--stream-after", "0", "--deadline-more-bytes", "0.5", "--cancel-grace", "0.2"]
        )
        let job = try world.client.createJob(#"{"config":{"PixelType":1,"Resolution":75}}"#)
        let reader = try world.server.client(timeLimit: .seconds(10))
        try reader.sendRequest("GET", "/DWTAPI/ScanJobs/\(job)/NextDocument")
        let head = try reader.readHead()
        #expect(head.isChunked)
        #expect(throws: HTTPClientError.closed(reset: false)) { try reader.readBody(of: head) }
        #expect(try world.client.next(job).status == 500)
        #expect(try world.client.next(job).status == 410)
    }

    private static let order = #"{"config":{"IfFeederEnabled":true,"PixelType":1,"Resolution":75}}"#
}

extension Duration {
    var milliseconds: Double {
        Double(components.seconds) * 1_000 + Double(components.attoseconds) / 1e15
    }
}
