import Foundation
import Synchronization

/// Where all actors can be made to stop between two errands, so that figures are taken at rest.
final class Gate: Sendable {
    private struct State {
        var isOpen = true
        var isOver = false
        var parked = 0
    }

    private let state = Mutex(State())

    /// Waits while the gate is closed; false when the run is over. `beforeParking` is done once when it is closed.
    func pass(beforeParking: () -> Void) -> Bool {
        if state.withLock({ $0.isOpen && !$0.isOver }) { return true }
        beforeParking()
        state.withLock { $0.parked += 1 }
        defer { state.withLock { $0.parked -= 1 } }
        while true {
            let (isOpen, isOver) = state.withLock { ($0.isOpen, $0.isOver) }
            if isOver { return false }
            if isOpen { return true }
            usleep(2_000)
        }
    }

    /// Closes the gate and waits until so many actors stand before it; false when some did not come in time.
    func close(waitingFor actors: Int, seconds: Double) -> Bool {
        state.withLock { $0.isOpen = false }
        let limit = ContinuousClock.now + .seconds(seconds)
        while ContinuousClock.now < limit {
            if state.withLock({ $0.parked == actors }) { return true }
            usleep(2_000)
        }
        return false
    }

    func open() {
        state.withLock { $0.isOpen = true }
    }

    /// Sends everybody home.
    func end() {
        state.withLock { $0.isOver = true }
    }

    var isClosed: Bool { state.withLock { !$0.isOpen || $0.isOver } }
}
