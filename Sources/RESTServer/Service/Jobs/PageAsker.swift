import HTTPServer
import Scanning

/// A request for the next page that has not been answered yet.
final class PageAsker {
    let exchange: Exchange
    /// How this generation of the API says that there are no more pages, or that something went wrong.
    let replies: PageReplies
    /// The page may begin to flow before it is complete: at once, or when this asker has waited long enough.
    var mayFlow = false
    /// Sets `mayFlow` in time.
    var patience: LoopTimer?
    /// The end may be told although pages are still out: their connections had a moment to show that they are dead.
    var mayEnd = false
    /// Sets `mayEnd` in time.
    var endPatience: LoopTimer?

    init(exchange: Exchange, replies: PageReplies) {
        self.exchange = exchange
        self.replies = replies
    }

    /// It has been answered.
    func stopWaiting() {
        patience = nil
        endPatience = nil
    }

    /// HEAD is GET without a body, and changes nothing.
    var isOnlyLooking: Bool { exchange.request.method == "HEAD" }

    /// A chunked answer cannot be cut visibly in HTTP/1.0.
    var understandsFlow: Bool { exchange.request.version == .http11 && !isOnlyLooking }
}

/// The words of one generation of the API for what is not a page.
struct PageReplies {
    var end: () -> Response
    var failure: (ScanError) -> Response
}
