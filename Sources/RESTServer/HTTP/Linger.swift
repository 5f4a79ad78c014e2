internal import CPosix
import Glibc

/// A connection that the library has closed and whose last answer may still be on its way: our FIN is sent, what the
/// client still sends is read and forgotten, and its own end tells the fate of the answer.
///
/// Closing at once would reset the connection when unread bytes are there, and the client could lose its answer.
final class Linger {
    private let socket: HeldSocket
    private let receipts: [Receipt]
    private let loop: EventLoop
    private let ended: (Linger) -> Void
    private var watch: LoopWatch?
    private var limit: LoopTimer?
    private var look: LoopTimer?
    private var lookDelay = Duration.milliseconds(5)

    /// - Parameters:
    ///   - time: after that the answer counts as lost.
    ///   - ended: called once, when nothing is left to be known.
    init(
        _ socket: HeldSocket,
        receipts: [Receipt],
        loop: EventLoop,
        time: Duration,
        ended: @escaping (Linger) -> Void
    ) {
        self.socket = socket
        self.receipts = receipts
        self.loop = loop
        self.ended = ended
        socket.finish()
        limit = loop.after(time) { [weak self] in self?.giveUp() }
        watch = try? loop.watch(socket.descriptor, .readable) { [weak self] _ in self?.drain() }
        // Without a watch (no memory for one) only the time limit is left.
    }

    /// Ends it now; an answer whose fate is open is lost.
    func giveUp() {
        let known = receipts.first?.seen()
        if known != .delivered {
            socket.reset()
        }
        end(known ?? .lost)
    }

    /// Whether the client's kernel has everything, or nothing but a refusal was at stake.
    var isSent: Bool { receipts.isEmpty || SocketState(of: socket.descriptor)?.unsent ?? 0 == 0 }

    /// Ends it now without cutting the connection: the kernel goes on sending what it has.
    func leave() {
        end(receipts.first?.seen() ?? .lost)
    }

    private func drain() {
        // One piece a turn: a client that sends without end must not hold the loop.
        let count = socket_discard(socket.descriptor)
        guard count <= 0, count != -Int(EAGAIN), count != -Int(EINTR) else { return }
        guard count == 0 else { return end(.lost) }
        watch = nil
        lookAgain()
    }

    /// The client has finished. Delivered once everything is acknowledged; its kernel resets the connection if the
    /// client's socket is closed and bytes still come.
    private func lookAgain() {
        switch socket.look() {
        case .broken: return end(.lost)
        case .taken: return end(.delivered)
        case .open, .finishing: break
        }
        look = loop.after(lookDelay) { [weak self] in self?.lookAgain() }
        lookDelay = min(lookDelay * 2, .seconds(1))
    }

    private func end(_ outcome: Delivery.Outcome) {
        watch = nil
        look = nil
        limit = nil
        for receipt in receipts {
            receipt.delivery.settle(receipt.isHandedOver ? outcome : .lost)
        }
        ended(self)
    }
}
