internal import CPosix

/// What a descriptor is watched for. That it is broken is always told.
package struct Interest: OptionSet, Sendable {
    package let rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    package static let readable = Interest(rawValue: UInt32(loop_readable))
    package static let writable = Interest(rawValue: UInt32(loop_writable))
    /// The peer closes its sending side.
    package static let hangup = Interest(rawValue: UInt32(loop_hangup))
}

/// What happened to a watched descriptor.
package struct Readiness: OptionSet, Sendable {
    package let rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    package static let readable = Readiness(rawValue: UInt32(loop_readable))
    package static let writable = Readiness(rawValue: UInt32(loop_writable))
    /// The peer has closed its sending side.
    package static let hangup = Readiness(rawValue: UInt32(loop_hangup))
    /// The peer is gone altogether, or the descriptor has an error.
    package static let broken = Readiness(rawValue: UInt32(loop_broken))
}

/// A running watch of one descriptor; cancelled when released. Cancel it before the descriptor is closed.
package final class LoopWatch {
    private var onCancel: (() -> Void)?

    init(onCancel: @escaping () -> Void) {
        self.onCancel = onCancel
    }

    /// No event is told after this, not even one that has already happened.
    package func cancel() {
        onCancel?()
        onCancel = nil
    }

    deinit { onCancel?() }
}
