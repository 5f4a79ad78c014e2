import FoundationEssentials
import HTTPServer
import Scanning

/// All jobs of this service, and which of them may use which device. Lives on the loop's thread.
package final class JobBoard {
    /// What the board is allowed to do.
    package struct Rules {
        /// Jobs that exist at once; more are refused.
        package var jobLimit: Int
        /// How long a job's pages are kept after the last request for it.
        package var pageLifetime: Duration
        /// How long a pending job that nobody asks for holds its device.
        package var pendingPatience: Duration
        /// How long somebody who asks for a page waits before its bytes begin to flow.
        package var flowAfter: Duration
        /// Requests that may wait for pages of one job at the same time.
        package var mostWaiting = 64

        package init(jobLimit: Int, pageLifetime: Duration, pendingPatience: Duration, flowAfter: Duration) {
            self.jobLimit = jobLimit
            self.pageLifetime = pageLifetime
            self.pendingPatience = pendingPatience
            self.flowAfter = flowAfter
        }
    }

    let rules: Rules
    let ground: ScanGround
    private(set) var jobs: [String: Job] = [:]
    private var queues: [String: DeviceQueue] = [:]
    private var lifetimes: [String: LoopTimer] = [:]
    /// So that a client which cleans up afterwards is not told that there was no such job.
    private var finished = RememberedJobs(most: 1_000)
    /// Jobs with kept pages that were deleted: not the same as jobs that never were.
    private var deleted = RememberedJobs(most: 5_000)
    private let taste = PageTaste()
    private(set) var isClosed = false
    /// Told when the number of devices in use becomes 0 or leaves it.
    var whenUseChanges: ((_ inUse: Bool) -> Void)?
    private(set) var lastUsedScanner: String?

    init(rules: Rules, ground: ScanGround) {
        self.rules = rules
        self.ground = ground
    }

    var scannersInUse: [KnownScanner] { queues.values.compactMap { $0.holder?.scanner } }
    var devicesInUse: Int { queues.values.filter { $0.holder != nil }.count }

    /// What becomes of an id.
    enum Found {
        case job(Job)
        case deleted
        case unknown
    }

    /// The job of that id, however the id's letters are written, if its pages are of that kind.
    func find(_ id: String, pages: JobOrder.Pages) -> Found {
        let id = id.uppercased()
        if let job = jobs[id], job.order.pages == pages {
            job.noteRequest()
            return .job(job)
        }
        return pages == .kept && deleted.contains(id) ? .deleted : .unknown
    }

    /// Whether there is a job of that id that waits to be told to run; looking does not lengthen its life.
    func isPending(_ id: String) -> Bool { jobs[id]?.status == .pending }

    /// How a scanner stands with somebody who wants it.
    enum Availability {
        case free
        /// The last job is over, and the driver is about to let go; nobody else waits.
        case closing
        case taken
    }

    /// Whether a job for that scanner would have to wait, and for what.
    func availability(of scanner: KnownScanner) -> Availability {
        guard let queue = queues[scanner.id], !queue.isIdle else { return .free }
        return queue.isAnyoneWaiting || queue.holder?.state.isEnded == false ? .taken : .closing
    }

    /// Makes a job; it starts as soon as its device is free, and tells `whenOpened` once how that went.
    @discardableResult
    func makeJob(
        _ order: JobOrder,
        on scanner: KnownScanner,
        whenOpened: @escaping (Job, Job.Opening) -> Void
    ) -> Job {
        let id = UUID().uuidString
        let desk = PageDesk(
            job: id,
            flowAfter: rules.flowAfter,
            scheduler: ground.scheduler,
            log: ground.log,
            mostWaiting: rules.mostWaiting,
            keepsPages: order.pages == .kept,
            forms: ground.forms,
            taste: taste
        )
        desk.whenRoomFreed = { [weak self] in self?.roomChanged() }
        let job = Job(id: id, scanner: scanner, order: order, desk: desk, ground: ground)
        jobs[job.id] = job
        lastUsedScanner = scanner.id
        job.whenSpent = { [weak self, weak job] in
            guard let self, let job else { return }
            finished.add(job.id)
            forget(job)
        }
        job.whenRoomNeeded = { [weak self] in _ = self?.makeRoomForPages() }
        job.whenReleased.append { [weak self, weak job] in
            guard let self, let job else { return }
            released(job)
        }
        job.whenOpened = { [weak job] opening in
            guard let job else { return }
            whenOpened(job, opening)
        }
        job.whenChanged = { [weak self, weak job] in
            guard let self, let job, jobs[job.id] === job else { return }
            guardLifetime(of: job)
        }
        guardLifetime(of: job)
        ground.log.info("job made", ["job": job.id, "scanner": scanner.label])
        queue(of: scanner).append(job)
        advance(scanner.id)
        return job
    }

    /// Ends a job and forgets its pages; `then` is called when its device is free.
    func delete(_ job: Job, then: @escaping () -> Void) {
        queues[job.scanner.id]?.remove(job)
        let held = job.holdsDevice
        if held { job.whenReleased.append(then) }
        // It is not finished but deleted: a second DELETE finds nothing.
        job.whenSpent = nil
        if job.order.pages == .kept { deleted.add(job.id) }
        job.discard()
        forget(job)
        if !held { then() }
    }

    /// Forgets a job that has ended and told everything; false when there is no such job, or no longer.
    func deleteFinished(_ id: String) -> Bool {
        finished.remove(id.uppercased())
    }

    /// Ends everything; every waiting request gets `answer`, and `then` is called when all devices are free.
    func close(answering answer: (Request) -> Response, then: @escaping () -> Void) {
        isClosed = true
        let all = Array(jobs.values)
        // Jobs that were deleted may still be closing their devices.
        let holders = queues.values.compactMap(\.holder)
        var left = holders.count
        for job in holders {
            job.whenReleased.append {
                left -= 1
                if left == 0 { then() }
            }
        }
        for job in all {
            job.dismissAskers(with: answer)
            delete(job) {}
        }
        if holders.isEmpty { then() }
    }

    /// Ends every driver at once.
    func killAll() {
        for queue in queues.values { queue.holder?.killDriver() }
    }

    // MARK: Devices

    private func queue(of scanner: KnownScanner) -> DeviceQueue {
        if let queue = queues[scanner.id] { return queue }
        let queue = DeviceQueue()
        queues[scanner.id] = queue
        return queue
    }

    private func advance(_ scanner: String) {
        guard !isClosed, let queue = queues[scanner], let job = queue.takeNext() else { return }
        if devicesInUse == 1 { whenUseChanges?(true) }
        job.open()
    }

    private func released(_ job: Job) {
        ground.log.debug("device free", ["job": job.id, "scanner": job.scanner.label])
        guard let queue = queues[job.scanner.id], queue.holder === job else { return }
        queue.holder = nil
        advance(job.scanner.id)
        if queue.isIdle { queues[job.scanner.id] = nil }
        if devicesInUse == 0 { whenUseChanges?(false) }
    }

    // MARK: The end of jobs

    private func forget(_ job: Job) {
        guard jobs.removeValue(forKey: job.id) != nil else { return }
        lifetimes[job.id] = nil
        ground.log.debug("job forgotten", ["job": job.id])
        roomChanged()
    }

    private func roomChanged() {
        for job in jobs.values { job.roomChanged() }
    }

    /// One timer a job, which looks at what has happened since when it fires.
    private func guardLifetime(of job: Job) {
        let expiry = JobExpiry(of: job.facts, rules: rules)
        let now = ground.scheduler.now
        let delay = Duration.nanoseconds(Int64(clamping: expiry.time > now ? expiry.time - now : 0))
        lifetimes[job.id] = ground.scheduler.after(delay) { [weak self, weak job] in
            guard let self, let job else { return }
            guard JobExpiry(of: job.facts, rules: rules).time <= ground.scheduler.now else {
                return guardLifetime(of: job)
            }
            ground.log.info("job expired", ["job": job.id])
            switch expiry.fate {
            case .canceled: job.cancel()
            case .deleted: delete(job) {}
            }
        }
    }
}
