import DWTWire
import Glibc
import HTTPServer
import Scanning

/// Everything that is answered over HTTP: who may ask, which endpoint is meant, and the headers of every answer.
package final class Service: RequestHandler {
    private let host: HostCheck
    private let list: ScannerList
    private let legacy: LegacyHandlers
    private let jobs: JobHandlers
    private let pages: PageHandlers
    private let capabilities: CapabilityHandlers
    private let server: ServerHandlers
    private let administration: AdministrationHandlers

    /// - Parameter place: where the service listens.
    init(
        _ settings: Settings,
        at place: LibraryServerInfo,
        log: Log,
        catalogue: ScannerCatalogue,
        board: JobBoard,
        scheduler: any Scheduler
    ) {
        host = HostCheck(ownName: ownHostName(), configured: settings.hostNames)
        list = ScannerList(catalogue, isStrict: settings.strictTypeFilter)
        let entrance = JobEntrance(
            defaultResolution: Double(settings.defaultResolution),
            catalogue: catalogue,
            list: list,
            board: board,
            scheduler: scheduler
        )
        legacy = LegacyHandlers(
            LegacyHandlers.Rules(jpegQuality: settings.jpegQuality, queuePatience: settings.jobWait),
            entrance: entrance,
            board: board,
            scheduler: scheduler
        )
        jobs = JobHandlers(entrance: entrance, board: board, scheduler: scheduler)
        pages = PageHandlers(
            jpegQuality: settings.jpegQuality,
            address: PublicAddress(
                configured: settings.publicURL,
                proxies: settings.trustedProxies.compactMap { AddressRange($0) }
            ),
            board: board
        )
        capabilities = CapabilityHandlers(catalogue: catalogue, board: board, scheduler: scheduler)
        server = ServerHandlers(log: log)
        administration = AdministrationHandlers(listeningAt: place) { [weak catalogue] in catalogue?.restart() }
    }

    /// What is decided before a body is read: names that are not ours, preflights, and addresses that do not exist.
    package func refusal(of request: Request) -> Response? {
        let answer: Response? =
            switch host.verdict(headers: request.headers, version: request.version) {
            case .malformed: .failure(.malformedHost, request.generation)
            case .foreign: .failure(.foreignHost(request.headers["Host"] ?? ""), request.generation)
            case .admitted: request.method == "OPTIONS" ? preflight(for: request) : wrongAddress(request)
            }
        return answer.map { Self.shared($0, with: request) }
    }

    /// Answers with the handler that the table names.
    package func handle(_ exchange: Exchange) {
        let request = exchange.request
        guard case .found(let endpoint, let parameters) = request.match else {
            // Refused before its body was read.
            exchange.answer(.failure(.unknownPath, request.generation))
            return
        }
        answer(exchange.sharing(Self.shared), endpoint, parameters)
    }

    /// The server's own refusals, in the words of the API that was meant.
    package func response(to fault: RequestFault, of request: Request) -> Response {
        let code = fault == .unavailable ? WireCode.general : WireCode.invalidParameter
        let failure = WireFailure(status: fault.status, code: code, message: fault.message)
        return Self.shared(.failure(failure, request.generation), with: request)
    }

    /// What is answered to all requests once the service ends.
    package func farewell(to request: Request) -> Response {
        Self.shared(.failure(.shuttingDown, request.generation), with: request)
    }

    private func answer(_ exchange: Exchange, _ endpoint: Endpoint, _ parameters: [String: String]) {
        switch endpoint {
        case .legacyScanners: list.answer(exchange, .legacy)
        case .legacyCreateJob: legacy.createJob(exchange)
        case .legacyNextDocument: legacy.nextDocument(exchange, id: parameters["jobuid"] ?? "")
        case .legacyDeleteJob: legacy.deleteJob(exchange, id: parameters["jobuid"] ?? "")
        case .createJob: jobs.createJob(exchange)
        case .job: jobs.job(exchange, id: parameters["jobuid"] ?? "")
        case .updateJob: jobs.updateJob(exchange, id: parameters["jobuid"] ?? "")
        case .deleteJob: jobs.deleteJob(exchange, id: parameters["jobuid"] ?? "")
        case .nextPage: pages.nextPage(exchange, id: parameters["jobuid"] ?? "")
        case .nextPageInfo: pages.nextPageInfo(exchange, id: parameters["jobuid"] ?? "")
        case .content: pages.content(exchange, id: parameters["jobuid"] ?? "")
        case .capabilities: capabilities.capabilities(exchange, id: parameters["jobuid"] ?? "")
        case .scannerSettings: capabilities.settings(exchange, id: parameters["jobuid"] ?? "")
        case .server: server.server(exchange)
        case .updateServer: server.updateServer(exchange)
        case .serverVersion: server.version(exchange)
        case .openAPI: server.openAPI(exchange)
        case .scanners: list.answer(exchange, .v19)
        case .versionInfo, .getVersionInfo: server.versionInfo(exchange)
        case .administer: administration.administer(exchange)
        }
    }

    private func preflight(for request: Request) -> Response {
        var response = CORS.preflight(for: request.headers)
        // No path is served with this method in the table.
        if case .wrongMethod(let allowed, _) = request.match {
            response.headers.add("Allow", allowed.joined(separator: ", "))
        }
        return response
    }

    private func wrongAddress(_ request: Request) -> Response? {
        switch request.match {
        case .found: return nil
        case .unknown(let generation): return .failure(.unknownPath, generation)
        case .wrongMethod(let allowed, let generation):
            var response = Response.failure(.wrongMethod(allowed: allowed), generation)
            response.headers.add("Allow", allowed.joined(separator: ", "))
            return response
        }
    }

    /// Adds what lets web pages of any origin read the answer.
    private static func shared(_ response: Response, with request: Request) -> Response {
        var response = response
        for (name, value) in CORS.headers(for: request.headers) where response.headers[name] == nil {
            response.headers.add(name, value)
        }
        return response
    }
}

extension Request {
    fileprivate var match: Endpoint.Match { Endpoint.match(method: method, segments: target.segments) }

    /// Whose errors this request gets.
    fileprivate var generation: Endpoint.Generation {
        switch match {
        case .found(let endpoint, _): endpoint.generation
        case .wrongMethod(_, let generation), .unknown(let generation): generation
        }
    }
}

extension Exchange {
    /// The same exchange, whose answer is changed on its way out.
    fileprivate func sharing(_ change: @escaping (Response, Request) -> Response) -> Exchange {
        let inner = Exchange(request: request) { [self] response in answer(change(response, request)) }
        whenClientLeaves = { [weak inner] in inner?.clientLeft() }
        return inner
    }
}

extension WireFailure {
    fileprivate static let malformedHost = WireFailure(
        status: 400,
        code: WireCode.invalidParameter,
        message: "The Host header is not usable. Send the name or address of this host, once."
    )

    /// DNS rebinding: a web page that points its own name here must not get an answer.
    fileprivate static func foreignHost(_ name: String) -> WireFailure {
        WireFailure(
            status: 403,
            code: WireCode.general,
            message: "This host is not called \"\(name.prefix(80))\". Use its IP address or its own name, "
                + "or add the name to the setting host-names."
        )
    }
}

/// What this host calls itself.
private func ownHostName() -> String {
    var buffer = [CChar](repeating: 0, count: 256)
    guard gethostname(&buffer, buffer.count - 1) == 0 else { return "" }
    return buffer.withUnsafeBufferPointer { start in
        start.baseAddress.map { String(cString: $0) } ?? ""
    }
}
