/// The event loop's sense of time, so that decisions can be tested with a clock that is turned by hand.
package protocol Scheduler: AnyObject {
    /// Monotonic nanoseconds; only differences mean something.
    var now: UInt64 { get }
    /// Calls `action` on the loop's thread once `delay` has passed, unless the timer is cancelled or released.
    func after(_ delay: Duration, _ action: @escaping () -> Void) -> LoopTimer
}

/// A running timer; cancelled when released.
package final class LoopTimer {
    private var onCancel: (() -> Void)?

    package init(onCancel: @escaping () -> Void) {
        self.onCancel = onCancel
    }

    /// Stops the timer; its action is not called any more.
    package func cancel() {
        onCancel?()
        onCancel = nil
    }

    deinit { onCancel?() }
}
