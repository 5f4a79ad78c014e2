import HTTPServer
import Scanning
import WorkerProtocol

/// Has stored pages written in other encodings, each by a worker of its own, a few at a time.
final class PageConverter {
    /// What one conversion may take.
    struct Rules {
        /// Bytes of memory beyond what the program itself needs.
        var memory: Int
        var time: Duration
    }

    /// Starts a worker that has the page as a descriptor.
    typealias StartWorker = (
        _ page: Int32, _ tell: @escaping (WorkerSession.News) -> Void
    ) throws(ScanError) -> WorkerSession

    private let rules: Rules
    private let scheduler: any Scheduler
    private let spool: Spool
    private let startWorker: StartWorker
    private var waiting: [PageConversion] = []
    private var running: [PageConversion] = []

    /// More at once would be no quicker where there are few cores, and take their memory from those that scan.
    private static let mostAtOnce = 2

    init(_ rules: Rules, scheduler: any Scheduler, spool: Spool, startWorker: @escaping StartWorker) {
        self.rules = rules
        self.scheduler = scheduler
        self.spool = spool
        self.startWorker = startWorker
    }

    /// Has a complete page written in another encoding; answers how to give that up. `then` is called once, unless it
    /// is given up, and never before this function is left.
    func convert(
        _ page: StoredPage,
        to wanted: PageEncoding,
        then: @escaping (Result<PageFile, ScanError>) -> Void
    ) -> () -> Void {
        var order = Conversion(
            from: page.info.encoding,
            to: wanted,
            resolution: page.info.resolution,
            memoryLimit: rules.memory
        )
        order.lineResolution = page.info.lineResolution
        let conversion = PageConversion(order, of: page.file, then: then)
        waiting.append(conversion)
        // A failure at once must not be told to somebody who is not done asking.
        conversion.beginning = scheduler.after(.zero) { [weak self] in self?.beginNext() }
        return { [weak self, weak conversion] in
            guard let self, let conversion else { return }
            waiting.removeAll { $0 === conversion }
            conversion.giveUp()
        }
    }

    private func beginNext() {
        while running.count < Self.mostAtOnce, !waiting.isEmpty {
            let conversion = waiting.removeFirst()
            running.append(conversion)
            conversion.begin(within: rules.time, scheduler: scheduler, spool: spool, startWorker: startWorker) {
                [weak self, weak conversion] in
                guard let self, let conversion else { return }
                running.removeAll { $0 === conversion }
                beginNext()
            }
        }
    }
}

/// One page on its way from one encoding to another.
private final class PageConversion {
    private let order: Conversion
    private let source: PageFile
    private var then: ((Result<PageFile, ScanError>) -> Void)?
    private var session: WorkerSession?
    private var deadline: LoopTimer?
    var beginning: LoopTimer?

    init(_ order: Conversion, of source: PageFile, then: @escaping (Result<PageFile, ScanError>) -> Void) {
        self.order = order
        self.source = source
        self.then = then
    }

    /// Starts the worker; `gone` is called when it has ended.
    func begin(
        within time: Duration,
        scheduler: any Scheduler,
        spool: Spool,
        startWorker: PageConverter.StartWorker,
        gone: @escaping () -> Void
    ) {
        beginning = nil
        do throws(ScanError) {
            let file = try spool.makePage()
            let session = try source.withReader { reader throws(ScanError) in
                try startWorker(reader) { [self] news in take(news, file, gone) }
            }
            self.session = session
            session.send(.convert(order), storingIn: file)
            deadline = scheduler.after(time) { [weak self] in
                self?.finish(.failure(.host("It took longer than \(Int(time.components.seconds), of: "second").")))
                self?.session?.kill()
            }
        } catch {
            finish(.failure(error))
            gone()
        }
    }

    /// Nobody wants the page any more.
    func giveUp() {
        then = nil
        session?.kill()
    }

    private func take(_ news: WorkerSession.News, _ file: PageFile, _ gone: () -> Void) {
        switch news {
        case .event(.pageEnded(let ending)):
            do throws(ScanError) {
                try file.apply(ending.patches)
                finish(.success(file))
            } catch {
                finish(.failure(error))
            }
            session?.end()
        case .failed(let error): finish(.failure(error))
        case .ended:
            // Whatever it was, it has not said that the page is whole.
            finish(.failure(.host("Its process ended.")))
            session = nil
            deadline = nil
            gone()
        case .event, .pageGrew: break
        }
    }

    private func finish(_ result: Result<PageFile, ScanError>) {
        let told = then
        then = nil
        told?(result.mapError { error in .unconverted(error, to: order.wanted) })
    }
}

extension ScanError {
    /// Why a page cannot be had in an encoding. What goes wrong there is no scanner's fault.
    fileprivate static func unconverted(_ error: ScanError, to wanted: PageEncoding) -> ScanError {
        let reason =
            switch error {
            case .noRoom(let sentence), .host(let sentence): sentence
            case .driverCrashed(let how): "Its process \(how)."
            case .driverHung(_, let seconds): "Nothing came of it for \(seconds, of: "second")."
            default: error.explanation
            }
        let sentence = "The page cannot be had as \(wanted.mediaType). \(reason) Ask again, or for another type."
        if case .noRoom = error { return .noRoom(sentence) }
        return .host(sentence)
    }
}
