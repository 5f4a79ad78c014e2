import HTTPServer
import Scanning

/// A scan that somebody asked for: its state, its pages, and those who wait for them. Lives on the loop's thread.
final class Job {
    /// What the request that makes the job waits for.
    enum Opening {
        case opened
        case failed(ScanError)
    }

    /// Unguessable, and no number even to a parser that tries hard.
    let id: String
    let scanner: KnownScanner
    let request: ScanRequest
    private(set) var state = JobState.queued
    private(set) var pages: [StoredPage] = []
    /// The scheduler's time of the last request for this job.
    private(set) var lastRequest: UInt64 = 0

    /// Called once, when the device is set up or will never be.
    var whenOpened: ((Opening) -> Void)?
    /// Called once, when the job holds no device any more.
    var whenReleased: [() -> Void] = []
    /// Called when a page has left the spool.
    var whenRoomFreed: (() -> Void)?
    /// Called when the job has told all it had to tell.
    var whenSpent: (() -> Void)?

    private let ground: ScanGround
    private let flowAfter: Duration
    private let encoding: PageEncoding
    private var run: ScanRun?
    private var askers: [PageAsker] = []
    private var failure: ToldOnce?
    private var isServing = false
    private var servesAgain = false

    /// - Parameter flowAfter: how long an asker waits for a whole page before its bytes begin to flow.
    init(
        id: String,
        scanner: KnownScanner,
        request: ScanRequest,
        encoding: PageEncoding,
        flowAfter: Duration,
        ground: ScanGround
    ) {
        self.id = id
        self.scanner = scanner
        self.request = request
        self.encoding = encoding
        self.flowAfter = flowAfter
        self.ground = ground
        lastRequest = ground.scheduler.now
    }

    /// True while the job has, or may still get, a hold on the device.
    var holdsDevice: Bool { run != nil }

    // MARK: The scan

    /// The device is this job's: open it and scan.
    func start() {
        guard state == .queued else { return }
        state = .opening
        let run = ScanRun(scanner, request, on: ground, encoding: { [encoding] in encoding }) { [weak self] news in
            self?.take(news)
        }
        self.run = run
        run.begin()
    }

    /// Ends the job without more pages. Whole pages stay.
    func cancel() {
        guard !state.isEnded else { return }
        if let run {
            run.cancel()
        } else {
            end(.canceled)
        }
    }

    /// Ends the job and forgets its pages.
    func discard() {
        cancel()
        for page in pages { page.breakOff() }
        pages.removeAll()
        failure = nil
        serve()
    }

    /// Ends the driver's process without asking it.
    func killDriver() {
        run?.kill()
    }

    /// Pages have left the spool: a waiting feeder may go on.
    func roomChanged() {
        run?.roomChanged()
    }

    private func take(_ news: ScanRun.News) {
        switch news {
        case .opened(let settings):
            state = .scanning
            for note in settings.notes { ground.log.info("job note", ["job": id, "note": note]) }
            whenOpened?(.opened)
            whenOpened = nil
        case .pageBegan(let page):
            pages.append(page)
            serve()
        case .pageGrew: break
        case .pageEnded:
            for note in pages.last?.ending?.notes ?? [] { ground.log.info("page note", ["job": id, "note": note]) }
            serve()
        case .ended(let how): end(how)
        case .released:
            run = nil
            let waiting = whenReleased
            whenReleased = []
            waiting.forEach { $0() }
            lookIfSpent()
        }
    }

    private func end(_ how: JobEnd) {
        guard !state.isEnded else { return }
        state = .ended(how)
        pages.removeAll(where: \.isBroken)
        if case .faulted(let error) = how {
            ground.log.warning("job failed", ["job": id, "scanner": scanner.label, "reason": error.explanation])
            failure = ToldOnce(error)
            whenOpened?(.failed(error))
        } else if case .canceled = how {
            whenOpened?(.failed(.canceled))
        }
        whenOpened = nil
        serve()
    }

    // MARK: Those who ask for pages

    /// Answers with the next page, the failure or the end, now or when it is known.
    func nextPage(for asker: PageAsker) {
        lastRequest = ground.scheduler.now
        for page in pages { page.probe() }
        failure?.probe()
        asker.exchange.whenClientLeaves = { [weak self, weak asker] in
            guard let self, let asker else { return }
            askers.removeAll { $0 === asker }
            asker.exchange.answer(asker.replies.end())
        }
        if asker.understandsFlow {
            asker.mayFlow = flowAfter <= .zero
            if !asker.mayFlow {
                asker.patience = ground.scheduler.after(flowAfter) { [weak self, weak asker] in
                    asker?.mayFlow = true
                    self?.serve()
                }
            }
        }
        askers.append(asker)
        serve()
    }

    /// Answers everybody who waits, whatever they wait for.
    func dismissAskers(with response: () -> Response) {
        let dismissed = askers
        askers = []
        dismissed.forEach { $0.exchange.answer(response()) }
    }

    /// Gives each asker, in order of arrival, the next page in order of scanning. Answers may change what can be
    /// answered, so this runs until nothing changes any more.
    private func serve() {
        servesAgain = true
        guard !isServing else { return }
        isServing = true
        while servesAgain {
            servesAgain = false
            var waiting = pages.filter(\.isWaiting)[...]
            for asker in askers
            where asker.isOnlyLooking ? answer(asker, with: waiting.first) : answer(asker, with: waiting.popFirst()) {
                asker.patience = nil
                askers.removeAll { $0 === asker }
            }
        }
        isServing = false
        lookIfSpent()
    }

    private func answer(_ asker: PageAsker, with page: StoredPage?) -> Bool {
        guard let page else { return answerWithoutPage(asker) }
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
        guard state.isEnded else { return false }
        guard let failure, failure.isUntold else {
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

    private func settle(_ page: StoredPage, _ outcome: Delivery.Outcome) {
        switch outcome {
        case .delivered:
            page.noteDelivered()
            pages.removeAll { $0 === page }
            ground.log.debug("page delivered", ["job": id, "page": "\(page.number)"])
            whenRoomFreed?()
            lookIfSpent()
        case .lost:
            guard !page.isBroken else { return }
            ground.log.info("client lost, page kept", ["job": id, "page": "\(page.number)"])
            do {
                try page.takeBack()
            } catch {
                page.breakOff()
                pages.removeAll { $0 === page }
                end(.faulted(error))
            }
            serve()
        }
    }

    /// A job that has nothing more to tell is forgotten: its id then answers like one that never was.
    private func lookIfSpent() {
        guard state.isEnded, run == nil, pages.isEmpty, askers.isEmpty, failure?.isTold ?? true else { return }
        let spent = whenSpent
        whenSpent = nil
        spent?()
    }
}
