import HTTPServer
import Scanning
import Testing

@testable import RESTServer

@Suite("pages that are kept")
struct KeptPageTests {
    private static var jpeg: PageAsker.Wish { .picture(.jpeg(quality: 90)) }
    private static var png: PageAsker.Wish { .picture(.png) }
    private static var facts: PageAsker.Wish {
        .facts { page in
            Response(status: 200, headers: Headers([("Number", "\(page.number) of \(page.height) rows")]))
        }
    }

    /// The words of this suite: each answer has a status of its own, the end as often as it was told.
    private static var replies: PageReplies {
        var replies = PageReplies(
            end: { Response(status: 204) },
            failure: { _ in Response(status: 500) },
            crowded: { Response(status: 503) }
        )
        replies.lastEnd = { Response(status: 410) }
        replies.pending = { Response(status: 409) }
        replies.noSuchPage = { Response(status: 404) }
        replies.deleted = { Response(status: 411) }
        return replies
    }

    private func ask(
        _ scene: DeskScene,
        _ wish: PageAsker.Wish = jpeg,
        for key: PageDesk.Key? = nil,
        method: String = "GET"
    ) -> DeskScene.Client {
        scene.ask(method, wish: wish, for: key, replies: Self.replies)
    }

    @Test("each way has a place of its own, and its own ends: a failure once, 204 three times, then 410")
    func ways() throws {
        let scene = try DeskScene(keepsPages: true)
        try scene.addPage()
        try scene.addPage()
        for way in [Self.facts, Self.jpeg] {
            for _ in 1...2 {
                let client = ask(scene, way)
                #expect(client.gotPage)
                client.settle(.delivered)
            }
        }
        scene.desk.close(.device(.jammed))
        for way in [Self.jpeg, Self.facts] {
            #expect(ask(scene, way, method: "HEAD").status == 500)
            let told = ask(scene, way)
            #expect(told.status == 500)
            told.settle(.delivered)
            #expect(ask(scene, way, method: "HEAD").status == 204)
            #expect((1...5).map { _ in ask(scene, way).status } == [204, 204, 204, 410, 410])
        }
        #expect(!scene.desk.isSpent)
    }

    @Test("a page can be had by its name and number again and again, until the job is deleted")
    func again() throws {
        let scene = try DeskScene(keepsPages: true)
        let page = try scene.addPage()
        let client = ask(scene)
        client.settle(.delivered)
        for _ in 1...3 {
            let named = ask(scene, for: .uid(page.uid.uppercased()))
            #expect(named.length == 1)
            named.settle(.delivered)
            #expect(ask(scene, for: .index(0)).length == 1)
        }
        #expect(scene.waiting == [])
        scene.desk.close(nil)
        #expect(ask(scene, for: .uid("000000000000")).status == 404)
        #expect(ask(scene, for: .index(1)).status == 404)
        scene.desk.clear()
        #expect(ask(scene, for: .uid(page.uid)).status == 411)
        #expect(ask(scene).status == 411)
    }

    @Test("a name is twelve hexadecimal digits, another one for each page")
    func names() throws {
        let scene = try DeskScene(keepsPages: true)
        let names = try (1...50).map { _ in try scene.addPage().uid }
        #expect(Set(names).count == 50)
        #expect(names.allSatisfy { $0.count == 12 && $0.allSatisfy(\.isHexDigit) })
    }

    @Test("a number waits for its page while the job runs, a name that nobody gave does not")
    func waitingForNumber() throws {
        let scene = try DeskScene(keepsPages: true)
        let second = ask(scene, for: .index(1))
        let third = ask(scene, for: .index(2))
        #expect(ask(scene, for: .uid("123456789abc")).status == 404)
        try scene.addPage()
        #expect(second.answer == nil)
        try scene.addPage()
        #expect(second.gotPage)
        scene.desk.close(nil)
        #expect(third.status == 404)
    }

