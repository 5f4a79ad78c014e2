import Foundation
import TestSupport
import Testing

@Suite("a driver's fault costs its job and nothing else", .timeLimit(.minutes(15)))
struct FaultTests {
    /// Deadlines short enough for a test, long enough for a loaded machine.
    static let deadlines = [
        "--deadline-open", "2", "--deadline-option", "2", "--deadline-start", "2", "--deadline-first-bytes", "2",
        "--deadline-more-bytes", "2", "--cancel-grace", "0.5",
    ]

    static let deeds = ["segv", "abort", "exit", "hang"]
    static let statuses = ["jammed", "cover", "nomem", "denied", "odd"]
    /// Calls of a scan, each with a place where the fault strikes.
    static let calls = [
        "open", "descriptor", "option", "start", "parameters", "read@1:20000", "read", "cancel", "close",
    ]

    static let rows: [String] =
        deeds.flatMap { deed in calls.map { "\(deed)-\($0)" } }
        + statuses.flatMap { status in ["open", "start", "read@1:20000", "read"].map { "\(status)-\($0)" } }

    @Test("in each call: the server lives, the job ends in one error, the next job works", arguments: rows)
    func fault(_ word: String) throws {
        let world = try SaneWorld()
        let bad = "\(word),size=300x400"
        try world.configureVirtual(["device \(bad);Test;Bad;scanner", "device page,size=300x400;Test;Good;scanner"])
        // A page that flows when its driver fails would be cut instead of told.
        let server = try RunningServer(world: world, arguments: Self.deadlines + ["--stream-after", "60"])
        let client = LegacyClient(server: server)
        let isLate = word.contains("cancel") || word.contains("close")
        do {
            let job = try client.createJob(Self.order("virtual:\(bad)"))
            let scan = try client.pages(job)
            if isLate {
                // The page was whole before the driver failed.
                #expect(scan.pages.count == 1)
                #expect(scan.end.status == 410)
            } else {
                #expect(scan.pages.isEmpty)
                #expect(scan.end.status == 500)
                #expect(scan.end.text.count > 20)
                #expect(try client.next(job).status == 410)
            }
            #expect(try client.next(job).status == 410)
        } catch let refused as LegacyClient.Refused {
            #expect(refused.status == 403)
            #expect(refused.text.count > 20)
            // Only what happens until the device is set up is told by the POST.
            #expect(["-open", "-descriptor", "-option", "-parameters"].contains { word.hasSuffix($0) })
        }
        let watch = Stopwatch()
        let next = try client.createJob(Self.order("virtual:page,size=300x400"))
        #expect(try client.pages(next).pages.count == 1)
        #expect(watch.undisturbed < .seconds(2))
        #expect(try server.client().request("GET", "/api/server/version").status == 200)
        #expect(server.stop().succeeded)
    }

    @Test("a worker that is killed or stopped in mid-page", arguments: [SIGSEGV, SIGKILL, SIGSTOP])
    func killedWorker(_ signal: Int32) throws {
        let world = try SaneWorld(test: ["read-delay": "true", "read-delay-duration": "100000"])
        let server = try RunningServer(world: world, arguments: Self.deadlines + ["--stream-after", "0"])
        let client = LegacyClient(server: server)
        let job = try client.createJob(#"{"device":"test:0","config":{"PixelType":2,"Resolution":600}}"#)
        let connection = try server.client()
        try connection.sendRequest("GET", "/DWTAPI/ScanJobs/\(job)/NextDocument")
        let head = try connection.readHead()
        #expect(head.status == 200)
        let workers = ProcessFigures(pid: server.pid).children
        try #require(workers.count == 1)
        kill(workers[0], signal)
        // A cut page must not look whole.
        #expect(throws: HTTPClientError.self) { try connection.readBody(of: head) }
        let told = try client.next(job)
        #expect(told.status == 500)
        #expect(try client.next(job).status == 410)
        let watch = Stopwatch()
        let next = try client.createJob(#"{"device":"test:0","config":{"Resolution":50}}"#)
        #expect(try client.pages(next).pages.count == 1)
        #expect(watch.undisturbed < .seconds(4))
        #expect(server.stop().succeeded)
        #expect(!ProcessFigures(pid: workers[0]).isAlive)
    }

    @Test("an empty feeder is told once, and told apart from the end")
    func emptyFeeder() throws {
        let world = try SaneWorld()
        try world.configureVirtual(["device pages=0,size=300x400;Test;Empty;scanner"])
        let server = try RunningServer(world: world)
        let client = LegacyClient(server: server)
        let device = "virtual:pages=0,size=300x400"
        let job = try client.createJob(#"{"device":"\#(device)","config":{"IfFeederEnabled":true}}"#)
        let first = try client.next(job)
        #expect(first.status == 500)
        #expect(first.text == "The feeder is empty. Load paper and scan again.")
        #expect(try client.next(job).status == 410)
        let glass = try client.createJob(#"{"device":"\#(device)","config":{"IfFeederEnabled":false}}"#)
        #expect(try client.pages(glass).pages.count == 1)
    }

    @Test("whole pages come before the error of a later one")
    func faultOnThirdPage() throws {
        let world = try SaneWorld()
        let device = "io-read@3:20000,pages=5,size=300x400"
        try world.configureVirtual(["device \(device);Test;Third;scanner"])
        let server = try RunningServer(world: world)
        let client = LegacyClient(server: server)
        let job = try client.createJob(#"{"device":"virtual:\#(device)","config":{"IfFeederEnabled":true}}"#)
        let scan = try client.pages(job)
        #expect(scan.pages.count == 2)
        #expect(scan.end.status == 500)
        #expect(try client.next(job).status == 410)
    }

    private static func order(_ device: String) -> String {
        #"{"device":"\#(device)","config":{"PixelType":2,"IfFeederEnabled":false,"Resolution":75}}"#
    }
}
