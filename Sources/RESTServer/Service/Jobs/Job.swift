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
    private let request: ScanRequest
    private(set) var state = JobState.queued
    /// The scheduler's time of the last request for this job.
    private(set) var lastRequest: UInt64

    /// Called once, when the device is set up or will never be.
    var whenOpened: ((Opening) -> Void)?
    /// Called once, when the job holds no device any more.
    var whenReleased: [() -> Void] = []
    /// Called when the job has told all it had to tell.
    var whenSpent: (() -> Void)?

    private let desk: PageDesk
    private let ground: ScanGround
    private let encoding: PageEncoding
    private var run: ScanRun?

    init(
        id: String,
        scanner: KnownScanner,
        request: ScanRequest,
        encoding: PageEncoding,
        desk: PageDesk,
        ground: ScanGround
    ) {
        self.id = id
        self.scanner = scanner
        self.request = request
        self.encoding = encoding
        self.desk = desk
        self.ground = ground
        lastRequest = ground.scheduler.now
        desk.whenServed = { [weak self] in self?.lookIfSpent() }
    }

    /// True while the job has a hold on the device.
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
            state = .scanning
            for note in settings.notes { ground.log.info("job note", ["job": id, "note": note]) }
            tellOpening(.opened)
        case .pageBegan(let page): desk.add(page)
        case .pageEnded: desk.pageEnded()
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

    // MARK: Those who ask for pages

    /// Answers with the next page, the failure or the end, now or when it is known.
    func nextPage(for asker: PageAsker) {
        lastRequest = ground.scheduler.now
        desk.nextPage(for: asker)
    }

    /// Answers everybody who waits, whatever they wait for.
    func dismissAskers(with response: () -> Response) {
        desk.dismissAskers(with: response)
    }

    /// A job that has nothing more to tell is forgotten.
    private func lookIfSpent() {
        guard state.isEnded, run == nil, desk.isSpent else { return }
        let spent = whenSpent
        whenSpent = nil
        spent?()
    }
}
