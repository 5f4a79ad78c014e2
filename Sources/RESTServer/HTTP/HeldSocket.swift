internal import CPosix
import Glibc

/// A second descriptor of a connection's socket.
///
/// It outlives the library's own one, so that the fate of an answer can still be seen when the library has closed the
/// connection, and never looks at another socket that got the same number.
final class HeldSocket {
    let descriptor: Int32
    /// True once our FIN is on its way. Before that, a closed connection means a reset; only afterwards can it have
    /// closed in order.
    private(set) var isFinished = false
    private var isBroken = false

    /// What can be seen of an answer.
    enum Sight: Equatable {
        /// The other side takes part, nothing more is known.
        case open
        /// The other side has finished, but not yet everything is sent or acknowledged.
        case finishing
        /// The other side has finished and has got everything that was sent.
        case taken
        /// The connection was reset.
        case broken
    }

    init(_ descriptor: Int32) throws(SystemError) {
        self.descriptor = socket_duplicate(descriptor)
        guard self.descriptor >= 0 else { throw SystemError(call: "fcntl", errno: -self.descriptor) }
    }

    deinit { close(descriptor) }

    /// Looks at the socket now.
    func look() -> Sight {
        guard !isBroken, let state = SocketState(of: descriptor) else { return .broken }
        if isFinished, socket_take_error(descriptor) != 0 {
            isBroken = true
            return .broken
        }
        if state.isClosed {
            return isFinished && state.unsent == 0 ? .taken : .broken
        }
        guard state.hasPeerFinished else { return .open }
        return state.unsent == 0 ? .taken : .finishing
    }

    /// Sends our FIN after everything that is still to be sent.
    func finish() {
        guard !isFinished else { return }
        isFinished = true
        _ = shutdown(descriptor, Int32(SHUT_WR))
    }

    /// Cuts the connection, so that an answer that counts as lost cannot be completed any more.
    func reset() {
        isBroken = true
        socket_reset(descriptor)
    }
}

/// A look at a TCP connection.
struct SocketState {
    private let state: socket_state

    /// nil when the descriptor is no TCP connection.
    init?(of descriptor: Int32) {
        var state = socket_state()
        guard socket_look(descriptor, &state) == 0 else { return nil }
        self.state = state
    }

    var isClosed: Bool { state.is_closed != 0 }
    var hasPeerFinished: Bool { state.has_peer_finished != 0 }
    /// Bytes that the other side's kernel has not acknowledged.
    var unsent: Int { Int(state.unsent) }
    var hasUnread: Bool { state.unread > 0 }
    var acknowledged: UInt64 { state.acknowledged }
    /// Nanoseconds since the last bytes came.
    var silence: UInt64 { UInt64(state.silent_for) * 1_000_000 }
}
