import DWTWire
import Foundation
import RESTServer
import Scanning
import TestSupport
import Testing

/// A described device as a pending job has it, with what would be answered of it.
struct OpenScanner {
    let settings: ScanSettings
    let details: [CapabilityDetails]
    let abilities: ScannerAbilities

    /// - Parameters:
    ///   - device: words of a virtual device.
    ///   - order: the body of a job request.
    init(_ device: String, in world: SaneWorld, _ order: String = "{}") throws {
        let job = try JobRequest(JSONText.value(of: Array(order.utf8)), .v19)
        let request = try JobMapping(defaults: ScanRequest()).scanRequest(for: job)
        let worker = try WorkerProcess(in: world)
        let type = Self.types[String(device.prefix { $0 != "," })] ?? ""
        settings = try worker.open("virtual:\(device)", request) {
            $0.describes = true
            $0.deviceType = type
        }
        abilities = ScannerAbilities(worker.options, type: type, device: DeviceSettings(), request: request)
        details = CapabilityTable.details(CapabilityScene(abilities: abilities, request: request))
    }

    /// What is told of a capability.
    func details(_ id: Int) -> CapabilityDetails? { details.first { $0.id == id } }

    /// Names of the described devices.
    static let profiles: [String] = types.keys.sorted()

    /// SANE's words for the kinds of the described devices, as an enumeration tells them.
    private static let types: [String: String] = {
        var types: [String: String] = [:]
        let files = (try? FileManager.default.contentsOfDirectory(atPath: BuiltProducts.devices)) ?? []
        for file in files where file.hasSuffix(".device") {
            let path = "\(BuiltProducts.devices)/\(file)"
            let lines = (try? String(contentsOfFile: path, encoding: .utf8))?.split(separator: "\n") ?? []
            let line = lines.first { $0.hasPrefix("type ") }
            types[String(file.dropLast(7))] = line?.dropFirst(5).trimmingCharacters(in: ["\""])
        }
        return types
    }()
}
