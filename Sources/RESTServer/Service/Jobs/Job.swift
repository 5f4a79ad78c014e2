import HTTPServer
import Scanning

/// A scan that somebody asked for, from its place in a device's queue to its last page. Lives on the loop's thread.
final class Job {
    /// What the request that makes the job waits for.
    enum Opening {
        case opened
        case failed(ScanError)
    }

    /// Unguessable, and no number even to a parser that tries hard.
    let id: String
    let scanner: KnownScanner
    let order: JobOrder
    private(set) var state = JobState.queued {
        didSet { noteChange(from: oldValue) }
    }
    /// The scheduler's time of the last change of the state.
    private(set) var changedAt: UInt64
    /// The scheduler's time of the last request for this job.
    private(set) var lastRequest: UInt64
    /// False while somebody has yet to say that the scan may begin.
    private var isStarted: Bool

    /// Called once, when the device is set up or will never be.
    var whenOpened: ((Opening) -> Void)?
    /// Called once, when the job holds no device any more.
    var whenReleased: [() -> Void] = []
    /// Called when a job whose pages are handed out has told all it had to tell.
    var whenSpent: (() -> Void)?
    /// Called when there is no room for the next page.
    var whenRoomNeeded: (() -> Void)?
    /// Called when the state has changed.
    var whenChanged: (() -> Void)?

    /// What the device's options had when they were read last; nil before that, and of jobs that start at once.
    private(set) var description: JobDescription?
    private var whenDescribed: [() -> Void] = []

    private let desk: PageDesk
    private let ground: ScanGround
    private var run: ScanRun?

    init(id: String, scanner: KnownScanner, order: JobOrder, desk: PageDesk, ground: ScanGround) {
        self.id = id
        self.scanner = scanner
        self.order = order
        self.desk = desk
        self.ground = ground
        isStarted = order.startsAtOnce
        lastRequest = ground.scheduler.now
        changedAt = lastRequest
        desk.whenServed = { [weak self] in self?.lookIfSpent() }
        guard order.pages == .kept else { return }
        desk.isPending = !isStarted
        desk.whenTasteChanges = { [weak self] in self?.run?.storageChanged() }
    }

    /// True when the job was ended and its pages forgotten.
    var isDeleted: Bool { desk.isDeleted }

    /// True while the job has a hold on the device.
    var holdsDevice: Bool { run != nil }

    /// True when the job is over and all it had was had by somebody.
    var isServed: Bool { state.isEnded && run == nil && !desk.holdsNews }

    /// How the job stands with those who ordered it.
    var status: JobStatus {
        if case .ended(let how) = state { return .ended(how) }
        return isStarted ? .running : .pending
    }

    /// What decides how long the job lives.
    var facts: JobFacts {
        JobFacts(state: state, changedAt: changedAt, lastRequest: lastRequest, lifetime: order.lifetime)
    }

    /// Somebody has asked for the job.
    func noteRequest() {
        lastRequest = ground.scheduler.now
    }

    // MARK: The scan

    /// The device is this job's: open it, and scan when that may begin.
    func open() {
        guard state == .queued else { return }
        state = .opening
        let run = ScanRun(scanner, order, on: ground, storage: storage) { [weak self] news in self?.take(news) }
        self.run = run
        if isStarted { run.start() }
        run.begin()
    }

    /// How the next page is to be stored: pages that are kept, as those who ask for them want them.
    private var storage: () -> PageStorage {
        switch order.pages {
        case .handedOut: { [order] in PageStorage(order.encoding) }
        case .kept: { [desk] in desk.nextStorage }
        }
    }

    /// The scan of a pending job may begin, now or as soon as the device is ready.
    func start() {
        guard status == .pending else { return }
        isStarted = true
        desk.isPending = false
        if state == .ready { state = .scanning }
        run?.start()
        tellDescription()
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
        // Whoever waits for a page is told so, and not that there are no more.
        desk.isDeleted = true
        cancel()
        desk.clear()
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
            state = isStarted ? .scanning : .ready
            tellDescription()
            for note in settings.notes { ground.log.info("job note", ["job": id, "note": note]) }
            tellOpening(.opened)
        case .described(let options):
            description = JobDescription(options: options, readAt: ground.scheduler.now)
            // The first one comes before the device counts as set up.
            if state != .opening { tellDescription() }
        case .pageBegan(let page): desk.add(page)
        case .pageEnded: desk.pageEnded()
        case .ended(let how): end(how)
        case .waitsForRoom: whenRoomNeeded?()
        case .released:
            run = nil
            let waiting = whenReleased
            whenReleased = []
            waiting.forEach { $0() }
            lookIfSpent()
        }
    }

    private func noteChange(from old: JobState) {
        guard state != old else { return }
        changedAt = ground.scheduler.now
        whenChanged?()
    }

    private func end(_ how: JobEnd) {
        guard !state.isEnded else { return }
        state = .ended(how)
        tellDescription()
        switch how {
        case .completed: desk.close(nil)
        case .canceled:
            tellOpening(.failed(.canceled))
            desk.close(nil)
        case .faulted(let error):
            ground.log.warning("job failed", ["job": id, "scanner": scanner.label, "reason": error.explanation])
            tellOpening(.failed(error))
            desk.close(error)
        }
    }

    private func tellOpening(_ opening: Opening) {
        let told = whenOpened
        whenOpened = nil
        told?(opening)
    }

    // MARK: Those who look at the scanner

    /// Calls when the device is set up and its options were read, not longer ago than that; or when there is nothing to
    /// wait for any more.
    func whenDescribed(within age: Duration, _ told: @escaping () -> Void) {
        let isYoung = description.map { Duration.nanoseconds(Int64(clamping: ground.scheduler.now - $0.readAt)) <= age }
        switch state {
        case .ready where isYoung != true:
            // Those who come while it is read wait for the same answer.
            if whenDescribed.isEmpty { run?.describe() }
            whenDescribed.append(told)
        case .queued, .opening: whenDescribed.append(told)
        default: told()
        }
    }

    private func tellDescription() {
        let waiting = whenDescribed
        whenDescribed = []
        waiting.forEach { $0() }
    }

    // MARK: Those who ask for pages

    /// Answers with the next page, the failure or the end, now or when it is known.
    func nextPage(for asker: PageAsker) {
        noteRequest()
        desk.nextPage(for: asker)
    }

    /// Answers with what is known of the next page, on a way of its own.
    func nextPageInfo(for asker: PageAsker) {
        noteRequest()
        desk.nextInfo(for: asker)
    }

    /// Answers with a certain page, or that there is none, now or when it is known.
    func page(_ key: PageDesk.Key, for asker: PageAsker) {
        noteRequest()
        desk.page(key, for: asker)
    }

    /// Answers everybody who waits, whatever they wait for.
    func dismissAskers(with response: (Request) -> Response) {
        desk.dismissAskers(with: response)
    }

    /// A job that has nothing more to tell is forgotten, unless its pages are kept.
    private func lookIfSpent() {
        guard order.pages == .handedOut, state.isEnded, run == nil, desk.isSpent else { return }
        let spent = whenSpent
        whenSpent = nil
        spent?()
    }
}
