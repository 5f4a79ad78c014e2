import Scanning

/// How long each call into a driver may take.
package struct Deadlines: Sendable {
    package var limits: [DriverCall: Duration]
    /// How long a driver may take to cancel and close before its process is killed: killing a scanner that parks its
    /// head wedges it.
    package var cancelGrace: Duration

    package init(limits: [DriverCall: Duration], cancelGrace: Duration) {
        self.limits = limits
        self.cancelGrace = cancelGrace
    }

    /// nil where nothing is called: the worker waits for us.
    func limit(of call: DriverCall?) -> Duration? {
        guard let call else { return nil }
        return call == .cancel || call == .close ? cancelGrace : limits[call]
    }

    /// The same for a client that has its own idea of how long a call may take; nil has none.
    ///
    /// A lamp warms up and a feeder lines up its paper in their own time: a start is not held to less than a minute.
    func limited(to patience: Duration?) -> Deadlines {
        guard let patience else { return self }
        var changed = self
        for call in limits.keys {
            let least = call == .start ? min(Self.leastStart, limits[.start] ?? Self.leastStart) : .zero
            changed.limits[call] = max(patience, least)
        }
        return changed
    }

    private static let leastStart = Duration.seconds(60)
}
