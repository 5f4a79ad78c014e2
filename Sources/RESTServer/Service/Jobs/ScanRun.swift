import HTTPServer
import Scanning
import WorkerProtocol

/// One scan on one device, from opening it to letting it go: what the worker does next, and whether a failed beginning
/// is tried again.
final class ScanRun {
    enum News {
        case opened(ScanSettings)
        /// What the device's options have now.
        case described([DescribedOption])
        case pageBegan(StoredPage)
        case pageEnded
        /// No more pages come; the device may still be closing.
        case ended(JobEnd)
        /// There is no room for another page; it is looked for again.
        case waitsForRoom
        /// The device is free.
        case released
    }

    private let ground: ScanGround
    private var scanner: KnownScanner
    private let order: JobOrder
    private let storage: () -> PageStorage
    private let tell: (News) -> Void

    private var session: WorkerSession?
    private var mayFeed = false
    private var settings: ScanSettings?
    /// Told so far of a description that is on its way.
    private var options: [DescribedOption] = []
    private var page: StoredPage?
    private var nextFile: PageFile?
    /// How the page that is being fed is to be stored, by the last word.
    private var nextStorage: PageStorage?
    private var room: SpoolRoom?
    private var pageCount = 0
    private var lastPageBytes = 0
    private var waitsForRoom = false
    /// Others fill and empty the disk, too, and tell nobody.
    private var roomTimer: LoopTimer?
    private static let roomInterval = Duration.seconds(2)
    /// Pages that are kept do not go when they are fetched, so that waiting for room may have no end.
    private var roomPatience: LoopTimer?
    private static let longestWaitForRoom = Duration.seconds(60)
    private var attempts = Attempts()
    /// Data of the first page has come, even if none of it is stored yet.
    private var hasData = false
    /// What comes once the device is free.
    private var nextAttempt: Attempts.Attempt?
    private var hasEnded = false
    private var retryDelay: LoopTimer?

    /// - Parameter storage: how the next page is to be stored; asked when it is fed.
    init(
        _ scanner: KnownScanner,
        _ order: JobOrder,
        on ground: ScanGround,
        storage: @escaping () -> PageStorage,
        tell: @escaping (News) -> Void
    ) {
        self.storage = storage
        self.scanner = scanner
        self.order = order
        self.ground = ground
        self.tell = tell
    }

    /// Opens the device.
    func begin() {
        do {
            let session = try ground.startWorker(order.failureTimeout) { [weak self] news in self?.take(news) }
            self.session = session
            settings = nil
            options = []
            var opening = Opening(deviceName: scanner.description.deviceName, request: order.request)
            opening.deviceType = scanner.description.type
            opening.device = ground.settings(scanner)
            opening.describes = !order.startsAtOnce
            opening.scratchLimit = ground.scratchLimit
            opening.checksFeeder = order.checksFeeder
            opening.encodingOfBits = order.pages == .kept ? .png : nil
            opening.userName = opening.device.user ?? ground.credentials.userName
            opening.password = opening.device.password ?? ground.credentials.password
            session.send(.open(opening))
        } catch {
            end(.faulted(error))
            tell(.released)
        }
    }

    /// Pages may be scanned as soon as the device is open; until then it is only held.
    func start() {
        guard !mayFeed else { return }
        mayFeed = true
        if settings != nil, !hasEnded { feed() }
    }

    /// Reads the device's options anew; only before the scan has started.
    func describe() {
        guard !mayFeed, settings != nil, !hasEnded else { return }
        session?.send(.describe)
    }

    /// Stops as soon as the driver lets go; what is being scanned is lost.
    func cancel() {
        guard !hasEnded else { return }
        page?.breakOff()
        page = nil
        end(.canceled)
        if retryDelay != nil {
            retryDelay = nil
            tell(.released)
        }
    }

    /// Ends the driver's process without asking it.
    func kill() {
        session?.kill()
    }

    /// Pages have left the spool.
    func roomChanged() {
        guard waitsForRoom, !hasEnded else { return }
        feed()
    }

    /// The next page may be to be stored in another way: while its first row is not there the worker can still do that.
    func storageChanged() {
        guard nextFile != nil, !hasEnded else { return }
        let storage = storage()
        guard storage != nextStorage else { return }
        nextStorage = storage
        session?.mention(.prefer(storage))
    }

    // MARK: What the worker says

