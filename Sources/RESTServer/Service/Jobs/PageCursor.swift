import HTTPServer
import Scanning

/// One way through the pages of a job, in the order of scanning: who waits on it, which pages lie before them, and what was
/// told at its end.
final class PageCursor {
    /// A page on this way. It is *waiting*, then *out* (its answer has begun on a connection), then *delivered*, and gone
    /// from here. When the connection ends badly it is waiting again, in its old place.
    final class Place {
        let page: StoredPage
        /// The answer that is out.
        var delivery: Delivery?
        /// How often somebody was told that the page cannot be had in the type that was asked for.
        var failuresTold = 0

        init(_ page: StoredPage) {
            self.page = page
        }

        var isWaiting: Bool { delivery == nil && !page.isBroken }
    }

    private(set) var places: [Place] = []
    var askers: [PageAsker] = []
    private(set) var failure: ToldOnce?
    /// How often somebody was told that there are no more pages.
    var endsTold = 0

    /// Something is on its way to a client, and may yet come back.
    var isAnythingOut: Bool { places.contains { $0.delivery != nil } || failure?.isOut == true }

    /// Everything was told to somebody, and nobody waits.
    var isSpent: Bool { places.isEmpty && askers.isEmpty && failure?.isTold ?? true }

    /// Puts a page at the end.
    func add(_ page: StoredPage) {
        places.append(Place(page))
    }

    /// No more pages come. A page that was lost before is told even when the scan ends well.
    func close(_ error: ScanError?) {
        places.removeAll(where: \.page.isBroken)
        failure = error.map(ToldOnce.init) ?? failure
    }

    /// A page can no longer be had.
    func lose(_ page: StoredPage, _ error: ScanError) {
        places.removeAll { $0.page === page }
        failure = ToldOnce(error)
    }

    /// The page has reached its client.
    func remove(_ place: Place) {
        places.removeAll { $0 === place }
    }

    /// Forgets all pages and the failure.
    func clear() {
        places = []
        failure = nil
    }

    /// Looks at the connections of what is out: a dead one gives its page back at once.
    func probe() {
        for place in places { place.delivery?.probe() }
        failure?.probe()
    }
}
