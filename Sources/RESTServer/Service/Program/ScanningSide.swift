import Glibc
import HTTPServer
import Scanning

/// The part of the service that deals with scanners: workers, their surroundings, and the search for devices.
final class ScanningSide {
    let log: Log
    private let loop: EventLoop
    private let program: String
    private let deadlines: Deadlines
    let environment: WorkerEnvironment
    private let backends: BackendConfiguration
    private let settings: Settings
    private let rules: DeviceRules

    /// Prepares folders and finds the worker program.
    init(_ configuration: Configuration, environment own: [String: String], loop: EventLoop, log: Log) throws(ScanError)
    {
        let settings = configuration.settings
        self.settings = settings
        rules = configuration.rules
        self.loop = loop
        self.log = log
        program = try Self.workerProgram(settings)
        deadlines = settings.deadlines
        try makeFolder(settings.stateFolder)
        try makeFolder(settings.spoolFolder)
        var environment = WorkerEnvironment(
            from: own,
            home: settings.stateFolder,
            temporaryFolder: settings.spoolFolder
        )
        if settings.virtualScanner {
            environment.variables[WorkerEnvironment.configurationFolder] =
                try VirtualScanner.configure(in: settings.stateFolder)
        }
        self.environment = environment
        backends = BackendConfiguration(
            environment,
            folder: "\(settings.stateFolder)/backends",
            without: rules.ignoredBackends
        )
    }

    /// Starts a worker in the given surroundings, or in those of a scan; `page` becomes its descriptor 4.
    func startWorker(
        in environment: WorkerEnvironment? = nil,
        failureTimeout: Duration? = nil,
        page: Int32 = -1,
        hearing: ((String) -> Bool)? = nil,
        tell: @escaping (WorkerSession.News) -> Void
    ) throws(ScanError) -> WorkerSession {
        let variables = (environment ?? self.environment).variables
        let launch = WorkerLaunch(program: program, environment: variables, page: page)
        let deadlines = deadlines.limited(to: failureTimeout)
        return try WorkerSession(launch, loop: loop, deadlines: deadlines, log: log, hearing: hearing, tell: tell)
    }

    /// The list of scanners, kept over restarts.
    ///
    /// - Parameter isKept: false for a list that begins empty and leaves nothing behind.
    func makeCatalogue(isKept: Bool = true) -> ScannerCatalogue {
        ScannerCatalogue(
            scheduler: loop,
            log: log,
            file: isKept ? "\(settings.stateFolder)/scanners.json" : nil,
            maximumAge: settings.listMaxAge,
            rules: rules,
            facts: { USBDevices().facts(of: $0) },
            search: ScannerSearch(
                backends,
                in: environment,
                record: BackendRecord(
                    scheduler: loop,
                    log: log,
                    file: isKept ? "\(settings.stateFolder)/backends.json" : nil
                ),
                scheduler: loop,
                log: log,
                startWorker: { environment, hearing, tell throws(ScanError) in
                    try self.startWorker(in: environment, hearing: hearing, tell: tell)
                }
            ),
            whyNone: { PermissionHint().texts(user: userName()) }
        )
    }

    private static func workerProgram(_ settings: Settings) throws(ScanError) -> String {
        let candidates = settings.workerCandidates(executable: ownPath())
        guard let found = candidates.first(where: isProgram) else {
            throw .host("The worker program was not found; looked for \(candidates.joined(separator: ", ")).")
        }
        return found
    }

    private static func isProgram(_ path: String) -> Bool {
        var facts = stat()
        return stat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFREG && access(path, X_OK) == 0
    }
}

/// The user that this process acts as, as `usermod` wants it.
func userName() -> String {
    guard let entry = getpwuid(geteuid()), let name = entry.pointee.pw_name else { return "\(geteuid())" }
    return String(cString: name)
}

extension Settings {
    /// The deadlines of the calls into drivers.
    var deadlines: Deadlines {
        Deadlines(
            limits: [
                .list: deadlineList, .open: deadlineOpen, .option: deadlineOption, .start: deadlineStart,
                .firstBytes: deadlineFirstBytes, .moreBytes: deadlineMoreBytes,
            ],
            cancelGrace: cancelGrace
        )
    }

    /// What the job board is allowed to do.
    var jobRules: JobBoard.Rules {
        var rules = JobBoard.Rules(
            jobLimit: jobLimit,
            pageLifetime: pageLifetime,
            pendingPatience: pendingLimit,
            flowAfter: streamAfter
        )
        // Several jobs together must leave connections to those who want something else.
        rules.mostWaiting = max(2, min(connectionLimit / 4, rules.mostWaiting))
        return rules
    }

    /// What one client may ask of the HTTP server.
    var connectionLimits: ConnectionLimits {
        var limits = ConnectionLimits()
        limits.bodyBytes = bodyLimit
        limits.connections = connectionLimit
        // A reverse proxy is one address; idle connections make room where the limit for all is reached.
        limits.connectionsPerAddress = 0
        limits.requestTimeout = requestTimeout
        limits.requestAbsolute = requestLimit
        limits.stalledReader = stalledReaderTimeout
        limits.readerRate = readerRate
        limits.slowReader = slowReaderTimeout
        limits.keepAlive = keepAlive
        return limits
    }
}
