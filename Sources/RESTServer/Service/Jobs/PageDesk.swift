import HTTPServer
import Scanning

/// Where the pages of one job meet those who ask for them: each asker gets the next page in order of scanning, at the end
/// the failure once, and then the end. Pages that are kept can be asked for by their name or number as well, again and
/// again, and what is known of them is told on a way of its own. Lives on the loop's thread.
final class PageDesk {
    /// Which page somebody wants who does not want the next one.
    enum Key: Equatable {
        case uid(String)
        /// Counts from 0.
        case index(Int)
    }

    /// Somebody who wants a certain page.
    struct Seeker {
        let asker: PageAsker
        let key: Key
    }

    let job: String
    let scheduler: any Scheduler
    let log: Log
    private let flowAfter: Duration
    /// So many may wait at the same time.
    let mostWaiting: Int
    let keepsPages: Bool
    let forms: PageForms
    let taste: PageTaste

    /// All that are here: also those that were delivered, when pages are kept.
    var pages: [StoredPage] = []
    let images = PageCursor()
    let infos = PageCursor()
    var seekers: [Seeker] = []
    private var arrivals = 0
    /// The encoding in which a page of this job was asked for last.
    private var lastWanted: PageEncoding?
    /// No more pages come.
    var isOver = false
    var isDeleted = false
    var isServing = false
    var servesAgain = false

    /// The job waits for somebody to start it.
    var isPending = false
    /// Called when a page has left the spool.
    var whenRoomFreed: (() -> Void)?
    /// Called when anything may have changed what is still to be told.
    var whenServed: (() -> Void)?
    /// Called when what is to become of the next page may have changed.
    var whenTasteChanges: (() -> Void)?

    /// So long somebody waits for a job to be started.
    private static let startPatience = Duration.seconds(10)
    /// The end waits so long for pages that are out.
    static let endDelay = Duration.milliseconds(100)
    /// So often the end is told before it is the last one.
    static let mostEnds = 3
    /// So often it is told that a page cannot be had in the type that was asked for.
    static let mostFailures = 3

    /// - Parameters:
    ///   - flowAfter: how long an asker waits for a whole page before its bytes begin to flow.
    ///   - mostWaiting: requests that may wait at the same time; the oldest of more give way.
    ///   - keepsPages: pages stay here when they were delivered.
    init(
        job: String,
        flowAfter: Duration,
        scheduler: any Scheduler,
        log: Log,
        mostWaiting: Int,
        keepsPages: Bool = false,
        forms: PageForms = .none,
        taste: PageTaste = PageTaste()
    ) {
        self.job = job
        self.flowAfter = flowAfter
        self.scheduler = scheduler
        self.log = log
        self.mostWaiting = mostWaiting
        self.keepsPages = keepsPages
        self.forms = forms
        self.taste = taste
    }

    /// True when everything has been told to somebody, and nobody may ask for it again.
    var isSpent: Bool { isOver && !keepsPages && images.isSpent }

    /// True while there are pages that nobody has got, or somebody waits for one.
    var holdsNews: Bool {
        !images.askers.isEmpty || !infos.askers.isEmpty || !seekers.isEmpty || pages.contains { !$0.wasDelivered }
    }

    // MARK: What the scan brings

    /// A page has begun.
    func add(_ page: StoredPage) {
        pages.append(page)
        images.add(page)
        if keepsPages { infos.add(page) }
        serve()
    }

    /// The page that is being scanned is complete.
    func pageEnded() {
        for note in pages.last?.ending?.notes ?? [] { log.info("page note", ["job": job, "note": note]) }
        serve()
    }

    /// No more pages come, for a reason or without.
    func close(_ error: ScanError?) {
        guard !isOver else { return }
        isOver = true
        isPending = false
        pages.removeAll(where: \.isBroken)
        images.close(error)
        infos.close(error)
        serve()
    }

    /// Forgets all pages; the desk must be closed.
    func clear() {
        isDeleted = true
        for page in pages { page.breakOff() }
        pages.removeAll()
        images.clear()
        infos.clear()
        serve()
    }

    // MARK: Those who ask

    /// Answers with the next page, the failure or the end, now or when it is known.
    func nextPage(for asker: PageAsker) {
        take(asker, on: images)
    }

    /// The same on a way of its own, for those who want to know about pages before or without having them.
    func nextInfo(for asker: PageAsker) {
        take(asker, on: infos)
    }

    /// Answers with a certain page, or that there is none, now or when it is known.
    func page(_ key: Key, for asker: PageAsker) {
        receive(asker)
        seekers.append(Seeker(asker: asker, key: key))
        serve()
        makeRoomInCrowd()
        whenTasteChanges?()
    }

    private func take(_ asker: PageAsker, on cursor: PageCursor) {
        cursor.probe()
        receive(asker)
        cursor.askers.append(asker)
        if isPending { waitForStart(asker) }
        serve()
        makeRoomInCrowd()
        whenTasteChanges?()
    }

    private func receive(_ asker: PageAsker) {
        arrivals += 1
        asker.arrival = arrivals
        lastWanted = asker.wantedEncoding ?? lastWanted
        asker.exchange.whenClientLeaves = { [weak self, weak asker] in
            guard let self, let asker else { return }
            remove(asker)
            asker.exchange.answer(asker.replies.end())
            whenTasteChanges?()
        }
        asker.letFlow(after: flowAfter, by: scheduler) { [weak self] in self?.serve() }
    }

    private func waitForStart(_ asker: PageAsker) {
        asker.startPatience = scheduler.after(Self.startPatience) { [weak self, weak asker] in
            guard let self, let asker, isPending else { return }
            remove(asker)
            asker.stopWaiting()
            asker.exchange.answer(asker.replies.pending())
        }
    }

    /// Forgets somebody who waits.
    func remove(_ asker: PageAsker) {
        images.askers.removeAll { $0 === asker }
        infos.askers.removeAll { $0 === asker }
        seekers.removeAll { $0.asker === asker }
    }

    /// Answers everybody who waits, whatever they wait for.
    func dismissAskers(with response: (Request) -> Response) {
        let dismissed = images.askers + infos.askers + seekers.map(\.asker)
        images.askers = []
        infos.askers = []
        seekers = []
        dismissed.forEach { $0.exchange.answer(response($0.exchange.request)) }
    }

    /// How the next page is to be stored: as it is waited for, else as pages of this job were wanted before, else as they
    /// are usually wanted. A guess must not cost depth: a deep page is a JPEG only if nobody but those waits for it who
    /// want that.
    var nextStorage: PageStorage {
        let wanted = wantedOfNext
        let usual = wanted.first ?? lastWanted ?? pages.last?.info.encoding ?? taste.last ?? .png
        return PageStorage(usual: usual, deep: wanted.contains(.png) ? .png : wanted.first ?? .png)
    }

    /// The encodings in which the next page is waited for.
    private var wantedOfNext: [PageEncoding] {
        let waiting = images.places.count(where: \.isWaiting)
        let asker = images.askers.filter { !$0.isOnlyLooking }.dropFirst(waiting).first
        let seekers = seekers.filter { $0.key == .index(pages.count) }.map(\.asker)
        return ([asker].compactMap(\.self) + seekers).compactMap(\.wantedEncoding)
    }
}
