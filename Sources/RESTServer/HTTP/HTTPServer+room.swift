internal import CPosix

/// Who gives way where all connections are taken.
extension HTTPServer {
    /// At the limit of connections, one gives way to the next client: the one that has been idle longest; where all have
    /// begun a request, the one that has said nothing for longest; where all are taking their answers, the slowest of
    /// those that are too slow; in the end one that has all of its answer and asks for nothing more.
    func makeRoom(for newcomer: Connection?) {
        roomTimer = nil
        guard connections.count >= limits.connections else { return }
        let others = connections.values.filter { $0 !== newcomer && !$0.isExpired }
        if let quiet = longestQuiet(of: others.filter(\.isIdle)) {
            quiet.expire()
        } else if let stalled = others.filter(\.hasStalled).min(by: { $0.since < $1.since }) {
            stalled.expire()
        } else if let slow = slowest(of: others) {
            slow.cut()
        } else if let served = others.filter(\.hasAll).min(by: { $0.since < $1.since }) {
            served.expire()
        } else {
            roomTimer = loop.after(.milliseconds(250)) { [weak self] in self?.makeRoom(for: nil) }
        }
    }

    /// The one that has been idle longest and on which nothing has come meanwhile: that would be a request which is not
    /// read yet. The kernel is asked about the others only where it is so.
    private func longestQuiet(of idle: [Connection]) -> Connection? {
        guard let first = idle.min(by: { $0.since < $1.since }) else { return nil }
        guard first.hasUnread else { return first }
        return idle.filter { !$0.hasUnread }.min { $0.since < $1.since }
    }

    private func slowest(of others: [Connection]) -> Connection? {
        let now = loop.now
        let paces = others.compactMap { connection in
            connection.rate(at: now, limits).map { (connection: connection, rate: $0) }
        }
        let slow = paces.filter { $0.rate < UInt64(max(1, limits.readerRate)) }
        return slow.min { ($0.rate, $0.connection.since) < ($1.rate, $1.connection.since) }?.connection
    }
}

extension Connection {
    fileprivate var isIdle: Bool { phase == .idle && !hasPendingReceipts }

    fileprivate var hasUnread: Bool { SocketState(of: descriptor)?.hasUnread == true }

    /// A request that began and does not go on.
    fileprivate var hasStalled: Bool {
        guard phase == .receiving, let state = SocketState(of: descriptor) else { return false }
        return state.silence > Self.patience
    }

    /// Bytes a second that the client takes of its answer; nil while nobody knows, or there is nothing to take.
    fileprivate func rate(at now: UInt64, _ limits: ConnectionLimits) -> UInt64? {
        guard phase == .answering ? !isResting : isReading, let state = SocketState(of: descriptor) else { return nil }
        guard state.unsent > 0 else { return nil }
        lookAtPace(state, at: now, limits)
        return pace.rate
    }

    /// Its client's kernel has all of the answer, and for some time nothing more has come.
    fileprivate var hasAll: Bool {
        guard phase == .idle, hasPendingReceipts, let state = SocketState(of: descriptor) else { return false }
        return state.unsent == 0 && !state.hasUnread && server.loop.now > since + Self.patience
    }

    private static let patience = Duration.seconds(1).nanoseconds
}
