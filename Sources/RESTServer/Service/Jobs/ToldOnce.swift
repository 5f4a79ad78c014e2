import HTTPServer
import Scanning

/// A failure that is told to one client, once; told is what reached it, as with a page.
final class ToldOnce {
    let error: ScanError
    private(set) var isUntold = true
    private(set) var isTold = false
    private var delivery: Delivery?
    var isOut: Bool { delivery != nil }

    init(_ error: ScanError) {
        self.error = error
    }

    /// The failure is on its way; `changed` is called when its fate is known.
    func tell(_ delivery: Delivery, changed: @escaping () -> Void) {
        isUntold = false
        self.delivery = delivery
        delivery.whenKnown = { [weak self] outcome in
            guard let self else { return }
            self.delivery = nil
            isUntold = outcome == .lost
            isTold = outcome == .delivered
            changed()
        }
    }

    /// Asks the connection that carries the failure whether it still lives.
    func probe() {
        delivery?.probe()
    }
}
