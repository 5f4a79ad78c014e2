import Foundation
import Synchronization

/// How long something takes, with and without the time in which the machine did not let this process run.
///
/// A limit on `undisturbed` holds on a machine that stands still for a second now and then, as virtual ones do.
package struct Stopwatch: Sendable, CustomStringConvertible {
    private let start = ContinuousClock.now
    private let latenessBefore = Lateness.shared.total

    package init() {}

    /// All the time since the start.
    package var elapsed: Duration { ContinuousClock.now - start }

    /// The time since the start without what the machine kept for itself, as far as a sleeping thread can see it.
    package var undisturbed: Duration { elapsed - (Lateness.shared.total - latenessBefore) }

    package var description: String { "\(elapsed), of which \(undisturbed) undisturbed" }

    /// What a body takes of undisturbed time.
    package static func time(_ body: () throws -> Void) rethrows -> Duration {
        let watch = Stopwatch()
        try body()
        return watch.undisturbed
    }
}

/// A thread that sleeps ten milliseconds at a time and adds up how much later it wakes.
private final class Lateness: Sendable {
    static let shared = Lateness()

    private static let nap = Duration.milliseconds(10)
    private let state: Mutex<(total: Duration, asleep: ContinuousClock.Instant)>

    private init() {
        state = Mutex((.zero, ContinuousClock.now))
        Thread.detachNewThread { [self] in
            while true {
                state.withLock { $0.asleep = ContinuousClock.now }
                usleep(UInt32(Self.nap.components.attoseconds / 1_000_000_000_000))
                state.withLock { $0.total += Self.lateness(since: $0.asleep) }
            }
        }
    }

    /// Up to now, what is going on included.
    var total: Duration {
        state.withLock { $0.total + Self.lateness(since: $0.asleep) }
    }

    private static func lateness(since asleep: ContinuousClock.Instant) -> Duration {
        max(.zero, ContinuousClock.now - asleep - nap)
    }
}
