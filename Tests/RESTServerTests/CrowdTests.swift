import HTTPServer
import Scanning
import Testing

@testable import RESTServer

@Suite("many who wait for pages of one job")
struct CrowdTests {
    @Test(
        "of more requests than may wait for a job, the oldest give way, whatever they wait for",
        arguments: [true, false]
    )
    func crowd(forFacts: Bool) throws {
        let wish = forFacts ? PageAsker.Wish.facts { _ in Response(status: 200) } : .asStored
        let scene = try DeskScene(keepsPages: true)
        let clients = (0..<72).map { number in
            number.isMultiple(of: 2) ? scene.ask(wish: wish) : scene.ask(for: .index(number == 71 ? 0 : 5))
        }
        #expect(clients.prefix(8).allSatisfy { $0.status == 503 })
        #expect(clients.dropFirst(8).allSatisfy { $0.answer == nil })
        // Whom a page serves at once does not wait: nobody gives way to him.
        try scene.addPage()
        #expect(clients[71].gotPage && clients[8].gotPage)
        #expect(scene.ask(for: .index(0)).gotPage)
        #expect(clients.dropFirst(9).dropLast().allSatisfy { $0.answer == nil })
        scene.desk.close(nil)
        scene.scheduler.advance(by: .seconds(1))
        #expect(clients.allSatisfy { $0.answer != nil })
    }

    @Test("a page flows to some, and those who come too late for that get it when it is whole")
    func manyFlows() throws {
        let scene = try DeskScene(flowAfter: .zero, keepsPages: true)
        let page = try scene.beginPage()
        let clients = (0..<20).map { _ in scene.ask(for: .index(0)) }
        #expect(clients.map { $0.gotPage } == Array(repeating: true, count: 16) + Array(repeating: false, count: 4))
        try page.end(with: PageEnding(rows: 10))
        scene.desk.pageEnded()
        #expect(clients.suffix(4).map(\.length) == [1, 1, 1, 1])
    }
}
