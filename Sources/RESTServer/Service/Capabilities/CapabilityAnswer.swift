import DWTWire
import Scanning

/// What is answered of a pending job's scanner, written once and sent as often as it is asked for.
final class CapabilityAnswer {
    /// When the device's options were read.
    let readAt: UInt64
    /// Nothing at the device changes by itself, as a sensor does.
    let isForGood: Bool
    private let details: [(id: Int, text: String)]
    private let options: [DescribedOption]
    private let scanner: ScannerDescription

    init(_ description: JobDescription, of job: Job, device: DeviceSettings) {
        readAt = description.readAt
        options = description.options
        scanner = job.scanner.description
        isForGood = !options.contains { $0.option.isReadable && !$0.option.isSettable }
        let scene = CapabilityScene(
            abilities: ScannerAbilities(options, type: scanner.type, device: device, request: job.order.request),
            request: job.order.request,
            serialNumber: ScannerIdentity.serialNumber(of: scanner.deviceName)
        )
        details = CapabilityTable.details(scene).map { ($0.id, $0.json.text) }
    }

    /// The array of all capabilities, or of those that are asked for and there, in the order of their numbers.
    func body(for wanted: [Int]?) -> [UInt8] {
        guard let wanted else { return whole }
        return Self.array(details.filter { wanted.contains($0.id) })
    }

    private lazy var whole = Self.array(details)

    private static func array(_ details: [(id: Int, text: String)]) -> [UInt8] {
        Array("[\(details.map(\.text).joined(separator: ","))]".utf8)
    }

    /// `{"settings":…}`
    private(set) lazy var settings: [UInt8] = {
        let text = SettingsBlob(of: options, on: scanner).text
        return Array(JSONValue.object(["settings": .string(text)]).text.utf8)
    }()
}
