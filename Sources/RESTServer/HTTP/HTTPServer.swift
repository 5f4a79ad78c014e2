internal import CHTTPD
internal import CPosix

/// Answers HTTP on one listening socket, on the event loop's thread.
package final class HTTPServer {
    let loop: EventLoop
    let limits: ConnectionLimits
    let handler: any RequestHandler
    let listener: Int32
    /// nil once the server has stopped.
    var daemon: OpaquePointer?
    var watch: LoopWatch?
    private(set) var isRunScheduled = false
    private var isRunning = false
    /// Grows with each run of the library: what happens in one run was read in one run.
    private(set) var runCount: UInt64 = 0

    var connections: [ObjectIdentifier: Connection] = [:]
    var lingering: [Linger] = []
    private var hasClosedConnection = false
    var sweep: LoopTimer?
    var sweepTime = UInt64.max
    /// Looks for a connection that gives way, while there is none.
    var roomTimer: LoopTimer?

    /// Set once the server stops.
    var ending: Ending?
    var isStopping: Bool { ending != nil }

    /// Starts to answer.
    /// - Parameter descriptor: a listening socket, from `ListeningSocket` or from the service manager; it is the
    ///   server's from now on. The server lives until it is stopped.
    package init(
        loop: EventLoop,
        limits: ConnectionLimits,
        listening descriptor: Int32,
        handler: any RequestHandler
    ) throws(SystemError) {
        self.loop = loop
        self.limits = limits
        self.handler = handler
        listener = descriptor
        loop_ignore_broken_pipes()
        let prepared = socket_prepare_listener(descriptor, Self.sendBuffer)
        guard prepared == 0 else { throw SystemError(call: "setsockopt", errno: -prepared) }
        let context = Unmanaged.passUnretained(self)
        let own = httpd_limits(
            memory: limits.memory,
            connections: UInt32(clamping: limits.connections),
            connections_per_address: UInt32(clamping: limits.connectionsPerAddress)
        )
        daemon = httpd_start(descriptor, own, daemonCalls, context.toOpaque())
        guard let daemon else { throw SystemError(call: "MHD_start_daemon", errno: currentError()) }
        watch = try loop.watch(httpd_descriptor(daemon), .readable) { [unowned self] _ in run() }
        // The connections refer to the server; it must not go before them.
        _ = context.retain()
        runSoon()
    }

    /// Bytes in the kernel for each connection. Fixed, so that a client that stops reading holds no more than that.
    private static let sendBuffer: Int32 = 256 * 1024

    // MARK: Running the library

    /// Runs the library when the current events are done.
    func runSoon() {
        guard !isRunScheduled else { return }
        isRunScheduled = true
        loop.soon { [weak self] in
            self?.isRunScheduled = false
            self?.run()
        }
    }

    private func run() {
        guard let daemon, !isRunning else { return }
        isRunning = true
        hasClosedConnection = false
        // A few rounds at once, so that an answer does not need several turns of the loop; the rest in the next turn.
        var rounds = 0
        var wantsMore = true
        while wantsMore, rounds < 4 {
            runCount += 1
            rounds += 1
            wantsMore = httpd_run(daemon) != 0
        }
        isRunning = false
        // Below its limit again, the library listens again only with its next run.
        if wantsMore || hasClosedConnection {
            runSoon()
        }
        endWhenQuiet()
    }

    // MARK: Connections

    func opened(_ handle: OpaquePointer, descriptor: Int32) -> Connection {
        let connection = Connection(handle, descriptor: descriptor, server: self)
        connections[ObjectIdentifier(connection)] = connection
        makeRoom(for: connection)
        watchTime(of: connection)
        return connection
    }

    func closed(_ connection: Connection) {
        connections[ObjectIdentifier(connection)] = nil
        hasClosedConnection = true
        connection.closed()
        if connections.isEmpty {
            sweep = nil
            sweepTime = .max
            roomTimer = nil
        }
    }

    /// Open connections, those of the library alone.
    package var connectionCount: Int { connections.count }

    /// Keeps the socket of a closed connection until its client has finished, too.
    func linger(_ socket: HeldSocket, receipts: [Receipt], time: Duration) {
        if lingering.count >= limits.connections {
            lingering[0].giveUp()
        }
        lingering.append(
            Linger(socket, receipts: receipts, loop: loop, time: time) { [weak self] ended in
                self?.lingering.removeAll { $0 === ended }
                self?.endWhenGone()
            }
        )
    }

    /// The handler's words for a fault, closing the connection where that is needed.
    func refusal(for fault: RequestFault, of request: Request) -> Response {
        var response = handler.response(to: fault, of: request)
        response.closesConnection = response.closesConnection || fault.closesConnection
        return response
    }
}