    @Test("a lost page comes back on its way, and a lost answer about one as well", arguments: [0, 1])
    func lost(way: Int) throws {
        let wish = way == 0 ? Self.jpeg : Self.facts
        let scene = try DeskScene(keepsPages: true)
        try scene.addPage()
        scene.desk.close(nil)
        let first = ask(scene, wish)
        #expect(first.gotPage)
        #expect(first.answer?.wantsReceipt == (way == 1))
        first.settle(.lost)
        let second = ask(scene, wish)
        #expect(second.gotPage)
        second.settle(.delivered)
        #expect(ask(scene, wish).status == 204)
    }

    @Test("another encoding than the stored one is made once, for all who want it")
    func otherForm() throws {
        let scene = try DeskScene(keepsPages: true)
        let page = try scene.addPage(as: .png)
        let clients = [
            ask(scene), ask(scene, for: .index(0)), ask(scene, for: .uid(page.uid)),
            ask(scene, for: .index(0), method: "HEAD"),
        ]
        #expect(scene.conversions.map(\.wanted) == [.jpeg(quality: 90)])
        #expect(clients.allSatisfy { $0.answer == nil })
        #expect(ask(scene, Self.png, for: .index(0)).length == 1)
        try scene.endConversion()
        #expect(clients.map(\.length) == [2, 2, 2, 2])
        #expect(clients[0].answer?.headers["Content-Type"] == "image/jpeg")
        #expect(ask(scene, for: .index(0)).length == 2)
        #expect(scene.conversions.isEmpty)
    }

    @Test(
        "a conversion that fails is told once to each who waited, and the page can be asked for again, in either type",
        arguments: [Delivery.Outcome.delivered, .lost, nil]
    )
    func failedForm(outcome: Delivery.Outcome?) throws {
        let scene = try DeskScene(keepsPages: true)
        let page = try scene.addPage(as: .png)
        scene.desk.close(nil)
        let client = ask(scene)
        let other = ask(scene, for: .index(0))
        let looking = ask(scene, for: .index(0), method: "HEAD")
        try scene.endConversion(.host("No."))
        #expect([client.status, other.status, looking.status] == [500, 500, 500])
        #expect(scene.conversions.isEmpty)
        if let outcome {
            client.settle(outcome)
            other.settle(outcome)
        }
        #expect(!page.wasDelivered && scene.desk.holdsNews)
        let stored = ask(scene, Self.png)
        #expect(stored.length == 1)
        stored.settle(.lost)
        let again = ask(scene)
        let named = ask(scene, for: .uid(page.uid))
        try scene.endConversion()
        #expect([again.length, named.length] == [2, 2])
        again.settle(.delivered)
        #expect(page.wasDelivered)
        #expect(ask(scene).status == 204)
    }

    @Test("of two who wait on one way, a conversion that fails is told to the first; the second gets another try")
    func failedFormInLine() throws {
        let scene = try DeskScene(keepsPages: true)
        try scene.addPage(as: .png)
        let first = ask(scene)
        let second = ask(scene)
        #expect(scene.conversions.count == 1)
        try scene.endConversion(.host("No."))
        #expect(first.status == 500)
        #expect(second.answer == nil)
        try scene.addPage(as: .png)
        #expect(scene.conversions.map(\.number) == [1])
        let third = ask(scene, Self.png)
        #expect(third.answer?.headers["Content-Type"] == "image/png")
        try scene.endConversion()
        #expect(second.length == 2)
    }

    @Test("a client that asks on and on for what fails is led past the page in the end, which can still be had")
    func alwaysFailing() throws {
        let scene = try DeskScene(keepsPages: true)
        let page = try scene.addPage(as: .png)
        try scene.addPage()
        scene.desk.close(nil)
        for outcome in [Delivery.Outcome.delivered, .lost, .delivered, .delivered] {
            let client = ask(scene)
            try scene.endConversion(.host("No."))
            #expect(client.status == 500)
            client.settle(outcome)
        }
        let next = ask(scene)
        #expect(next.length == 1)
        next.settle(.delivered)
        #expect(ask(scene).status == 204)
        #expect(scene.desk.holdsNews)
        #expect(ask(scene, Self.png, for: .uid(page.uid)).length == 1)
        #expect(ask(scene, Self.facts).gotPage)
    }

