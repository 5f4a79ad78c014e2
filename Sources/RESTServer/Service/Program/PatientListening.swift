import Glibc
import HTTPServer

/// Opens the listening socket of a service that may start before its network does.
///
/// An address that this host does not have yet is waited for; everything else that goes wrong is told at once. Whoever
/// calls is blocked meanwhile: there is nothing to serve yet, and signals end the process as they always do.
package struct PatientListening {
    /// How long an address is waited for.
    package var patience: Duration
    /// Opens a socket at an address and port.
    package var open: (String, UInt16) throws(SystemError) -> (descriptor: Int32, port: UInt16)
    /// Lets time pass.
    package var sleep: (Duration) -> Void

    /// Short, so that the service answers soon after its address came.
    static let pause = Duration.milliseconds(500)

    package init(
        patience: Duration,
        open: @escaping (String, UInt16) throws(SystemError) -> (descriptor: Int32, port: UInt16) =
            { address, port throws(SystemError) in try ListeningSocket.open(address: address, port: port) },
        sleep: @escaping (Duration) -> Void = { usleep(useconds_t($0 / .microseconds(1))) }
    ) {
        self.patience = patience
        self.open = open
        self.sleep = sleep
    }

    /// Listens at the address; `whenWaiting` is called once when it has to come first.
    package func listen(
        address: String,
        port: UInt16,
        whenWaiting: () -> Void
    ) throws(SystemError) -> (address: String, descriptor: Int32, port: UInt16) {
        var waited = Duration.zero
        while true {
            do {
                let socket = try open(address, port)
                return (address, socket.descriptor, socket.port)
            } catch {
                switch error.errno {
                case EADDRNOTAVAIL where waited < patience:
                    if waited == .zero { whenWaiting() }
                case EAFNOSUPPORT where address == Self.everywhere:
                    // A kernel without IPv6 has all its addresses here.
                    let socket = try open(Self.everywhereOnIPv4, port)
                    return (Self.everywhereOnIPv4, socket.descriptor, socket.port)
                default: throw error
                }
            }
            sleep(Self.pause)
            waited += Self.pause
        }
    }

    private static let everywhere = "::"
    private static let everywhereOnIPv4 = "0.0.0.0"
}
