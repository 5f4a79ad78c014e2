internal import CPosix
import Glibc

/// Sockets that wait for connections.
package enum ListeningSocket {
    private static let backlog: Int32 = 511

    /// Listens at a numeric address; `::` takes IPv4 clients too, port 0 lets the system choose.
    package static func open(address: String, port: UInt16) throws(SystemError) -> (descriptor: Int32, port: UInt16) {
        var boundPort: UInt16 = 0
        var failedCall: UnsafePointer<CChar>?
        let descriptor = socket_listen(address, port, backlog, &boundPort, &failedCall)
        guard descriptor >= 0 else {
            let call = failedCall.map { String(cString: $0) } ?? "socket"
            throw SystemError(call: call, errno: -descriptor, text: text(for: -descriptor, call, address, port))
        }
        return (descriptor, boundPort)
    }

    private static func text(for errno: Int32, _ call: String, _ address: String, _ port: UInt16) -> String {
        let place = address.contains(":") ? "[\(address)]:\(port)" : "\(address):\(port)"
        let reason =
            switch (errno, call) {
            case (EADDRINUSE, _): "another program listens there; end it, or choose another port"
            case (EADDRNOTAVAIL, _): "there is no such address on this host"
            case (EACCES, _): "this user may not use that port"
            case (EAFNOSUPPORT, _): "this host does not support that kind of address"
            case (_, "getaddrinfo"): "\(address) is not a numeric IP address"
            default: "\(call): \(SystemError.words(for: errno))"
            }
        return "Cannot listen on \(place): \(reason)."
    }
}
