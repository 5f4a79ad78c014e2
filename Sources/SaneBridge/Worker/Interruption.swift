import SaneBridge
import Synchronization

/// What the listening thread tells the scanning thread while that is busy: stop.
///
/// Pages are counted by the `feed` commands that ask for them, so that a `cancel` hits the page that it was meant for and
/// never the next one.
final class Interruption: Sendable {
    private struct State {
        /// Pages up to this one are cancelled.
        var lastCancelled = 0
        /// The server said `close`, or is gone.
        var isLeaving = false
        /// The read that runs, and its page: the one call that the other thread may break.
        var reading: (canceller: SaneCanceller, page: Int)?
        /// The other thread has called `sane_cancel` since the scan began.
        var isBroken = false

        func isCancelled(_ page: Int) -> Bool { isLeaving || page <= lastCancelled }
    }

    private let state = Mutex(State())

    /// True when this page is not wanted any more.
    func isCancelled(page: Int) -> Bool {
        state.withLock { $0.isCancelled(page) }
    }

    /// True when the device is to be closed.
    var isLeaving: Bool { state.withLock { $0.isLeaving } }

    /// A scan begins: what was broken before is over.
    func beginScan() {
        state.withLock { $0.isBroken = false }
    }

    /// Whether `sane_cancel` was called from the listening thread since the scan began: it is never called twice.
    var isBroken: Bool { state.withLock { $0.isBroken } }

    /// Called before a read; false when the page is cancelled, and the read must not begin.
    func beginRead(_ canceller: SaneCanceller, page: Int) -> Bool {
        state.withLock { state in
            guard !state.isCancelled(page) else { return false }
            state.reading = (canceller, page)
            return true
        }
    }

    /// Called after a read. Waits for a `sane_cancel` on its way, so that the device cannot be closed under it.
    func endRead() {
        state.withLock { $0.reading = nil }
    }

    /// Cancels all pages up to this one.
    func cancel(through page: Int) {
        state.withLock { $0.lastCancelled = max($0.lastCancelled, page) }
    }

    /// The device is to be closed.
    func hangUp() {
        state.withLock { $0.isLeaving = true }
    }

    /// Breaks the read that runs with `sane_cancel`, if there is one and its page is cancelled.
    func breakRead() {
        state.withLock { state in
            guard let reading = state.reading, state.isCancelled(reading.page), !state.isBroken else { return }
            state.isBroken = true
            reading.canceller.cancel()
        }
    }
}