    private func take(_ news: WorkerSession.News) {
        switch news {
        case .event(let event): take(event)
        case .pageGrew: page?.grew()
        case .failed(let error): failed(error)
        case .ended: sessionEnded()
        }
    }

    private func take(_ event: Event) {
        guard !hasEnded else { return }
        switch event {
        case .opened(let settings):
            guard self.settings == nil else { return failed(.badData("The scanner was opened twice.")) }
            self.settings = settings
            let feeds = mayFeed
            tell(.opened(settings))
            // Whoever was told may have started or ended the scan.
            if feeds, !hasEnded { feed() }
        case .described(let part, let isLast): take(part, isLast: isLast)
        case .pageStarted(let info):
            guard let file = nextFile, page == nil else { return failed(.badData("A page began out of turn.")) }
            nextFile = nil
            pageCount += 1
            let page = StoredPage(number: pageCount, file: file, info: info)
            self.page = page
            tell(.pageBegan(page))
        case .pageEnded(let ending): pageEnded(ending)
        case .progress:
            hasData = true
        case .noMorePaper:
            end(pageCount == 0 ? .faulted(.feederEmpty) : .completed)
        default: break
        }
    }

    /// More options than any device has are a worker's way to fill our memory.
    private func take(_ part: [DescribedOption], isLast: Bool) {
        options += part
        guard options.count <= Self.mostOptions else { return failed(.badData("The scanner's options have no end.")) }
        guard isLast else { return }
        let whole = options
        options = []
        tell(.described(whole))
    }

    private static let mostOptions = 4_096

    private func pageEnded(_ ending: PageEnding) {
        guard let page else { return failed(.badData("A page ended that had not begun.")) }
        self.page = nil
        do {
            try page.end(with: ending)
        } catch {
            page.breakOff()
            return failed(error)
        }
        room = nil
        lastPageBytes = page.file.length
        tell(.pageEnded)
        if let limit = settings?.pageLimit, pageCount >= limit {
            end(.completed)
        } else {
            feed()
        }
    }

    /// Scans the next page when the spool has room for it; the feeder waits otherwise.
    private func feed() {
        guard ground.spool.hasRoomBesidesOthers(afterPageOf: lastPageBytes) else {
            if !waitsForRoom {
                if order.pages == .kept {
                    roomPatience = ground.scheduler.after(Self.longestWaitForRoom) { [weak self] in
                        self?.end(.faulted(.noRoom("There is no room for more pages. Delete jobs that are done.")))
                    }
                }
                ground.log.warning("the feeder waits: the page spool is full", ["spool": ground.spool.folder])
            }
            waitsForRoom = true
            roomTimer = ground.scheduler.after(Self.roomInterval) { [weak self] in self?.roomChanged() }
            // Whoever hears it may make room at once.
            return tell(.waitsForRoom)
        }
        waitsForRoom = false
        roomTimer = nil
        roomPatience = nil
        do {
            let file = try ground.spool.makePage()
            nextFile = file
            room = ground.spool.keepRoom(for: file, afterPageOf: lastPageBytes)
            let storage = storage()
            nextStorage = storage
            session?.send(.feed(storage), storingIn: file)
        } catch {
            end(.faulted(error))
        }
    }

    private func failed(_ error: ScanError) {
        guard !hasEnded else { return }
        let isUntouched = pageCount == 0 && !hasData
        page?.breakOff()
        page = nil
        nextFile = nil
        room = nil
        guard isUntouched, let attempt = attempts.next(after: error) else { return end(.faulted(error)) }
        nextAttempt = attempt
        settings = nil
        ground.log.warning(
            "an attempt failed, trying once more",
            ["scanner": scanner.label, "reason": error.explanation]
        )
        session?.end()
    }

    private func end(_ how: JobEnd) {
        hasEnded = true
        nextFile = nil
        room = nil
        roomTimer = nil
        roomPatience = nil
        session?.end()
        tell(.ended(how))
    }

    private func sessionEnded() {
        session = nil
        guard let attempt = nextAttempt, !hasEnded else { return tell(.released) }
        nextAttempt = nil
        // A device that was just let go needs a moment.
        retryDelay = ground.scheduler.after(attempt.pause) { [weak self] in
            guard let self else { return }
            guard attempt.looksAgain else { return beginAgain(on: scanner) }
            ground.relocate(scanner) { [weak self] in self?.beginAgain(on: $0) }
        }
    }

    private func beginAgain(on found: KnownScanner) {
        guard !hasEnded else { return }
        retryDelay = nil
        scanner = found
        begin()
    }
}
