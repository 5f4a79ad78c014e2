import DWTWire
import Foundation
import HTTPServer
import HandClock
import Scanning
import WorkerProtocol

@testable import RESTServer

/// The whole service without its sockets and processes, on a clock that is turned by hand: requests go in as values, and
/// workers are played by the test.
final class ServiceScene {
    let clock = HandClock()
    let board: JobBoard
    let service: Service
    /// All workers that ever were, the oldest first.
    private(set) var workers: [PlayedWorker] = []
    /// Workers that look for scanners.
    private(set) var searchers: [PlayedWorker] = []
    /// Conversions that were begun and neither ended nor given up.
    private(set) var conversions: [Conversion] = []
    let catalogue: ScannerCatalogue
    private let folder: URL
    private let stage: Stage
    private var conversionCount = 0

    /// What was there before the scene is.
    private final class Stage {
        var startWorker: (Duration?, @escaping (WorkerSession.News) -> Void) -> WorkerSession? = { _, _ in nil }
        var startSearcher: (@escaping (WorkerSession.News) -> Void) -> WorkerSession? = { _ in nil }
        var convert: PageForms.Convert = { _, _, _ in {} }
    }

    /// A page that is being made in another encoding.
    struct Conversion {
        fileprivate let number: Int
        let end: (Result<PageFile, ScanError>) -> Void
    }

    /// A request on its way, and what became of it.
    final class Call {
        fileprivate(set) var answer: Response?
        fileprivate(set) var answers = 0
        fileprivate weak var exchange: Exchange?
        fileprivate(set) var delivery: Delivery?

        var status: Int? { answer?.status }
        /// The body of an answer that has one of bytes.
        var text: String {
            guard case .bytes(let bytes)? = answer?.body else { return "" }
            return String(decoding: bytes, as: UTF8.self)
        }
        /// A member of the answer's JSON.
        func member(_ name: String) -> JSONValue? { JSONText.value(of: text)?.member(name) }
        func leave() { exchange?.clientLeft() }
    }

    /// - Parameters:
    ///   - scanners: names of scanners, which are their device names, too.
    ///   - spoolLimit: bytes that pages may take.
    init(
        scanners: [String] = ["one", "two"],
        spoolLimit: Int = 1 << 30,
        _ change: (inout Settings) -> Void = { _ in }
    ) throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("scene-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let log = Log(level: .error, descriptor: -1)
        let clock = clock
        let stage = Stage()
        self.stage = stage
        var settings = Settings(environment: ["HOME": folder.path])
        change(&settings)
        let known = scanners.map { name in
            KnownScanner(
                id: name,
                label: name,
                description: ScannerDescription(deviceName: name, vendor: "V", model: name, type: "scanner")
            )
        }
        let file = folder.appendingPathComponent("scanners.json")
        try JSONEncoder().encode(known).write(to: file)
        let environment = WorkerEnvironment(
            from: ["SANE_CONFIG_DIR": folder.path],
            home: folder.path,
            temporaryFolder: folder.path
        )
        try Data("driver\n".utf8).write(to: folder.appendingPathComponent("dll.conf"))
        catalogue = ScannerCatalogue(
            scheduler: clock,
            log: log,
            file: file.path,
            maximumAge: .seconds(1_000_000),
            facts: { _ in nil },
            search: ScannerSearch(
                BackendConfiguration(environment, folder: folder.appendingPathComponent("backends").path),
                in: environment,
                record: BackendRecord(scheduler: clock, log: log, file: nil),
                scheduler: clock,
                log: log,
                startWorker: { _, _, tell throws(ScanError) in
                    guard let session = stage.startSearcher(tell) else { throw .host("no scene") }
                    return session
                }
            ),
            whyNone: { [] }
        )
        board = JobBoard(
            rules: settings.jobRules,
            ground: ScanGround(
                scheduler: clock,
                spool: try Spool(folder: folder.appendingPathComponent("spool").path, limit: spoolLimit),
                log: log,
                credentials: .init(),
                forms: PageForms { stage.convert($0, $1, $2) },
                startWorker: { patience, tell throws(ScanError) in
                    guard let session = stage.startWorker(patience, tell) else { throw .host("no scene") }
                    return session
                },
                relocate: { scanner, found in found(scanner) }
            )
        )
        service = Service(
            settings,
            at: LibraryServerInfo(address: "127.0.0.1", port: 1),
            log: log,
            catalogue: catalogue,
            board: board,
            scheduler: clock
        )
        stage.startWorker = { [unowned self] patience, tell in start(settings.deadlines.limited(to: patience), tell) }
        stage.convert = { [unowned self] _, _, then in convert(then) }
        stage.startSearcher = { [unowned self] tell in search(settings.deadlines, tell) }
        board.whenUseChanges = { [unowned catalogue] in catalogue.noteUse($0) }
        catalogue.refresh()
        // The list of before is what the first search finds.
        searchers.forEach { $0.answer(.scanners(known.map(\.description))) }
        searchers.forEach { $0.end() }
        clock.advance(by: .milliseconds(1))
    }

