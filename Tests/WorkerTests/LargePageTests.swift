import Foundation
import Scanning
import TestSupport
import Testing
import WorkerProtocol

/// Pages that are large enough for several threads.
@Suite("A worker's large pages")
struct LargePageTests {
    private static let encoding = PageEncoding.jpeg(quality: 75)

    private static let a4: ScanRequest = {
        var request = ScanRequest()
        request.resolution = 300
        request.area = .page(width: .millimetres(200), height: .millimetres(200))
        return request
    }()

    /// A page as large from a scanner whose reads take so many microseconds. (Libsane's test driver hangs now and then
    /// when it is cancelled in the middle of a page.)
    private static func slow(_ microseconds: Int) -> String {
        "virtual:delay=\(microseconds),size=2400x2400"
    }

    /// The first processor that this process may use.
    private func processor() throws -> String {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("Cpus_allowed_list:") })
        return String(line.drop { !$0.isNumber }.prefix { $0.isNumber })
    }

    @Test("a page has the same bytes on one processor as on all of them")
    func oneProcessor() throws {
        let world = try SaneWorld(test: ["br_x": "200.0", "br_y": "200.0", "geometry_max": "200.0"])
        let taskset = ["-c", try processor(), BuiltProducts.worker]
        let workers = try [
            WorkerProcess(in: world, program: "/usr/bin/taskset", arguments: taskset), WorkerProcess(in: world),
        ]
        let pages = try workers.map { worker in
            _ = try worker.open("test:0", Self.a4)
            let page = try #require(try worker.page(Self.encoding))
            #expect(try worker.leave() == .exit(0))
            return page
        }
        #expect(pages[0].bytes == pages[1].bytes)
        #expect(pages[0].ending == pages[1].ending)
        #expect(pages[1].info.picture.rowBytes * pages[1].ending.rows > 4 << 20)
    }

    @Test("a large page that is cancelled in the middle ends at once, and the next one is whole")
    func cancelled() throws {
        let world = try SaneWorld()
        let worker = try WorkerProcess(in: world)
        _ = try worker.open(Self.slow(5_000), Self.a4)
        try worker.send(.feed(PageStorage(Self.encoding)))
        while worker.receivedBytes < 100_000 { _ = try worker.listen(milliseconds: 10_000) }
        let watch = Stopwatch()
        try worker.send(.cancel)
        #expect(try worker.nextRefusal() == .failed(.canceled))
        #expect(watch.undisturbed < .seconds(2), "\(watch)")
        _ = worker.takePage()
        let page = try #require(try worker.page(Self.encoding))
        #expect(try PortableMap(jpeg: page.bytes).height == page.ending.rows)
        #expect(try worker.leave() == .exit(0))
    }

    @Test("a worker whose server goes away in the middle of a large page is gone within two seconds")
    func abandoned() throws {
        let world = try SaneWorld()
        let worker = try WorkerProcess(in: world)
        _ = try worker.open(Self.slow(5_000), Self.a4)
        try worker.send(.feed(PageStorage(Self.encoding)))
        while worker.receivedBytes < 100_000 { _ = try worker.listen(milliseconds: 10_000) }
        worker.hangUp()
        #expect(worker.waitForEnd(seconds: 2) == .exit(0))
    }

    @Test("a slow scanner's large page trickles: a quarter of a second brings bytes")
    func trickle() throws {
        let world = try SaneWorld()
        let worker = try WorkerProcess(in: world)
        _ = try worker.open(Self.slow(50_000), Self.a4)
        try worker.send(.feed(PageStorage(Self.encoding)))
        while worker.receivedBytes < 20_000 { _ = try worker.listen(milliseconds: 10_000) }
        let start = worker.receivedBytes
        let deadline = Deadline(seconds: 2)
        while worker.receivedBytes == start, !deadline.isOver { _ = try worker.listen(milliseconds: 100) }
        #expect(worker.receivedBytes > start)
        try worker.send(.cancel)
        #expect(try worker.nextRefusal() == .failed(.canceled))
    }
}