    @Test("a conversion is given up with its job")
    func abandonedForm() throws {
        let scene = try DeskScene(keepsPages: true)
        try scene.addPage(as: .png)
        let client = ask(scene)
        #expect(scene.conversions.count == 1)
        scene.desk.close(nil)
        scene.desk.clear()
        #expect(scene.conversions.isEmpty)
        #expect(client.status == 411)
    }

    @Test("a page flows to those who want it as it is stored, while the others wait for its end")
    func flow() throws {
        let scene = try DeskScene(flowAfter: .zero, keepsPages: true)
        let page = try scene.beginPage(as: .png)
        let flowing = ask(scene, Self.png)
        let named = ask(scene, Self.png, for: .uid(page.uid))
        let other = ask(scene, for: .index(0))
        #expect(flowing.gotPage && named.gotPage)
        #expect(other.answer == nil && scene.conversions.isEmpty)
        try page.end(with: PageEnding(rows: 10))
        scene.desk.pageEnded()
        #expect(scene.conversions.count == 1)
    }

    @Test("a short page keeps its promised height while anybody reads, and then gets its true one")
    func cut() throws {
        let scene = try DeskScene(flowAfter: .zero, keepsPages: true)
        let page = try scene.beginPage()
        let flowing = ask(scene)
        var ending = PageEnding(rows: 3)
        ending.cut = .init(offset: 0, tail: [7, 7, 7], patches: [])
        try page.end(with: ending)
        scene.desk.pageEnded()
        let whole = ask(scene, for: .index(0))
        #expect(whole.length == 1)
        flowing.settle(.delivered)
        #expect(page.file.length == 1)
        whole.settle(.delivered)
        #expect(ask(scene, for: .index(0)).length == 3)
    }

    @Test(
        "a short page is not cut while it is made in another type, and that gets the true height in the end",
        arguments: [true, false]
    )
    func cutBesideConversion(readerIsFirst: Bool) throws {
        let scene = try DeskScene(flowAfter: .zero, keepsPages: true)
        let page = try scene.beginPage(as: .png)
        let flowing = ask(scene, Self.png)
        let other = ask(scene, for: .index(0))
        var ending = PageEnding(rows: 3)
        ending.cut = .init(offset: 0, tail: [7, 7, 7], patches: [])
        try page.end(with: ending)
        scene.desk.pageEnded()
        if readerIsFirst { flowing.settle(.delivered) }
        #expect(page.file.length == 1)
        try scene.endConversion()
        if readerIsFirst {
            // It was made of the page as it is no more.
            #expect(other.answer == nil)
            try scene.endConversion()
        }
        #expect(other.length == 2)
        other.settle(.delivered)
        flowing.settle(.delivered)
        #expect(page.file.length == 3)
        let later = ask(scene, for: .index(0))
        if !readerIsFirst { try scene.endConversion() }
        #expect(later.length == 2)
        #expect(scene.conversions.isEmpty)
    }

