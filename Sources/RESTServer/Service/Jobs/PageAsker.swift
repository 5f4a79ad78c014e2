import HTTPServer
import Scanning

/// A request for a page that has not been answered yet.
final class PageAsker {
    /// What somebody wants of a page.
    enum Wish {
        /// Its picture, as it is stored.
        case asStored
        /// Its picture in this encoding.
        case picture(PageEncoding)
        /// What is known of it, in the words of this function.
        case facts((StoredPage) -> Response)
    }

    let exchange: Exchange
    /// How this generation of the API says that there are no more pages, or that something went wrong.
    let replies: PageReplies
    let wish: Wish
    /// Counts those who came to the same desk.
    var arrival = 0
    /// The page may begin to flow before it is complete: at once, or when this asker has waited long enough.
    private(set) var mayFlow = false
    /// Sets `mayFlow` in time.
    private var patience: LoopTimer?
    /// The end may be told although pages are still out: their connections had a moment to show that they are dead.
    var mayEnd = false
    /// Sets `mayEnd` in time.
    var endPatience: LoopTimer?
    /// Ends the waiting for a job that nobody starts.
    var startPatience: LoopTimer?
    /// The conversion that it has been waiting for.
    var attempt: FormAttempt?

    init(exchange: Exchange, replies: PageReplies, wish: Wish = .asStored) {
        self.exchange = exchange
        self.replies = replies
        self.wish = wish
    }

    /// Lets a page flow to this asker, at once or when it has waited for so long; `changed` is called then.
    func letFlow(after delay: Duration, by scheduler: any Scheduler, changed: @escaping () -> Void) {
        guard understandsFlow else { return }
        mayFlow = delay <= .zero
        guard !mayFlow else { return }
        patience = scheduler.after(delay) { [weak self] in
            self?.mayFlow = true
            changed()
        }
    }

    /// It has been answered.
    func stopWaiting() {
        patience = nil
        endPatience = nil
        startPatience = nil
    }

    /// HEAD is GET without a body, and changes nothing.
    var isOnlyLooking: Bool { exchange.request.method == "HEAD" }

    /// The encoding that was asked for, by somebody who takes the page.
    var wantedEncoding: PageEncoding? {
        guard case .picture(let encoding) = wish, !isOnlyLooking else { return nil }
        return encoding
    }

    /// A chunked answer cannot be cut visibly in HTTP/1.0.
    private var understandsFlow: Bool { exchange.request.version == .http11 && !isOnlyLooking }
}

/// The words of one generation of the API for what is not a page.
struct PageReplies {
    /// There are no more pages.
    var end: () -> Response
    /// The same to somebody who goes on asking: some clients loop on one end, some on another.
    var lastEnd: () -> Response
    var failure: (ScanError) -> Response
    /// The job waits for somebody to start it.
    var pending: () -> Response
    /// The job has no page of that name or number.
    var noSuchPage: () -> Response
    /// The job was deleted.
    var deleted: () -> Response
    /// Too many wait for the job, and newer ones are served first.
    var crowded: () -> Response

    /// The words of a generation that has no others than these.
    init(
        end: @escaping () -> Response,
        failure: @escaping (ScanError) -> Response,
        crowded: @escaping () -> Response
    ) {
        self.end = end
        self.failure = failure
        self.crowded = crowded
        lastEnd = end
        pending = end
        noSuchPage = end
        deleted = end
    }
}
