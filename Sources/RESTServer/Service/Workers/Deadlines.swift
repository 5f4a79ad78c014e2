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
}
