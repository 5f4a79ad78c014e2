import HTTPServer

/// A clock that is turned by hand.
package final class HandClock: Scheduler {
    package private(set) var now: UInt64 = 1_000_000_000
    private var actions: [(time: UInt64, id: Int, run: () -> Void)] = []
    private var lastID = 0

    package init() {}

    package func after(_ delay: Duration, _ action: @escaping () -> Void) -> LoopTimer {
        lastID += 1
        let id = lastID
        actions.append((now + UInt64(delay / .nanoseconds(1)), id, action))
        return LoopTimer { [weak self] in self?.actions.removeAll { $0.id == id } }
    }

    /// Lets time pass; actions run in the order of their times.
    package func advance(by duration: Duration) {
        let end = now + UInt64(duration / .nanoseconds(1))
        while let next = actions.filter({ $0.time <= end }).min(by: { ($0.time, $0.id) < ($1.time, $1.id) }) {
            actions.removeAll { $0.id == next.id }
            now = max(now, next.time)
            next.run()
        }
        now = end
    }
}
