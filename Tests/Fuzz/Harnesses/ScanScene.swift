#if DEBUG || FUZZING
    import FoundationEssentials
    import Glibc
    import HTTPServer
    import HandClock
    import Scanning

    @testable import RESTServer

    /// A job, its workers and its clients on a clock that is turned by hand; and what must be true in the end, whatever
    /// they did.
    final class ScanScene {
        let clock = HandClock()
        private(set) var workers: [ScriptedWorker] = []
        private(set) var clients: [Client] = []
        private let spool: Spool
        private var job: Job?
        private var releases = 0
        private var openings = 0
        private var faults: [String] = []
        private var isLosing = false

        /// Somebody who asked for a page.
        final class Client {
            fileprivate(set) var answers = 0
            fileprivate(set) var body: Response.Body?
            fileprivate(set) var delivery: Delivery?
            fileprivate(set) weak var exchange: Exchange?
            var sight: Delivery.Outcome?
        }

        init() throws {
            spool = try Self.spool.get()
            let ground = ScanGround(
                scheduler: clock,
                spool: spool,
                log: Log(level: .error, descriptor: -1),
                credentials: .init(),
                settings: { _ in DeviceSettings() },
                scratchLimit: 0,
                startWorker: { [unowned self] _, tell throws(ScanError) in try startWorker(tell) },
                relocate: { [clock] scanner, found in
                    // Keeps the clock's timer until it has run.
                    var timer: LoopTimer?
                    timer = clock.after(.seconds(1)) {
                        found(scanner)
                        timer = nil
                    }
                    _ = timer
                }
            )
            let desk = PageDesk(
                job: "job",
                flowAfter: .milliseconds(500),
                scheduler: clock,
                log: Log(level: .error, descriptor: -1),
                mostWaiting: 64
            )
            let description = ScannerDescription(deviceName: "driver:1", vendor: "V", model: "M", type: "scanner")
            let job = Job(
                id: "job",
                scanner: KnownScanner(id: "id", label: "label", description: description),
                order: JobOrder(request: ScanRequest(), encoding: .png),
                desk: desk,
                ground: ground
            )
            job.whenOpened = { [unowned self] _ in openings += 1 }
            job.whenReleased = [{ [unowned self] in releases += 1 }]
            desk.whenRoomFreed = { [weak job] in job?.roomChanged() }
            self.job = job
            job.open()
        }

        /// One for all scenes; a fuzzer runs one at a time, and so do the tests.
        nonisolated(unsafe) private static let spool = Result {
            try Spool(folder: "\(URL.temporaryDirectory.path)/sane-bridge-fuzz-\(getuid())", limit: 80 << 20)
        }

        private func startWorker(_ tell: @escaping (WorkerSession.News) -> Void) throws(ScanError) -> WorkerSession {
            guard workers.count < 4 else { throw .host("no more workers") }
            let worker = ScriptedWorker()
            var failures = 0
            var hasEnded = false
            let session = WorkerSession(
                with: worker,
                over: worker,
                scheduler: clock,
                deadlines: Self.deadlines,
                log: Log(level: .error, descriptor: -1)
            ) { [unowned self] news in
                if hasEnded { faults.append("news after the end") }
                switch news {
                case .failed: failures += 1
                case .ended: hasEnded = true
                default: break
                }
                if failures > 1 { faults.append("two failures of one worker") }
                tell(news)
            }
            worker.session = session
            workers.append(worker)
            return session
        }

        private static let deadlines = Deadlines(
            limits: Dictionary(uniqueKeysWithValues: DriverCall.allCases.map { ($0, .seconds(10)) }),
            cancelGrace: .seconds(20)
        )

        // MARK: What people do

        func ask(_ method: String, _ version: HTTPVersion) {
            guard clients.count < 50 else { return }
            let client = Client()
            clients.append(client)
            let request = Request(method: method, target: RequestTarget(raw: "/"), version: version)
            let exchange = Exchange(request: request) { [unowned client] response in
                client.answers += 1
                client.body = response.body
                let delivery = Delivery { [unowned client] in client.sight }
                client.delivery = delivery
                return delivery
            }
            client.exchange = exchange
            job?.nextPage(for: PageAsker(exchange: exchange, replies: LegacyHandlers.replies))
        }

        func leave(_ client: Client) { client.exchange?.clientLeft() }
        func cancel() { job?.cancel() }
        func discard() { job?.discard() }
        func killDriver() { job?.killDriver() }

        // MARK: The end

        /// Everybody goes home: the device is free, all who asked were answered once, and nothing is kept.
        func close() throws {
            job?.cancel()
            for _ in 0..<4 {
                clock.advance(by: .seconds(60))
                for worker in workers {
                    worker.beHeard(.max)
                    try promise(worker.isGone || worker.isKilled, "a worker that does not end was not killed")
                    worker.end(.killed(signal: 9))
                    worker.beHeard(.max)
                }
            }
            for client in clients { client.delivery?.settle(.delivered) }
            job?.discard()
            clock.advance(by: .seconds(60))
            try promise(releases == 1, "the device was let go \(releases) times")
            try promise(openings == 1, "the opening was told \(openings) times")
            for client in clients { try promise(client.answers == 1, "a client got \(client.answers) answers") }
            try promise(faults.isEmpty, faults.joined(separator: ", "))
            let isGone = { [weak job] in job == nil }
            job = nil
            workers.forEach { $0.session = nil }
            clients = []
            try promise(isGone(), "the job is kept")
            try promise(spool.meter.bytes == 0, "\(spool.meter.bytes) bytes are kept in the spool")
        }
    }
#endif
