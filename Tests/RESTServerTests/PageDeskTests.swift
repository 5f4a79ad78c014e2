import Foundation
import HandClock
import HTTPServer
import Scanning
import Testing

@testable import RESTServer

/// A desk with clients that do what a test says, on a clock that is turned by hand.
private final class Scene {
    let scheduler = HandClock()
    let desk: PageDesk
    private let folder: URL
    private let spool: Spool
    private var pageCount = 0

    /// A client that has asked for a page.
    final class Client {
        fileprivate(set) var answer: Response?
        fileprivate var asker: PageAsker?
        /// What its connection shows when somebody looks.
        var sight: Delivery.Outcome?
        fileprivate(set) var delivery: Delivery?

        var status: Int? { answer?.status }
        var gotPage: Bool { answer?.status == 200 }
        func settle(_ outcome: Delivery.Outcome) { delivery?.settle(outcome) }
        func leave() { asker?.exchange.whenClientLeaves?() }
    }

    init(flowAfter: Duration = .seconds(2)) throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("desk-\(UUID().uuidString)")
        spool = try Spool(folder: folder.path, limit: 1 << 30)
        desk = PageDesk(job: "job", flowAfter: flowAfter, scheduler: scheduler, log: Log(level: .error, descriptor: -1))
    }

    deinit { try? FileManager.default.removeItem(at: folder) }  // Litter at worst.

    /// A page of one byte, its number; still being scanned.
    func beginPage(height: Int? = 10) throws -> StoredPage {
        pageCount += 1
        let file = try spool.makePage()
        _ = try [UInt8(pageCount)].withUnsafeBytes { try file.append($0) }
        let picture = PictureFormat(channels: 1, depth: 8, width: 10, height: height)
        let info = PageInfo(picture: picture, resolution: 100, encoding: .jpeg(quality: 90))
        let page = StoredPage(number: pageCount, file: file, info: info)
        desk.add(page)
        return page
    }

    @discardableResult
    func addPage() throws -> StoredPage {
        let page = try beginPage()
        try page.end(with: PageEnding(rows: 10))
        desk.pageEnded()
        return page
    }

    func ask(_ method: String = "GET", version: HTTPVersion = .http11) -> Client {
        let client = Client()
        let request = Request(method: method, target: RequestTarget(raw: "/"), version: version)
        let exchange = Exchange(request: request) { [unowned client] response in
            client.answer = response
            let delivery = Delivery { [unowned client] in client.sight }
            client.delivery = delivery
            return delivery
        }
        let asker = PageAsker(exchange: exchange, replies: LegacyHandlers.replies)
        client.asker = asker
        desk.nextPage(for: asker)
        return client
    }
}

@Suite("pages meet those who ask for them")
struct PageDeskTests {
    @Test("askers get pages in order, whoever was first, and then the end")
    func order() throws {
        let scene = try Scene()
        let first = scene.ask()
        let second = scene.ask()
        try scene.addPage()
        #expect(first.gotPage)
        #expect(second.answer == nil)
        try scene.addPage()
        #expect(second.gotPage)
        scene.desk.close(nil)
        first.settle(.delivered)
        second.settle(.delivered)
        #expect(scene.ask().status == 410)
        #expect(scene.desk.isSpent)
    }

    @Test("a page whose client is lost comes back in its old place")
    func oldPlace() throws {
        let scene = try Scene()
        let pages = try (1...3).map { _ in try scene.addPage() }
        let first = scene.ask()
        let second = scene.ask()
        #expect(first.gotPage && second.gotPage)
        first.settle(.lost)
        #expect(pages.map(\.isWaiting) == [true, false, true])
        let third = scene.ask()
        #expect(third.gotPage)
        #expect(pages.map(\.isWaiting) == [false, false, true])
    }

    @Test("a dead connection is noticed when the next request comes")
    func probe() throws {
        let scene = try Scene()
        let page = try scene.addPage()
        let first = scene.ask()
        scene.desk.close(nil)
        first.sight = .lost
        #expect(scene.ask().gotPage)
        #expect(page.isOut)
    }

