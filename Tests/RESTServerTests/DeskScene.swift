import Foundation
import HTTPServer
import HandClock
import Scanning

@testable import RESTServer

/// A desk with clients that do what a test says, on a clock that is turned by hand.
final class DeskScene {
    let scheduler = HandClock()
    let desk: PageDesk
    private let folder: URL
    private let spool: Spool
    private var pageCount = 0
    private var clients: [Client] = []

    /// A client that has asked for a page.
    final class Client {
        fileprivate(set) var answer: Response?
        fileprivate var asker: PageAsker?
        /// What its connection shows when somebody looks.
        var sight: Delivery.Outcome?
        fileprivate(set) var delivery: Delivery?

        var status: Int? { answer?.status }
        var gotPage: Bool { answer?.status == 200 }
        /// Bytes of the file that was sent.
        var length: Int? {
            guard case .file(_, let length)? = answer?.body else { return nil }
            return length
        }
        func settle(_ outcome: Delivery.Outcome) { delivery?.settle(outcome) }
        func leave() { asker?.exchange.whenClientLeaves?() }
    }

    /// Conversions that were begun and not ended.
    private(set) var conversions: [Conversion] = []
    let taste = PageTaste()

    /// A page that is being made in another encoding.
    struct Conversion {
        var number: Int
        var wanted: PageEncoding
        var end: (Result<PageFile, ScanError>) -> Void
    }

    init(flowAfter: Duration = .seconds(2), keepsPages: Bool = false) throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("desk-\(UUID().uuidString)")
        spool = try Spool(folder: folder.path, limit: 1 << 30)
        var convert: PageForms.Convert = { _, _, _ in {} }
        desk = PageDesk(
            job: "job",
            flowAfter: flowAfter,
            scheduler: scheduler,
            log: Log(level: .error, descriptor: -1),
            mostWaiting: 64,
            keepsPages: keepsPages,
            forms: PageForms { convert($0, $1, $2) },
            taste: taste
        )
        convert = { [weak self] page, wanted, then in
            self?.conversions.append(Conversion(number: page.number, wanted: wanted, end: then))
            return { [weak self] in self?.conversions.removeAll { $0.number == page.number } }
        }
    }

    deinit { try? FileManager.default.removeItem(at: folder) }  // Litter at worst.

    /// Ends the oldest conversion, with a page of two bytes unless it fails.
    func endConversion(_ error: ScanError? = nil) throws {
        let conversion = conversions.removeFirst()
        if let error { return conversion.end(.failure(error)) }
        let file = try spool.makePage()
        _ = try [UInt8(conversion.number), 99].withUnsafeBytes { try file.append($0) }
        conversion.end(.success(file))
    }

    /// Whether each page that has not been delivered waits for somebody.
    var waiting: [Bool] { desk.images.places.map(\.isWaiting) }

    /// A page of one byte, its number; still being scanned.
    func beginPage(height: Int? = 10, as encoding: PageEncoding = .jpeg(quality: 90)) throws -> StoredPage {
        pageCount += 1
        let file = try spool.makePage()
        _ = try [UInt8(pageCount)].withUnsafeBytes { try file.append($0) }
        let picture = PictureFormat(channels: 1, depth: 8, width: 10, height: height)
        let info = PageInfo(picture: picture, resolution: 100, encoding: encoding)
        let page = StoredPage(number: pageCount, file: file, info: info)
        desk.add(page)
        return page
    }

    @discardableResult
    func addPage(as encoding: PageEncoding = .jpeg(quality: 90)) throws -> StoredPage {
        let page = try beginPage(as: encoding)
        try page.end(with: PageEnding(rows: 10))
        desk.pageEnded()
        return page
    }

    /// Asks for the next page, the facts of the next page, or a certain page.
    func ask(
        _ method: String = "GET",
        version: HTTPVersion = .http11,
        wish: PageAsker.Wish = .asStored,
        for key: PageDesk.Key? = nil,
        replies: PageReplies = LegacyHandlers.replies
    ) -> Client {
        let client = Client()
        let request = Request(method: method, target: RequestTarget(raw: "/"), version: version)
        let exchange = Exchange(request: request) { [weak client] response in
            client?.answer = response
            let delivery = Delivery { [weak client] in client?.sight }
            client?.delivery = delivery
            return delivery
        }
        let asker = PageAsker(exchange: exchange, replies: replies, wish: wish)
        client.asker = asker
        clients.append(client)
        if let key {
            desk.page(key, for: asker)
        } else if case .facts = wish {
            desk.nextInfo(for: asker)
        } else {
            desk.nextPage(for: asker)
        }
        return client
    }
}