    deinit {
        catalogue.close()
        try? FileManager.default.removeItem(at: folder)  // Litter at worst.
    }

    private func start(_ deadlines: Deadlines, _ tell: @escaping (WorkerSession.News) -> Void) -> WorkerSession {
        let worker = PlayedWorker()
        workers.append(worker)
        return session(of: worker, deadlines, tell)
    }

    private func convert(_ then: @escaping (Result<PageFile, ScanError>) -> Void) -> () -> Void {
        conversionCount += 1
        let number = conversionCount
        conversions.append(Conversion(number: number, end: then))
        return { [weak self] in self?.conversions.removeAll { $0.number == number } }
    }

    private func search(_ deadlines: Deadlines, _ tell: @escaping (WorkerSession.News) -> Void) -> WorkerSession {
        let worker = PlayedWorker()
        searchers.append(worker)
        return session(of: worker, deadlines, tell)
    }

    private func session(
        of worker: PlayedWorker,
        _ deadlines: Deadlines,
        _ tell: @escaping (WorkerSession.News) -> Void
    ) -> WorkerSession {
        let session = WorkerSession(
            with: worker,
            over: worker,
            scheduler: clock,
            deadlines: deadlines,
            log: Log(level: .error, descriptor: -1),
            tell: tell
        )
        worker.session = session
        return session
    }

    /// Workers that have not let go.
    var openWorkers: [PlayedWorker] { workers.filter { !$0.isGone } }

    /// The worker that has, or opens, that device.
    func worker(at device: String) -> PlayedWorker? {
        openWorkers.last { $0.opening?.deviceName == device }
    }

    /// Sends a request.
    func call(_ method: String, _ target: String, _ body: String = "") -> Call {
        let call = Call()
        let headers = Headers([("Host", "127.0.0.1")])
        let request = Request(
            method: method,
            target: RequestTarget(raw: target),
            headers: headers,
            body: Array(body.utf8)
        )
        let exchange = Exchange(request: request) { response in
            call.answer = response
            call.answers += 1
            let delivery = Delivery()
            call.delivery = delivery
            return delivery
        }
        call.exchange = exchange
        if let refusal = service.refusal(of: request) {
            exchange.answer(refusal)
        } else {
            service.handle(exchange)
        }
        return call
    }

    /// Orders a v19 job.
    func post(_ body: String = "{}") -> Call { call("POST", "/api/device/scanners/jobs", body) }

    /// Asks a v19 job.
    func get(_ job: String) -> Call { call("GET", "/api/device/scanners/jobs/\(job)") }

    /// Changes the status of a v19 job.
    func patch(_ job: String, _ status: String) -> Call {
        call("PATCH", "/api/device/scanners/jobs/\(job)", #"{"status":"\#(status)"}"#)
    }

    /// Deletes a v19 job.
    func delete(_ job: String) -> Call { call("DELETE", "/api/device/scanners/jobs/\(job)") }
}
