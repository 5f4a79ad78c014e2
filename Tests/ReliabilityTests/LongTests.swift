import Foundation
import TestSupport
import Testing

@Suite("large pages and slow ones", .timeLimit(.minutes(15)))
struct LongTests {
    /// The most memory that the service and its workers have had in use together while `condition` was not yet so.
    private func peak(of room: Room, within seconds: Double, until condition: () -> Bool) -> Double {
        let figures = ProcessFigures(pid: room.server.pid)
        var most = 0.0
        let isSo = eventually(within: seconds) {
            most = max(most, figures.peakMiB + figures.peakMiBOfChildren)
            return condition()
        }
        #expect(isSo)
        return most
    }

    @Test("A4 in colour at 1200 dpi, 400 MB of pixels, takes less than 150 MB of memory in all (BR-063)")
    func largePage() throws {
        let device = "page,picture=paper,size=9921x14031"
        let room = try Room([device])
        let job = try room.client.createJob(
            #"{"device":\#(try quoted(room.name(device))),"config":{"PixelType":2,"Resolution":1200}}"#
        )
        #expect(peak(of: room, within: 120) { room.calls.last == "close" } < 150)
        let page = try room.client.next(job)
        #expect(JPEGFacts(page.body)?.width == 9921)
        #expect(JPEGFacts(page.body)?.height == 14_031)
        #expect(ProcessFigures(pid: room.server.pid).peakMiB < 60)
    }

    @Test("fifty A4 pages at 300 dpi that nobody fetches take less than 200 MB of memory, and are all there (BR-063)")
    func manyPages() throws {
        let device = "pages=50,picture=paper,size=2480x3508"
        let room = try Room([device])
        let job = try room.client.createJob(
            #"{"device":\#(try quoted(room.name(device))),"config":{"PixelType":1,"IfFeederEnabled":true,"Resolution":300}}"#
        )
        #expect(peak(of: room, within: 120) { room.calls.last == "close" } < 200)
        #expect(try room.client.pages(job).pages.count == 50)
    }

    /// A page of about six seconds, when the driver delivers fifteen pieces.
    private static let slow = "size=100x150,chunk=1000,delay=400000"
    /// Times that a wait of that kind outlasts several times over.
    private static let hurried = [
        "--deadline-first-bytes", "2", "--deadline-more-bytes", "2", "--request-timeout", "1", "--request-limit", "2",
        "--keep-alive", "1", "--stalled-reader-timeout", "2",
    ]

    @Test(
        "a page that takes long never ends the wait for it, whether it flows or not (BR-065)",
        arguments: ["0", "60"]
    )
    func slowPage(streamAfter: String) throws {
        let room = try Room([Self.slow], arguments: Self.hurried + ["--stream-after", streamAfter])
        let scan = try room.scan(Self.slow, #""PixelType":1,"IfFeederEnabled":false,"Resolution":75"#)
        #expect(scan.sizes == [[100, 150]])
        #expect(scan.end == 410)
    }

    @Test("a slow page whose client was cut off is still there (BR-065)", arguments: ["0", "60"])
    func cutClient(streamAfter: String) throws {
        let room = try Room([Self.slow], arguments: Self.hurried + ["--stream-after", streamAfter])
        let job = try room.client.createJob(
            #"{"device":\#(try quoted(room.name(Self.slow))),"config":{"PixelType":1,"IfFeederEnabled":false}}"#
        )
        let leaver = try room.server.client()
        try leaver.sendRequest("GET", "/DWTAPI/ScanJobs/\(job)/NextDocument")
        usleep(2_000_000)
        leaver.reset()
        let pages = try room.client.pages(job)
        #expect(pages.pages.compactMap { JPEGFacts($0)?.height } == [150])
        #expect(pages.end.status == 410)
    }
}
