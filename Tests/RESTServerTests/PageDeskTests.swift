import Foundation
import HTTPServer
import Scanning
import Testing

@testable import RESTServer

@Suite("pages meet those who ask for them")
struct PageDeskTests {
    @Test("askers get pages in order, whoever was first, and then the end")
    func order() throws {
        let scene = try DeskScene()
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
        let scene = try DeskScene()
        for _ in 1...3 { try scene.addPage() }
        let first = scene.ask()
        let second = scene.ask()
        #expect(first.gotPage && second.gotPage)
        first.settle(.lost)
        #expect(scene.waiting == [true, false, true])
        let third = scene.ask()
        #expect(third.gotPage)
        #expect(scene.waiting == [false, false, true])
    }

    @Test("a dead connection is noticed when the next request comes")
    func probe() throws {
        let scene = try DeskScene()
        try scene.addPage()
        let first = scene.ask()
        scene.desk.close(nil)
        first.sight = .lost
        #expect(scene.ask().gotPage)
        #expect(scene.waiting == [false])
    }

    @Test("the end waits a moment for pages that are out, and no longer")
    func endWaits() throws {
        let scene = try DeskScene()
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
        let scene = try DeskScene()
        try scene.addPage()
        let lost = scene.ask()
        scene.desk.close(nil)
        let next = scene.ask()
        lost.settle(.lost)
        #expect(next.gotPage)
    }

    @Test("a failure is told once, to one who can hear it")
    func failure() throws {
        let scene = try DeskScene()
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
        let scene = try DeskScene(flowAfter: .seconds(2))
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
        let scene = try DeskScene(flowAfter: .zero)
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
        let scene = try DeskScene()
        let looking = scene.ask("HEAD")
        let taking = scene.ask()
        try scene.addPage()
        #expect(looking.gotPage && taking.gotPage)
        #expect(scene.waiting == [false])
    }

    @Test("a page that breaks goes to nobody: its stream is cut, and the failure is told to the next")
    func brokenPage() throws {
        let scene = try DeskScene(flowAfter: .zero)
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
        let scene = try DeskScene()
        let leaver = scene.ask()
        let next = scene.ask()
        leaver.leave()
        try scene.addPage()
        #expect(leaver.status == 410)
        #expect(next.gotPage)
    }

    @Test("room is freed when a page is delivered")
    func room() throws {
        let scene = try DeskScene()
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
