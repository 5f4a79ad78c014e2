import Foundation

/// A point on the monotonic clock by which something must have happened.
package struct Deadline: Sendable {
    private let instant: ContinuousClock.Instant

    /// So far from now.
    package init(_ limit: Duration) {
        instant = ContinuousClock.now + limit
    }

    /// `seconds` from now.
    package init(seconds: Double) {
        self.init(.seconds(seconds))
    }

    /// Milliseconds left for poll(2), never negative.
    package var milliseconds: Int32 {
        let left = ContinuousClock.now.duration(to: instant)
        return Int32(max(0, left.components.seconds * 1_000 + left.components.attoseconds / 1_000_000_000_000_000))
    }

    package var isOver: Bool { milliseconds == 0 }
}

/// Asks again until something is so; false when it has not become so in time.
package func eventually(within seconds: Double = 15, _ isSo: () throws -> Bool) rethrows -> Bool {
    let deadline = Deadline(seconds: seconds)
    while try !isSo() {
        if deadline.isOver { return false }
        usleep(2_000)
    }
    return true
}
