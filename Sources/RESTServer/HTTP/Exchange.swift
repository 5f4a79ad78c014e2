/// A request that waits for its answer. Lives on the event loop's thread.
///
/// It may be answered at once or at any later time, and must be answered once.
package final class Exchange {
    package let request: Request
    /// Called at most once, and only while the exchange is unanswered: the client has closed the connection. A client
    /// that has only finished sending still waits. The exchange must still be answered, which releases it; the answer
    /// goes nowhere.
    package var whenClientLeaves: (() -> Void)? {
        didSet { tellOfLeaving() }
    }
    /// True once the client has closed the connection while the exchange was unanswered.
    package private(set) var hasClientLeft = false

    private var send: ((Response) -> Delivery)?

    /// - Parameter send: puts the answer on its way; called once.
    package init(request: Request, send: @escaping (Response) -> Delivery) {
        self.request = request
        self.send = send
    }

    /// An exchange that everybody forgot still gets an answer, or its connection would rest for ever.
    deinit {
        _ = send?(Response(status: 500))
    }

    package var isAnswered: Bool { send == nil }

    /// For the side that owns the connection: its client has gone.
    package func clientLeft() {
        hasClientLeft = true
        tellOfLeaving()
    }

    /// Sends the answer; its fate is told by the delivery that comes back.
    @discardableResult
    package func answer(_ response: Response) -> Delivery {
        guard let send else { preconditionFailure("an exchange is answered once") }
        self.send = nil
        whenClientLeaves = nil
        return send(response)
    }

    private func tellOfLeaving() {
        guard hasClientLeft, !isAnswered, let told = whenClientLeaves else { return }
        whenClientLeaves = nil
        told()
    }
}