    @Test("the end waits a moment for pages that are out, and no longer")
    func endWaits() throws {
        let scene = try Scene()
        try scene.addPage()
        let reader = scene.ask()
        scene.desk.close(nil)
        let patient = scene.ask()
        #expect(patient.answer == nil)
        scene.scheduler.advance(by: .milliseconds(100))
        #expect(patient.status == 410)
        // Late news of the first connection: the page waits for whoever asks next.
        reader.settle(.lost)
        #expect(scene.ask().gotPage)
    }

    @Test("a page that comes back in that moment goes to the one who waits")
    func endGetsPage() throws {
        let scene = try Scene()
        try scene.addPage()
        let lost = scene.ask()
        scene.desk.close(nil)
        let next = scene.ask()
        lost.settle(.lost)
        #expect(next.gotPage)
    }

    @Test("a failure is told once, to one who can hear it")
    func failure() throws {
        let scene = try Scene()
        try scene.addPage()
        scene.desk.close(.device(.jammed))
        scene.ask().settle(.delivered)
        #expect(scene.ask("HEAD").status == 500)
        let told = scene.ask()
        #expect(told.status == 500)
        told.settle(.lost)
        let again = scene.ask()
        #expect(again.status == 500)
        #expect(!scene.desk.isSpent)
        again.settle(.delivered)
        #expect(scene.ask().status == 410)
        #expect(scene.desk.isSpent)
    }

    @Test("a page flows when its asker has waited long enough, and not before")
    func flow() throws {
        let scene = try Scene(flowAfter: .seconds(2))
        let asker = scene.ask()
        _ = try scene.beginPage()
        scene.scheduler.advance(by: .milliseconds(1_999))
        #expect(asker.answer == nil)
        scene.scheduler.advance(by: .milliseconds(1))
        guard case .stream? = asker.answer?.body else {
            Issue.record("not a stream: \(String(describing: asker.answer?.body))")
            return
        }
    }

    @Test("no flow for HTTP/1.0, HEAD and pages of unknown height", arguments: [0, 1, 2])
    func noFlow(_ way: Int) throws {
        let scene = try Scene(flowAfter: .zero)
        let asker = scene.ask(way == 0 ? "HEAD" : "GET", version: way == 1 ? .http10 : .http11)
        let page = try scene.beginPage(height: way == 2 ? nil : 10)
        scene.scheduler.advance(by: .seconds(60))
        #expect(asker.answer == nil)
        try page.end(with: PageEnding(rows: 10))
        scene.desk.pageEnded()
        #expect(asker.gotPage)
    }

    @Test("HEAD changes nothing, not even with another asker behind it")
    func head() throws {
        let scene = try Scene()
        let looking = scene.ask("HEAD")
        let taking = scene.ask()
        let page = try scene.addPage()
        #expect(looking.gotPage && taking.gotPage)
        #expect(page.isOut)
    }

    @Test("a page that breaks goes to nobody: its stream is cut, and the failure is told to the next")
    func brokenPage() throws {
        let scene = try Scene(flowAfter: .zero)
        let reader = scene.ask()
        let page = try scene.beginPage()
        guard case .stream(let stream)? = reader.answer?.body else {
            Issue.record("not a stream")
            return
        }
        page.breakOff()
        scene.desk.close(.device(.inputOutput))
        var buffer = [UInt8](repeating: 0, count: 8)
        #expect(buffer.withUnsafeMutableBytes { stream.read(into: $0) } == .abort)
        reader.settle(.lost)
        #expect(scene.ask().status == 500)
    }

    @Test("an asker that leaves is not given a page")
    func leaver() throws {
        let scene = try Scene()
        let leaver = scene.ask()
        let next = scene.ask()
        leaver.leave()
        try scene.addPage()
        #expect(leaver.status == 410)
        #expect(next.gotPage)
    }

    @Test("room is freed when a page is delivered")
    func room() throws {
        let scene = try Scene()
        var freed = 0
        scene.desk.whenRoomFreed = { freed += 1 }
        let page = try scene.addPage()
        let client = scene.ask()
        #expect(freed == 0)
        client.settle(.delivered)
        #expect(freed == 1)
        #expect(page.file.length == 0)
    }
}
