import DWTWire
import Glibc
import HTTPServer

/// The commands of the vendor's configuration page, `POST /dcp/{version}/admin`, as far as they mean something here.
///
/// One client sends `Reboot` when the list of scanners does not come. What is asked is answered truthfully; nothing is
/// changed from here, that is what the configuration file is for.
final class AdministrationHandlers {
    private let place: LibraryServerInfo
    private let reboot: () -> Void

    /// - Parameters:
    ///   - place: where the service listens.
    ///   - reboot: begins anew with the scanners; pages and jobs stay.
    init(listeningAt place: LibraryServerInfo, reboot: @escaping () -> Void) {
        self.place = place
        self.reboot = reboot
    }

    /// `POST /dcp/{version}/admin`
    func administer(_ exchange: Exchange) {
        do throws(WireFailure) {
            exchange.answer(.json(200, encoding: try answer(to: Self.call(in: exchange.request))))
        } catch {
            exchange.answer(.failure(error, .library))
        }
    }

    private static func call(in request: Request) throws(WireFailure) -> LibraryCall {
        do throws(WireError) {
            return try LibraryCall(JSONText.value(of: request.body))
        } catch {
            throw WireFailure(error)
        }
    }

    private func answer(to call: LibraryCall) throws(WireFailure) -> JSONValue {
        switch call.method.lowercased() {
        case "reboot":
            reboot()
            return call.answer([.bool(true)])
        case "getserverinfo":
            return place.json
        case "getlocalip":
            return .array(HostAddresses.own().map { .string($0) })
        case "checkdwtport":
            return call.answer([.bool(try arePortsUsable(call.parameters))])
        default:
            throw WireFailure(
                status: 400,
                code: WireCode.invalidParameter,
                message: "There is no method \"\(call.method.prefix(80))\" here. Reboot, GetServerInfo, CheckDWTPort "
                    + "and GetLocalIP are known; settings are changed in the configuration file."
            )
        }
    }

    /// Whether the service could listen at this host (`*` is all, nothing is this machine alone) and these ports; 0 is no
    /// port.
    private func arePortsUsable(_ parameters: [JSONValue]) throws(WireFailure) -> Bool {
        guard case .string(let host)? = parameters.first,
            case let numbers = parameters.dropFirst().prefix(2).map({ $0.lenientNumber() }),
            case let ports = numbers.map({ $0.flatMap(UInt16.init(exactly:)) }), !ports.isEmpty, !ports.contains(nil)
        else {
            throw WireFailure(
                status: 400,
                code: WireCode.invalidParameter,
                message: "CheckDWTPort needs a host and two ports, such as [\"127.0.0.1\", 18622, 18623]."
            )
        }
        let address = host == "*" ? "0.0.0.0" : host.isEmpty ? "127.0.0.1" : host
        return ports.compactMap(\.self).filter { $0 != 0 }.allSatisfy { port in
            guard Int(port) != place.port else { return true }
            // It is enough to know that it would do.
            guard let socket = try? ListeningSocket.open(address: address, port: port) else { return false }
            close(socket.descriptor)
            return true
        }
    }
}
