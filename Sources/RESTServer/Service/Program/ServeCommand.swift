import CPosix
import DWTWire
import Glibc
import HTTPServer
import Scanning

/// `sane-bridge serve`: the service from its start to its end.
final class ServeCommand {
    private let loop: EventLoop
    private let log: Log
    private let catalogue: ScannerCatalogue
    private let board: JobBoard
    private let service: Service
    private let server: HTTPServer
    private var isStopping = false
    private var grace: LoopTimer?

    /// A scanner that parks its head is not killed for a restart: all of `cancel-grace` is its own, and then this.
    private static let stopSlack = Duration.seconds(1)
    private let cancelGrace: Duration

    /// Runs the service until a signal ends it; returns the exit code.
    static func run(_ configuration: Configuration, environment: [String: String]) -> Int32 {
        memory_keep_little()
        let log = Log.standard(level: configuration.settings.logLevel, environment: environment)
        for problem in configuration.quirks?.problems ?? [] {
            log.error("a known quirk is not understood", ["where": problem.place.text, "reason": problem.message])
        }
        for warning in configuration.warnings { log.warning(warning) }
        do {
            let loop = try EventLoop()
            let command = try ServeCommand(configuration, environment: environment, loop: loop, log: log)
            try loop.onSignals([SIGTERM, SIGINT]) { command.stop(for: $0) }
            command.catalogue.refresh()
            // What the load of before has taken belongs to others now.
            loop.whenQuiet = memory_give_back
            loop.run()
            log.info("stopped")
            return EXIT_SUCCESS
        } catch {
            log.error("cannot start", ["reason": error.sentence + configuration.origins(in: error.sentence)])
            return EXIT_FAILURE
        }
    }

    private init(_ configuration: Configuration, environment: [String: String], loop: EventLoop, log: Log) throws {
        let settings = configuration.settings
        self.loop = loop
        self.log = log
        cancelGrace = settings.cancelGrace
        raiseDescriptorLimit()
        // First of all: a port in use is the likeliest reason to give up, and nothing has been touched yet.
        let listening = try PatientListening(patience: settings.listenWait).listen(
            address: settings.listen,
            port: UInt16(settings.port)
        ) {
            log.warning("this host does not have the address yet, waiting for it", ["address": settings.listen])
        }
        let side = try ScanningSide(configuration, environment: environment, loop: loop, log: log)
        let spool = try Spool(folder: settings.spoolFolder, limit: settings.spoolLimit)
        let catalogue = side.makeCatalogue()
        self.catalogue = catalogue
        // The board and its ground need each other only when a scan is looked for again.
        let use = DeviceUse()
        let converter = PageConverter(
            PageConverter.Rules(memory: settings.processMemory, time: settings.processTime),
            scheduler: loop,
            spool: spool,
            startWorker: { page, tell throws(ScanError) in try side.startWorker(page: page, tell: tell) }
        )
        let ground = ScanGround(
            scheduler: loop,
            spool: spool,
            log: log,
            credentials: .init(userName: settings.scannerUser, password: settings.scannerPassword),
            settings: { [rules = configuration.rules] in rules.settings(for: $0) },
            scratchLimit: settings.spoolLimit,
            forms: PageForms { converter.convert($0, to: $1, then: $2) },
            startWorker: { failureTimeout, tell throws(ScanError) in
                try side.startWorker(failureTimeout: failureTimeout, tell: tell)
            },
            relocate: { scanner, found in
                // Some backends hide or disturb a device that is open.
                let backend = ScannerIdentity.backend(of: scanner.description.deviceName)
                let others = use.scanners().filter { $0.id != scanner.id }.map(\.description.deviceName)
                guard !others.contains(where: { ScannerIdentity.backend(of: $0) == backend }) else {
                    return found(scanner)
                }
                catalogue.lookAgain(for: scanner, then: found)
            }
        )
        let board = JobBoard(rules: settings.jobRules, ground: ground)
        use.scanners = { [weak board] in board?.scannersInUse ?? [] }
        board.whenUseChanges = { [weak catalogue] in catalogue?.noteUse($0) }
        self.board = board
        service = Service(
            settings,
            at: LibraryServerInfo(address: listening.address, port: Int(listening.port)),
            log: log,
            catalogue: catalogue,
            board: board,
            scheduler: loop
        )
        server = try HTTPServer(
            loop: loop,
            limits: settings.connectionLimits,
            listening: listening.descriptor,
            handler: service
        )
        log.info("listening", ["address": listening.address, "port": "\(listening.port)"])
    }

    /// The first signal ends in good order, the second at once.
    private func stop(for signal: Int32) {
        guard !isStopping else {
            log.warning("stopped at once", ["signal": "\(signal)"])
            board.killAll()
            catalogue.close()
            exit(EXIT_FAILURE)
        }
        isStopping = true
        log.info("stopping", ["signal": "\(signal)"])
        catalogue.close()
        var open = 2
        let closed = { [loop] in
            open -= 1
            if open == 0 { loop.stop() }
        }
        grace = loop.after(cancelGrace + Self.stopSlack) { [self] in
            log.warning("scanners that do not let go are ended by force")
            board.killAll()
            grace = loop.after(.milliseconds(500)) { [loop] in loop.stop() }
        }
        board.close(answering: { [service] in service.farewell(to: $0) }, then: closed)
        server.stop(answering: { [service] in service.farewell(to: $0) }, within: .seconds(2), then: closed)
    }
}

/// Which devices are in use; known once there is a board.
private final class DeviceUse {
    var scanners: () -> [KnownScanner] = { [] }
}

/// Pages that wait and clients that are connected cost descriptors: take what the system allows.
private func raiseDescriptorLimit() {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
    limit.rlim_cur = limit.rlim_max
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
}

extension Error {
    /// What people read of an error at the start.
    var sentence: String {
        switch self {
        case let error as ScanError: error.explanation
        case let error as SystemError: error.text
        default: "\(self)"
        }
    }
}
