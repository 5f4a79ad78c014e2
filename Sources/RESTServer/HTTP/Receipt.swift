/// One answer whose delivery is followed.
final class Receipt {
    private(set) var delivery = Delivery()
    /// Set when the answer begins.
    var socket: HeldSocket?
    /// True once the whole answer is with the kernel.
    var isHandedOver = false

    init() {
        delivery = Delivery { [weak self] in self?.probed() }
    }

    /// What can be told by looking alone; nil when it is still open.
    func seen() -> Delivery.Outcome? {
        switch socket?.look() {
        case .broken: .lost
        case .taken: isHandedOver ? .delivered : nil
        case .open, .finishing, nil: nil
        }
    }

    /// Somebody else wants the page now. A client that has hung up without taking everything has lost its claim, and its
    /// connection is cut so that it cannot get the page as well.
    private func probed() -> Delivery.Outcome? {
        guard let socket else { return nil }
        switch socket.look() {
        case .open: return nil
        case .taken where isHandedOver: return .delivered
        case .taken, .finishing, .broken:
            socket.reset()
            return .lost
        }
    }
}