    @Test("what is known of a slow page is told before its end, when its height is promised", arguments: [10, nil])
    func earlyFacts(height: Int?) throws {
        let scene = try DeskScene(flowAfter: .seconds(2), keepsPages: true)
        let client = ask(scene, Self.facts)
        let page = try scene.beginPage(height: height)
        scene.scheduler.advance(by: .seconds(2))
        #expect(client.answer?.headers["Number"] == height.map { "1 of \($0) rows" })
        try page.end(with: PageEnding(rows: 7))
        scene.desk.pageEnded()
        #expect(ask(scene, Self.facts, method: "HEAD").answer == nil || height == nil)
        if height == nil { #expect(client.answer?.headers["Number"] == "1 of 7 rows") }
    }

    @Test("a job that nobody starts is waited for ten seconds, and no longer")
    func pending() throws {
        let scene = try DeskScene(keepsPages: true)
        scene.desk.isPending = true
        let early = ask(scene)
        scene.scheduler.advance(by: .seconds(8))
        let late = ask(scene, Self.facts)
        #expect(early.answer == nil)
        scene.scheduler.advance(by: .seconds(2))
        #expect(early.status == 409)
        scene.desk.isPending = false
        scene.scheduler.advance(by: .seconds(60))
        #expect(late.answer == nil)
        try scene.addPage()
        #expect(late.gotPage)
        #expect(ask(scene).gotPage)
    }

    @Test("who waits when a job is canceled is told so at once, and whole pages can still be had")
    func canceled() throws {
        let scene = try DeskScene(keepsPages: true)
        let whole = try scene.addPage()
        let first = ask(scene)
        first.settle(.delivered)
        let broken = try scene.beginPage()
        let waiting = ask(scene)
        broken.breakOff()
        scene.desk.close(nil)
        #expect(waiting.status == 204)
        #expect(ask(scene, for: .uid(whole.uid)).gotPage)
        #expect(ask(scene, for: .index(1)).status == 404)
    }

    @Test("the next page is stored as it is waited for, else as the job's pages were wanted, else as is usual")
    func taste() throws {
        let scene = try DeskScene(keepsPages: true)
        #expect(scene.desk.nextStorage.usual == .png)
        scene.taste.last = .jpeg(quality: 90)
        #expect(scene.desk.nextStorage.usual == .jpeg(quality: 90))
        #expect(ask(scene, Self.png, method: "HEAD").answer == nil)
        #expect(scene.desk.nextStorage.usual == .jpeg(quality: 90))
        let waiting = ask(scene, Self.png)
        let behind = ask(scene, Self.jpeg)
        #expect(scene.desk.nextStorage.usual == .png)
        try scene.addPage(as: .png)
        #expect(waiting.gotPage)
        #expect(scene.taste.last == .png)
        #expect(scene.desk.nextStorage.usual == .jpeg(quality: 90))
        try scene.addPage(as: .jpeg(quality: 90))
        #expect(behind.gotPage)
        _ = ask(scene, Self.png, for: .index(2))
        #expect(scene.desk.nextStorage.usual == .png)
    }

    @Test("a deep page is stored as JPEG only while those who wait for this very page want that")
    func depth() throws {
        let scene = try DeskScene(keepsPages: true)
        scene.taste.last = .jpeg(quality: 90)
        #expect(scene.desk.nextStorage == PageStorage(usual: .jpeg(quality: 90), deep: .png))
        let waiting = ask(scene)
        #expect(scene.desk.nextStorage == .jpeg(quality: 90))
        // Somebody else will want to have all of it.
        let archivist = ask(scene, Self.png, for: .index(0))
        #expect(scene.desk.nextStorage.deep == .png)
        archivist.leave()
        #expect(scene.desk.nextStorage == .jpeg(quality: 90))
        var told = 0
        scene.desk.whenTasteChanges = { told += 1 }
        waiting.leave()
        #expect(told == 1)
        #expect(scene.desk.nextStorage.deep == .png)
        _ = ask(scene, for: .index(0))
        #expect(scene.desk.nextStorage.deep == .jpeg(quality: 90))
        _ = ask(scene, for: .index(1))
        try scene.addPage(as: .jpeg(quality: 90))
        #expect(scene.desk.nextStorage.deep == .jpeg(quality: 90))
        try scene.addPage(as: .jpeg(quality: 90))
        // As all pages of this job so far, which is a guess.
        #expect(scene.desk.nextStorage.deep == .png)
    }

    @Test("whoever stores pages hears of those who ask, and nothing of one generation disturbs the other")
    func tasteIsTold() throws {
        let scene = try DeskScene(keepsPages: true)
        var told = 0
        scene.desk.whenTasteChanges = { told += 1 }
        _ = ask(scene)
        #expect(told == 1)
        let other = try DeskScene()
        try other.addPage()
        other.ask().settle(.delivered)
        #expect(other.taste.last == nil)
    }
}
