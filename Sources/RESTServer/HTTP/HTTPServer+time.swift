internal import CPosix
import Glibc

/// Time limits of connections. One timer at the earliest limit of all, and none while there are no connections.
///
/// The library's own time limits are not used: they know inactivity only, and a client that sends a byte now and then
/// could hold a connection for ever.
extension HTTPServer {
    /// A connection's limit may be the earliest now.
    func watchTime(of connection: Connection) {
        guard let deadline = connection.deadline(limits) else { return }
        sweep(at: deadline)
    }

    private func sweep(at deadline: UInt64) {
        guard deadline < sweepTime else { return }
        let now = loop.now
        sweepTime = deadline
        sweep = loop.after(.nanoseconds(deadline > now ? deadline - now : 0)) { [weak self] in self?.endOverdue() }
    }

    private func endOverdue() {
        sweep = nil
        sweepTime = .max
        let now = loop.now
        var next = UInt64.max
        for connection in connections.values {
            guard var deadline = connection.deadline(limits) else { continue }
            if deadline <= now {
                guard let later = connection.overdue(at: now, limits) else { continue }
                deadline = later
            }
            next = min(next, deadline)
        }
        // Coarse, so that many connections with nearly the same limit cost one waking.
        guard next < .max else { return }
        sweep(at: max(next, now + limits.shortest / 16))
    }
}

extension ConnectionLimits {
    fileprivate var shortest: UInt64 {
        min(requestTimeout, requestAbsolute, stalledReader, keepAlive).nanoseconds
    }
}

extension Connection {
    /// When to look at the connection again; nil while its time is the service's.
    func deadline(_ limits: ConnectionLimits) -> UInt64? {
        guard !isCut else { return nil }
        if let expiry {
            return expiry + Self.closingTime
        }
        switch phase {
        case .idle:
            if isReading { return pace.nextLook(limits) }
            return since + (hasRequested ? limits.keepAlive : limits.requestTimeout).nanoseconds
        case .receiving:
            return min(since + limits.requestAbsolute.nanoseconds, lastSign + limits.requestTimeout.nanoseconds)
        case .answering:
            return isResting ? nil : pace.nextLook(limits)
        case .handling, .waiting:
            return nil
        }
    }

    /// The time has come: ends the connection, or answers its next limit when the client is alive after all.
    func overdue(at now: UInt64, _ limits: ConnectionLimits) -> UInt64? {
        guard let state = SocketState(of: descriptor) else { return nil }
        if isExpired {
            return cut()
        }
        switch phase {
        case .idle where isReading && state.unsent > 0, .answering:
            lookAtPace(state, at: now, limits)
            let isTooSlow = pace.isDripping && pace.debt(at: now) >= limits.slowReader.nanoseconds
            return isTooSlow || pace.debt(at: now) >= limits.stalledReader.nanoseconds ? cut() : deadline(limits)
        case .idle where hasRequested && now < since + limits.keepAlive.nanoseconds:
            // It has all of its answer now.
            pace.noteAllTaken(at: now)
            return since + limits.keepAlive.nanoseconds
        case .idle, .receiving:
            // Bytes of an unfinished head are not told by the library.
            let end = since + limits.requestAbsolute.nanoseconds
            let heard = now > state.silence ? now - state.silence : 0
            if now < end, heard > lastSign, phase == .receiving || !hasRequested {
                lastSign = heard
                let next = min(end, heard + limits.requestTimeout.nanoseconds)
                return next > now ? next : expire()
            }
            return expire()
        case .handling, .waiting:
            return nil
        }
    }

    /// True while an answer whose fate is followed lies with the kernel, and its client may still be taking it.
    var isReading: Bool { phase == .idle && hasPendingReceipts && !pace.isPaid }

    func lookAtPace(_ state: SocketState, at now: UInt64, _ limits: ConnectionLimits) {
        pace.look(acknowledged: state.acknowledged, at: now, limits)
    }

    @discardableResult
    func cut() -> UInt64? {
        isCut = true
        socket_reset(descriptor)
        server.runSoon()
        return nil
    }

    /// Makes the library see the end of the client's bytes: it closes the connection without an error. If it has not
    /// done so soon, the connection is cut: it does not read while it believes to be answering, nor as far as the end when
    /// the client goes on sending.
    @discardableResult
    func expire() -> UInt64? {
        let now = server.loop.now
        expiry = now
        shutdown(descriptor, Int32(SHUT_RD))
        server.watchTime(of: self)
        return now + Self.closingTime
    }

    private static let closingTime = Duration.seconds(1).nanoseconds
}
