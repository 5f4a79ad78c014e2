import Glibc
import Synchronization
import WorkerProtocol

/// A command, and how many pages were asked for up to it.
struct Order: Sendable {
    var command: Command
    var page: Int
}

/// Commands on their way from the listening to the scanning thread, in order.
final class CommandQueue: Sendable {
    private struct State {
        var orders: [Order] = []
        var hasEnded = false
    }

    private let state = Mutex(State())
    /// Counts what was added; never freed, as the queue lives as long as the process.
    nonisolated(unsafe) private let signal = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

    init() {
        sem_init(signal, 0, 0)
    }

    /// Adds a command.
    func append(_ order: Order) {
        state.withLock { $0.orders.append(order) }
        sem_post(signal)
    }

    /// No more commands will come, and those that wait are forgotten.
    func end() {
        state.withLock { $0 = State(hasEnded: true) }
        sem_post(signal)
    }

    /// Waits for the next command; nil after the end.
    func next() -> Order? {
        while true {
            while sem_wait(signal) != 0 {}
            let (order, hasEnded) = state.withLock { state in
                (state.orders.isEmpty ? nil : state.orders.removeFirst(), state.hasEnded)
            }
            if hasEnded { return nil }
            if let order { return order }
        }
    }
}
