import HTTPServer
import Scanning

/// Where the pages of one job meet those who ask for them: each asker gets the next page in order of scanning, at the end
/// the failure once, and then the end. Lives on the loop's thread.
final class PageDesk {
    private let job: String
    private let scheduler: any Scheduler
    private let log: Log
    private let flowAfter: Duration
    private var pages: [StoredPage] = []
    private var askers: [PageAsker] = []
    private var failure: ToldOnce?
    /// No more pages come.
    private var isOver = false
    private var isServing = false
    private var servesAgain = false

    /// Called when a page has left the spool.
    var whenRoomFreed: (() -> Void)?
    /// Called when anything may have changed what is still to be told.
    var whenServed: (() -> Void)?

    /// - Parameter flowAfter: how long an asker waits for a whole page before its bytes begin to flow.
    init(job: String, flowAfter: Duration, scheduler: any Scheduler, log: Log) {
        self.job = job
        self.flowAfter = flowAfter
        self.scheduler = scheduler
        self.log = log
    }

    /// True when everything has been told to somebody.
    var isSpent: Bool { isOver && pages.isEmpty && askers.isEmpty && failure?.isTold ?? true }

    /// True while there are pages that nobody has got, or somebody waits for one.
    var holdsNews: Bool { !askers.isEmpty || pages.contains { !$0.isDelivered } }

    // MARK: What the scan brings

    /// A page has begun.
    func add(_ page: StoredPage) {
        pages.append(page)
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
        pages.removeAll(where: \.isBroken)
        // A page that was lost before is told even when the scan ends well.
        failure = error.map(ToldOnce.init) ?? failure
        serve()
    }

    /// Forgets all pages; the desk must be closed.
    func clear() {
        for page in pages { page.breakOff() }
        pages.removeAll()
        failure = nil
        serve()
    }

    // MARK: Those who ask

    /// Answers with the next page, the failure or the end, now or when it is known.
    func nextPage(for asker: PageAsker) {
        probe()
        asker.exchange.whenClientLeaves = { [weak self, weak asker] in
            guard let self, let asker else { return }
            askers.removeAll { $0 === asker }
            asker.exchange.answer(asker.replies.end())
        }
        if asker.understandsFlow { letFlow(asker) }
        askers.append(asker)
        serve()
    }

    /// Answers everybody who waits, whatever they wait for.
    func dismissAskers(with response: () -> Response) {
        let dismissed = askers
        askers = []
        dismissed.forEach { $0.exchange.answer(response()) }
    }

    private func letFlow(_ asker: PageAsker) {
        asker.mayFlow = flowAfter <= .zero
        guard !asker.mayFlow else { return }
        asker.patience = scheduler.after(flowAfter) { [weak self, weak asker] in
            asker?.mayFlow = true
            self?.serve()
        }
    }

    /// Serves askers in order of arrival. Answers may change what can be answered, so this runs until nothing changes any
    /// more.
    private func serve() {
        servesAgain = true
        guard !isServing else { return }
        isServing = true
        while servesAgain {
            servesAgain = false
            var waiting = pages.filter(\.isWaiting)[...]
            for asker in askers {
                let page = asker.isOnlyLooking ? waiting.first : waiting.popFirst()
                guard answer(asker, with: page) else { continue }
                asker.stopWaiting()
                askers.removeAll { $0 === asker }
            }
        }
        isServing = false
        whenServed?()
    }

    private func answer(_ asker: PageAsker, with page: StoredPage?) -> Bool {
        guard let page else { return isOver && answerWithoutPage(asker) }
        let response: Response
        if page.isComplete {
            response = page.wholeAnswer()
        } else if asker.mayFlow, page.canFlow {
            response = page.flowingAnswer()
        } else {
            return false
        }
        let delivery = asker.exchange.answer(response)
        guard !asker.isOnlyLooking else { return true }
        page.sendOut(delivery)
        delivery.whenKnown = { [weak self, weak page] outcome in
            guard let self, let page else { return }
            settle(page, outcome)
        }
        return true
    }

    private func answerWithoutPage(_ asker: PageAsker) -> Bool {
        guard let failure, failure.isUntold else {
            guard asker.mayEnd || !isAnythingOut else { return waitForTheOut(asker) }
            asker.exchange.answer(asker.replies.end())
            return true
        }
        var response = asker.replies.failure(failure.error)
        response.wantsReceipt = !asker.isOnlyLooking
        let delivery = asker.exchange.answer(response)
        if !asker.isOnlyLooking {
            failure.tell(delivery) { [weak self] in self?.serve() }
        }
        return true
    }

    // MARK: What is on its way

    /// Something is on its way to a client, and may yet come back.
    private var isAnythingOut: Bool { pages.contains(where: \.isOut) || failure?.isOut == true }
    private static let endDelay = Duration.milliseconds(100)

    /// A client that lost its connection asks again at once, and its new request may arrive before the end of the old
    /// connection does: the end waits a moment for that. Not longer: some clients ask for the end before they read.
    private func waitForTheOut(_ asker: PageAsker) -> Bool {
        guard asker.endPatience == nil else { return false }
        asker.endPatience = scheduler.after(Self.endDelay) { [weak self, weak asker] in
            guard let self else { return }
            asker?.mayEnd = true
            probe()
            serve()
        }
        return false
    }

    /// Looks at the connections of what is out: a dead one gives its page back at once.
    private func probe() {
        for page in pages { page.probe() }
        failure?.probe()
    }

    private func settle(_ page: StoredPage, _ outcome: Delivery.Outcome) {
        switch outcome {
        case .delivered:
            page.noteDelivered()
            pages.removeAll { $0 === page }
            log.debug("page delivered", ["job": job, "page": "\(page.number)"])
            whenRoomFreed?()
        case .lost:
            guard !page.isBroken else { return }
            log.info("client lost, page kept", ["job": job, "page": "\(page.number)"])
            takeBack(page)
        }
        serve()
    }

    private func takeBack(_ page: StoredPage) {
        do {
            try page.takeBack()
        } catch {
            log.error("page lost", ["job": job, "page": "\(page.number)", "reason": error.explanation])
            page.breakOff()
            pages.removeAll { $0 === page }
            failure = ToldOnce(error)
        }
    }
}
