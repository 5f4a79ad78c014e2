import HTTPServer
import Scanning

/// A page of a job: its bytes, and how far they have come on their way to a client.
///
/// A page is *waiting*, then *out* (its answer has begun on a connection), then *delivered*. When the connection ends
/// badly it is waiting again, in its old place.
final class StoredPage {
    enum Standing {
        case waiting
        case out(Delivery)
        case delivered
    }

    /// Counts from 1.
    let number: Int
    let file: PageFile
    let info: PageInfo
    private(set) var standing = Standing.waiting
    /// How the bytes end; nil while the page is being scanned.
    private(set) var ending: PageEnding?
    private(set) var isBroken = false
    /// A cut that must wait because somebody is reading the page at its promised height.
    private var pendingCut: PageEnding.Cut?
    /// Belongs to the answer; a strong hold from both sides would keep a broken page, and its file, for ever.
    private weak var stream: PageStream?

    init(number: Int, file: PageFile, info: PageInfo) {
        self.number = number
        self.file = file
        self.info = info
    }

    var isComplete: Bool { ending != nil }

    var isWaiting: Bool {
        guard case .waiting = standing else { return false }
        return !isBroken
    }

    var isDelivered: Bool {
        guard case .delivered = standing else { return false }
        return true
    }

    var isOut: Bool {
        guard case .out = standing else { return false }
        return true
    }

    /// Only a page whose height is known may start to flow: what is sent cannot be patched any more.
    var canFlow: Bool { info.picture.height != nil && !isBroken }

    /// The whole page as an answer.
    func wholeAnswer() -> Response {
        file.withDescriptor { descriptor, length in
            answer(with: .file(descriptor: descriptor, length: length))
        }
    }

    /// The page as far as it is, and the rest as it comes.
    func flowingAnswer() -> Response {
        let stream = PageStream(page: self)
        self.stream = stream
        return answer(with: .stream(stream))
    }

    private func answer(with body: Response.Body) -> Response {
        var response = Response(status: 200, body: body)
        response.headers.add("Content-Type", info.encoding.mediaType)
        response.headers.add("Cache-Control", "no-store")
        return response
    }

    /// The answer has begun on a connection.
    func sendOut(_ delivery: Delivery) {
        standing = .out(delivery)
    }

    /// Its connection ended badly: the page waits again, at its true height.
    func takeBack() throws(ScanError) {
        standing = .waiting
        stream = nil
        if let cut = pendingCut {
            pendingCut = nil
            try file.apply(cut)
        }
    }

    /// It has reached a client: its bytes are not needed any more.
    func noteDelivered() {
        standing = .delivered
        stream = nil
        file.empty()
    }

    /// Asks the connection that carries the page whether it still lives.
    func probe() {
        guard case .out(let delivery) = standing else { return }
        delivery.probe()
    }

    /// All bytes are there.
    func end(with ending: PageEnding) throws(ScanError) {
        try file.apply(ending.patches)
        if let cut = ending.cut {
            if stream == nil {
                try file.apply(cut)
            } else {
                pendingCut = cut
            }
        }
        self.ending = ending
        stream?.wake()
    }

    /// The page can never be completed.
    func breakOff() {
        isBroken = true
        stream?.wake()
    }

    /// More bytes are there.
    func grew() {
        stream?.wake()
    }
}
