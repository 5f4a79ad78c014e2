/// The way of one answer to its client. Lives on the event loop's thread.
///
/// Bytes handed to the kernel prove nothing. Delivered is: the same connection brings its next request, or it ends with
/// the client's FIN and nothing unsent. Lost is: the library reports an error, the connection was reset, or it closed
/// with unsent bytes.
package final class Delivery {
    /// What became of an answer.
    package enum Outcome: Equatable, Sendable {
        case delivered, lost
    }

    /// nil while nobody knows.
    package private(set) var outcome: Outcome?
    /// Called once, when the outcome is known; at once when it is known already.
    package var whenKnown: ((Outcome) -> Void)? {
        didSet { tell() }
    }

    private var look: (() -> Outcome?)?

    /// - Parameter look: asks the socket now; `.lost` must also make sure that the old connection can no longer
    ///   complete the answer.
    package init(look: @escaping () -> Outcome? = { nil }) {
        self.look = look
    }

    /// Asks the socket now instead of waiting for its end.
    package func probe() {
        guard outcome == nil, let found = look?() else { return }
        settle(found)
    }

    /// For the side that owns the connection: the first outcome counts.
    package func settle(_ found: Outcome) {
        guard outcome == nil else { return }
        outcome = found
        look = nil
        tell()
    }

    private func tell() {
        guard let outcome, let told = whenKnown else { return }
        whenKnown = nil
        told(outcome)
    }
}
