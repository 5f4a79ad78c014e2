import DWTWire
import HTTPServer
import Scanning

/// The list of scanners as it travels. Made anew only when it has changed: clients ask for it all the time.
final class ScannerList {
    private let catalogue: ScannerCatalogue
    private let isStrict: Bool
    private var bodies: [Int: [UInt8]] = [:]
    private var revision = -1

    /// - Parameter isStrict: a type mask is a filter, not a hint.
    init(_ catalogue: ScannerCatalogue, isStrict: Bool) {
        self.catalogue = catalogue
        self.isStrict = isStrict
    }

    /// Answers with the list, in either generation: `GET /DWTAPI/Scanners[?type=]`, `GET /api/device/scanners[?type=]`.
    func answer(_ exchange: Exchange, _ generation: Endpoint.Generation) {
        let mask: TypeMask
        do {
            mask = try TypeMask(query: exchange.request.target.query("type"))
        } catch {
            exchange.answer(.failure(WireFailure(error), generation))
            return
        }
        catalogue.whenListed { [self] in
            var response = Response.json(200, body(for: mask))
            if catalogue.isIncomplete {
                response.headers.add("Scanner-Search", "running")
                response.headers.add("Retry-After", "2")
            }
            exchange.answer(response)
        }
    }

    /// The JSON array for a mask; empty when the mask leaves nothing.
    private func body(for mask: TypeMask) -> [UInt8] {
        guard let type = mask.shownType(strict: isStrict) else { return Array("[]".utf8) }
        if revision != catalogue.revision {
            bodies.removeAll()
            revision = catalogue.revision
        }
        if let body = bodies[type.rawValue] { return body }
        let entries = catalogue.scanners.map { scanner in
            ScannerInfo(name: scanner.label, type: type, device: DeviceToken(scanner).text)
        }
        // Strings and integers can always be encoded.
        let body = (try? JSONText.bytes(of: entries)) ?? Array("[]".utf8)
        bodies[type.rawValue] = body
        return body
    }

    /// The scanner that a job request means: the one it names, else the one it counts to, else the one used last, else
    /// the first.
    func scanner(named device: String?, at index: Int?, lastUsed: String?) -> KnownScanner? {
        let scanners = catalogue.scanners
        if let device, !device.isEmpty {
            let candidates = scanners.map { scanner in
                DeviceToken.Candidate(
                    token: DeviceToken(scanner),
                    deviceName: scanner.description.deviceName,
                    ownLabel: scanner.ownLabel
                )
            }
            let place = DeviceToken.match(device, among: candidates) { JSONText.value(of: $0) }
            return place.map { scanners[$0] } ?? catalogue.scanner(formerName: device)
        }
        if let index, scanners.indices.contains(index) { return scanners[index] }
        return lastUsed.flatMap { catalogue.scanner(id: $0) } ?? scanners.first
    }

    var names: [String] { catalogue.scanners.map(\.label) }
}

extension DeviceToken {
    init(_ scanner: KnownScanner) {
        self.init(
            id: scanner.id,
            label: scanner.label,
            vendor: scanner.description.vendor,
            model: scanner.description.model
        )
    }
}
