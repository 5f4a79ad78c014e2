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
    private(set) var phase = Phase.idle
    /// When the phase began, and when its client was last seen alive in it.
    private(set) var since: UInt64
    var lastSign: UInt64
    /// Bytes that were acknowledged at the last look for a stalled reader.
    var acknowledged: UInt64 = 0
    /// True when the server ends the connection because nothing comes on it.
    var isExpired = false
    /// True when the server has reset the connection.
    var isCut = false
    private var requestCount = 0

    private var target = ""
    private var request: Request?
    private var framing = RequestFraming.none
    private var refusal: Response?
    private weak var exchange: Exchange?
    private var reply: Reply?
    private var stream: StreamReply?
    /// While the library rests it does not see that the client leaves.
    private var leaveWatch: LoopWatch?

    private var socket: HeldSocket?
    private var receipts: [Receipt] = []
    /// What is left of the connection must be read before it is closed, or the client may lose its refusal.
    private var mustDrain = false
    /// The run of the library in which the last answer was complete.
    private var completingRun: UInt64 = 0
    /// True when something had already come after the last request when its answer began.
    private var isPipelined = false

    init(_ handle: OpaquePointer, descriptor: Int32, server: HTTPServer) {
        self.handle = handle
        self.descriptor = descriptor
        self.server = server
        since = server.loop.now
        lastSign = since
    }

    /// Whether a request has begun and its answer is not with the kernel yet.
    var isBusy: Bool { phase != .idle }
    var isResting: Bool { phase == .waiting || leaveWatch != nil }
    var hasPendingReceipts: Bool { !receipts.isEmpty }
    var hasRequested: Bool { requestCount > 0 }

    // MARK: The library's calls

    func lineCame(_ rawTarget: String) {
        settleEarlierAnswers()
        requestCount += 1
        target = rawTarget
        // It came just before the connection's time was over.
        isExpired = isCut
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
        leaveWatch = nil
        request = nil
        refusal = nil
        exchange = nil
        reply = nil
        stream = nil
        enter(.idle)
        showEnd()
        server.makeRoom(for: nil)
    }

    func closed() {
        leaveWatch = nil
        let pending = receipts
        receipts = []
        guard let socket else { return }
        self.socket = nil
        guard pending.isEmpty else {
            return settle(pending, on: socket)
        }
        if mustDrain {
            server.linger(socket, receipts: [], time: server.limits.refusedBody)
        }
    }

    /// A client that closes its sending side right after its request: the library saw that with the request, did not read
    /// as far, and is not told again by its edge-triggered epoll. Shutting down makes a new edge.
    private func showEnd() {
        guard SocketState(of: descriptor)?.hasPeerFinished ?? false else { return }
        _ = shutdown(descriptor, Int32(SHUT_RD))
    }

    // MARK: A request

    private func headCame(method: String, version: String) -> Bool {
        let request = Request(
            method: method,
            target: RequestTarget(raw: target),
            version: version == HTTPVersion.http10.rawValue ? .http10 : .http11,
            headers: headers()
        )
        self.request = request
        lastSign = server.loop.now
        do throws(RequestFault) {
            framing = try request.checkedFraming(bodyLimit: server.limits.bodyBytes)
            refusal = server.handler.refusal(of: request)
        } catch {
            framing = .none
            refusal = server.refusal(for: error, of: request)
            if error.closesConnection {
                return refuseNow()
            }
            framing = (try? RequestFraming(of: request)) ?? .none
        }
        // A body that is already on its way is read and forgotten: the connection can be used again.
        return refusal != nil && framing.hasBody && request.expectsContinue ? refuseNow() : true
    }

    private func headers() -> Headers {
        var headers = Headers()
        withUnsafeMutablePointer(to: &headers) { httpd_each_header(handle, addHeader, $0) }
        return headers
    }

    /// Refuses while the body is still to come; the library closes the connection afterwards.
    private func refuseNow() -> Bool {
        guard let refusal else { return false }
        mustDrain = true
        hold()
        return send(Reply(refusal))
    }

    private func bodyCame(_ piece: UnsafeRawBufferPointer) -> Bool {
        lastSign = server.loop.now
        bodyLength += piece.count
        guard bodyLength <= server.limits.bodyBytes else { return cutUpload() }
        if refusal == nil {
            request?.body.append(contentsOf: piece)
        }
        return true
    }
    private var bodyLength = 0

    /// A chunked body has become too long. The library takes no answer in mid-body, so it is written past it.
    private func cutUpload() -> Bool {
        guard let request else { return false }
        let raw = server.refusal(for: .bodyTooLong(limit: server.limits.bodyBytes), of: request).rawBytes()
        // The socket's buffer is empty: nothing was sent for this request.
        _ = raw.withUnsafeBytes { socket_send(descriptor, $0.baseAddress, $0.count) }
        mustDrain = true
        hold()
        return false
    }

    private func requestIsComplete() -> Bool {
        if let reply {
            return send(reply)
        }
        guard let request else { return false }
        bodyLength = 0
        if let refusal {
            return send(Reply(refusal))
        }
        enter(.handling)
        let number = requestCount
        let exchange = Exchange(request: request) { [weak self] response in
            self?.answer(response, toRequest: number) ?? .lost()
        }
        self.exchange = exchange
        server.handler.handle(exchange)
        if let reply {
            return send(reply)
        }
        enter(.waiting)
        rest()
        return true
    }

    // MARK: The answer

    private func answer(_ response: Response, toRequest number: Int) -> Delivery {
        guard number == requestCount, reply == nil, phase == .handling || phase == .waiting else { return .lost() }
        let reply = Reply(response)
        self.reply = reply
        if phase == .waiting {
            wake()
        }
        return reply.delivery
    }

    /// Gives the answer to the library; answers false when the connection must be cut.
    private func send(_ reply: Reply) -> Bool {
        self.reply = reply
        let response = reply.response
        if case .stream(let body) = response.body {
            stream = StreamReply(body, on: self)
        }
        if let receipt = reply.receipt {
            hold()
            receipt.socket = socket
            receipts.append(receipt)
            isPipelined = SocketState(of: descriptor)?.hasUnread ?? false
        }
        enter(.answering)
        let closes = response.closesConnection || server.isStopping
        let made = reply.libraryResponse(stream: stream, toHEAD: request?.method == "HEAD", closesConnection: closes)
        guard let made else { return false }
        return httpd_answer(handle, UInt32(response.status), made) != 0
    }

    /// Lets the library rest, and looks after the client meanwhile; only from within the library's calls.
    func rest() {
        httpd_suspend(handle)
        watchClient(for: .hangup)
    }

    /// Without a watch (no memory for one) a leaving client is noticed when it is written to.
    private func watchClient(for interest: Interest) {
        leaveWatch = nil
        leaveWatch = try? server.loop.watch(descriptor, interest) { [weak self] readiness in
            readiness.contains(.broken) ? self?.clientLeft() : self?.clientFinished()
        }
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
        leaveWatch = nil
        lastSign = server.loop.now
        httpd_resume(handle)
        server.runSoon()
    }

    private func clientLeft() {
        leaveWatch = nil
        if let stream {
            reply?.receipt?.delivery.settle(.lost)
            stream.cutShort()
        } else {
            exchange?.clientLeft()
        }
    }

    /// The streamed body ends as an error. A client of HTTP/1.0 takes the end of the connection for the end of the body,
    /// so it must see a reset; the missing last chunk tells one of HTTP/1.1.
    func cutStream() {
        if request?.version == .http10 {
            socket?.reset()
        }
    }

    /// The server stops: what waits gets this answer, what streams is cut.
    func conclude(_ answering: (Request) -> Response) {
        if phase == .waiting, reply == nil, let request {
            reply = Reply(answering(request))
            wake()
        } else {
            stream?.cutShort()
        }
    }

    // MARK: Delivery

    private func hold() {
        if socket == nil {
            // Without a descriptor for it (too many open files) the answer is sent, but nobody can tell its fate.
            socket = try? HeldSocket(descriptor)
        }
    }

    /// The next request is the client's word that it has got the answers before, unless it was sent before the answer was
    /// complete.
    private func settleEarlierAnswers() {
        guard !receipts.isEmpty, completingRun != server.runCount, !isPipelined else { return }
        let taken = receipts
        receipts = []
        taken.forEach { $0.delivery.settle($0.isHandedOver ? .delivered : .lost) }
    }

    private func settle(_ pending: [Receipt], on socket: HeldSocket) {
        let outcome: Delivery.Outcome?
        switch socket.look() {
        case .broken: outcome = .lost
        case .taken: outcome = .delivered
        case .open where isExpired:
            outcome = SocketState(of: socket.descriptor)?.unsent == 0 ? .delivered : .lost
        case .open, .finishing: outcome = nil
        }
        guard let outcome else {
            return server.linger(socket, receipts: pending, time: server.limits.stalledReader)
        }
        pending.forEach { $0.delivery.settle($0.isHandedOver ? outcome : .lost) }
    }

    private func enter(_ next: Phase) {
        phase = next
        since = server.loop.now
        lastSign = since
        acknowledged = 0
        server.watchTime(of: self)
    }
}

extension Delivery {
    /// A delivery that has failed from the start.
    fileprivate static func lost() -> Delivery {
        let delivery = Delivery()
        delivery.settle(.lost)
        return delivery
    }
}

private func addHeader(
    _ context: UnsafeMutableRawPointer?,
    _ name: UnsafePointer<CChar>?,
    _ value: UnsafePointer<CChar>?
) {
    guard let context, let name, let value else { return }
    context.assumingMemoryBound(to: Headers.self).pointee.add(String(cString: name), String(cString: value))
}
