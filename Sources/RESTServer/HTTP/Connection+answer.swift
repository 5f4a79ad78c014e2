internal import CHTTPD

/// From the handler's answer to its fate.
extension Connection {
    func answer(_ response: Response, toRequest number: Int) -> Delivery {
        guard number == requestCount, reply == nil, phase == .handling || phase == .waiting else { return .lost() }
        let reply = Reply(response)
        self.reply = reply
        if phase == .waiting {
            wake()
        }
        return reply.delivery
    }

    /// Gives the answer to the library; answers false when the connection must be cut.
    func send(_ reply: Reply) -> Bool {
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

    func clientLeft() {
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
        httpd_look_again(handle)
        server.runSoon()
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

    func hold() {
        if socket == nil {
            // Without a descriptor for it (too many open files) the answer is sent, but nobody can tell its fate.
            socket = try? HeldSocket(descriptor)
        }
    }

    /// The next request is the client's word that it has got the answers before, unless it was sent before the answer was
    /// complete.
    func settleEarlierAnswers() {
        guard !receipts.isEmpty, completingRun != server.runCount, !isPipelined else { return }
        let taken = receipts
        receipts = []
        taken.forEach { $0.delivery.settle($0.isHandedOver ? .delivered : .lost) }
    }

    func settle(_ pending: [Receipt], on socket: HeldSocket) {
        let outcome: Delivery.Outcome?
        switch socket.look() {
        case .broken: outcome = .lost
        case .taken: outcome = .delivered
        case .open where isExpired || server.isStopping:
            // We end it, not the client: what its kernel has counts.
            outcome = SocketState(of: socket.descriptor)?.unsent == 0 ? .delivered : .lost
        case .open, .finishing: outcome = nil
        }
        guard let outcome else {
            return server.linger(socket, receipts: pending, time: server.limits.stalledReader)
        }
        pending.forEach { $0.delivery.settle($0.isHandedOver ? outcome : .lost) }
    }
}

extension Delivery {
    /// A delivery that has failed from the start.
    static func lost() -> Delivery {
        let delivery = Delivery()
        delivery.settle(.lost)
        return delivery
    }
}
