internal import CHTTPD
internal import CPosix
import Glibc

/// One client connection: what it is doing, and the answer that it waits for or is being sent.
///
/// The library owns the socket; the calls `lineCame` … `closed` are the library's.
final class Connection {
    enum Phase {
        /// Between two requests, or before the first.
        case idle
        /// A request has begun and is not complete.
        case receiving
        /// The handler has the request; the library must not be told to rest twice.
        case handling
        /// The exchange is unanswered, the library rests.
        case waiting
        /// The answer is chosen.
        case answering
    }

    let server: HTTPServer
    let handle: OpaquePointer
    let descriptor: Int32
    /// Who is at the other end.
    private(set) lazy var peer = IPAddress(peerOf: descriptor)
    private(set) var phase = Phase.idle
    /// When the phase began, and when its client was last seen alive in it.
    private(set) var since: UInt64
    var lastSign: UInt64
    /// How fast the answer is taken.
    var pace: Pace
    /// True while the library rests.
    private(set) var isResting = false
    /// When the server began to end the connection, because nothing came on it or its request took too long.
    var expiry: UInt64?
    /// True when the server has reset the connection.
    var isCut = false
    /// True when the library has let go of the descriptor.
    private var isClosed = false
    private(set) var requestCount = 0

    var target = ""
    var request: Request?
    /// How long the body is said to be, and how long it has become.
    var framing = RequestFraming.none
    var bodyLength = 0
    var refusal: Response?
    weak var exchange: Exchange?
    var reply: Reply?
    var stream: StreamReply?
    /// The library does not see that the client leaves while it rests, nor always before that.
    var leaveWatch: LoopWatch?

    var socket: HeldSocket?
    var receipts: [Receipt] = []
    /// What is left of the connection must be read before it is closed, or the client may lose its refusal.
    var mustDrain = false
    /// The run of the library in which the last answer was complete.
    var completingRun: UInt64 = 0
    /// True when something had already come after the last request when its answer began.
    var isPipelined = false

    init(_ handle: OpaquePointer, descriptor: Int32, server: HTTPServer) {
        self.handle = handle
        self.descriptor = descriptor
        self.server = server
        since = server.loop.now
        lastSign = since
        pace = Pace(from: since)
        watchClient(for: .hangup)
    }

    /// Whether a request has begun and its answer is not with the kernel yet.
    var isBusy: Bool { phase != .idle }
    var hasPendingReceipts: Bool { !receipts.isEmpty }
    var hasRequested: Bool { requestCount > 0 }
    var isExpired: Bool { isCut || expiry != nil }

    // MARK: The library's calls

    func lineCame(_ rawTarget: String) {
        settleEarlierAnswers()
        requestCount += 1
        target = rawTarget
        // It came just before the connection's time was over.
        expiry = nil
        enter(.receiving)
    }

    /// Answers false when the connection must be cut.
    func proceed(method: String, version: String, piece: UnsafeRawBufferPointer) -> Bool {
        if request == nil {
            return headCame(method: method, version: version)
        }
        return piece.isEmpty ? requestIsComplete() : bodyCame(piece)
    }

    func ended(isComplete: Bool) {
        if let receipt = reply?.receipt {
            receipt.isHandedOver = isComplete
            completingRun = server.runCount
            if !isComplete {
                receipts.removeAll { $0 === receipt }
                receipt.delivery.settle(.lost)
            }
        }
        request = nil
        refusal = nil
        bodyLength = 0
        exchange = nil
        reply = nil
        stream = nil
        enter(.idle)
        showEnd()
        server.makeRoom(for: nil)
    }

    func closed() {
        isClosed = true
        leaveWatch = nil
        let pending = receipts
        receipts = []
        guard let socket else {
            // Nobody can tell, so nobody may count on it.
            return pending.forEach { $0.delivery.settle(.lost) }
        }
        self.socket = nil
        guard pending.isEmpty else {
            return settle(pending, on: socket)
        }
        if mustDrain {
            server.linger(socket, receipts: [], time: server.limits.refusedBody)
        }
    }

    /// Lets the library rest, and looks after the client meanwhile; only from within the library's calls.
    func rest() {
        httpd_suspend(handle)
        isResting = true
        if leaveWatch == nil { watchClient(for: .hangup) }
    }

    /// Without a watch (no memory for one) a leaving client is noticed when it is written to.
    private func watchClient(for interest: Interest) {
        leaveWatch = nil
        leaveWatch = try? server.loop.watch(descriptor, interest) { [weak self] readiness in
            self?.clientChanged(isBroken: readiness.contains(.broken))
        }
    }

    private func clientChanged(isBroken: Bool) {
        if isResting {
            return isBroken ? clientLeft() : clientFinished()
        }
        // The library is told, too; only that nothing follows what has come it may not notice.
        leaveWatch = nil
        guard phase == .idle || phase == .receiving else { return }
        server.loop.soon { [weak self] in self?.showEnd() }
    }

    /// The client sends no more. It may have left, or still read (`nc -N`); only the answer to something that is sent
    /// to it tells: a socket that is closed answers with a reset.
    private func clientFinished() {
        watchClient(for: [])
        // The next bytes of a stream do.
        guard stream == nil else { return }
        guard request?.version == .http11 else {
            // There is nothing to send; whoever may still read must not take the answer to nobody for its own.
            socket_reset(descriptor)
            return clientLeft()
        }
        guard SocketState(of: descriptor)?.unsent == 0 else { return }
        // Every client passes over this one, at any time (RFC 9110, section 15.2).
        let word = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)
        let sent = word.withUnsafeBytes { socket_send(descriptor, $0.baseAddress, $0.count) }
        if sent < 0 {
            clientLeft()
        }
    }

    /// Lets the library go on.
    func wake() {
        isResting = false
        lastSign = server.loop.now
        pace = Pace(from: lastSign)
        server.watchTime(of: self)
        httpd_resume(handle)
        server.runSoon()
    }

    /// A client that closes its sending side right after its request, or in the middle of one: the library saw that with
    /// the bytes before, did not read as far, and is not told again by its edge-triggered epoll. Shutting down makes a new
    /// edge, and leaves what is still to be read.
    private func showEnd() {
        guard !isClosed, SocketState(of: descriptor)?.hasPeerFinished ?? false else { return }
        _ = shutdown(descriptor, Int32(SHUT_RD))
    }

    func enter(_ next: Phase) {
        phase = next
        since = server.loop.now
        lastSign = since
        pace = Pace(from: since)
        server.watchTime(of: self)
    }
}
