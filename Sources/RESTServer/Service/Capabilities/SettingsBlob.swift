import DWTWire
import Scanning
import WorkerProtocol

/// What a scanner is set to, as a text that clients keep and send with a later job.
///
/// It is told what it is made of by a version in front and a checksum behind: clients keep such texts for years.
package struct SettingsBlob {
    private static let version: UInt8 = 1

    /// Of which scanners it can be used: the driver, the maker and the maker's name for them.
    package let model: [String]
    private let options: [Setting]

    private struct Setting: Codable {
        var name: String
        var value: OptionValue
    }

    private struct Content: Codable {
        var model: [String]
        var options: [Setting]
    }

    /// The present settings of a scanner. Tables that are as they were are left out: some have a quarter of a megabyte.
    package init(of options: [DescribedOption], on scanner: ScannerDescription) {
        model = Self.model(of: scanner)
        self.options = options.compactMap { described in
            guard described.option.isSettable, !described.option.name.isEmpty, let now = described.now else {
                return nil
            }
            if case .numbers = now, !described.isChanged { return nil }
            return Setting(name: described.option.name, value: now)
        }
    }

    /// What somebody sent; nil when it is nothing that was ever answered here.
    package init?(_ text: String) {
        guard let bytes = Base64.decodedBytes(text.filter { !$0.isWhitespace }), bytes.count > 5,
            bytes[0] == Self.version
        else { return nil }
        let payload = Array(bytes[1..<bytes.count - 4])
        guard Array(bytes.suffix(4)) == Self.checksum(payload),
            let content = Packing.value(Content.self, in: payload)
        else { return nil }
        model = content.model
        options = content.options
    }

    /// What a client keeps.
    package var text: String {
        let payload = Packing.bytes(of: Content(model: model, options: options))
        return Base64.encoded([Self.version] + payload + Self.checksum(payload))
    }

    /// Whether it is of such a scanner.
    package func fits(_ scanner: ScannerDescription) -> Bool { model == Self.model(of: scanner) }

    /// The settings as wishes: the weakest ones of a job.
    package var wishes: [OptionWish] {
        options.map { OptionWish(.name($0.name), $0.value, isRestored: true) }
    }

    private static func model(of scanner: ScannerDescription) -> [String] {
        [ScannerIdentity.backend(of: scanner.deviceName), scanner.vendor, scanner.model]
    }

    /// Source: FNV-1a of 32 bits, draft-eastlake-fnv.
    private static func checksum(_ bytes: [UInt8]) -> [UInt8] {
        let sum = bytes.reduce(0x811C_9DC5 as UInt32) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
        return (0..<4).map { UInt8(truncatingIfNeeded: sum >> (8 * $0)) }
    }
}
