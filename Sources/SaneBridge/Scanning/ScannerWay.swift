/// One way in which a scanner is found, with all that tells whether two of them lead to the same scanner.
struct ScannerWay {
    let id: String
    let product: String
    let isPreferred: Bool
    /// The driver, and its protocol where it has several: by one of them a scanner is found once.
    let kind: String
    let serial: String?
    let port: String?
    let bus: String?
    let host: String?

    init(_ scanner: KnownScanner, _ facts: UsbFacts?, isPreferred: Bool) {
        let name = DeviceName(text: scanner.description.deviceName)
        id = scanner.id
        product = scanner.description.productName
        self.isPreferred = isPreferred
        kind = name.backend == "airscan" ? "airscan \(name.lasting.prefix(1))" : String(name.backend)
        serial = name.serial ?? facts?.serial.flatMap(DeviceName.realSerial)
        port = facts?.port
        bus = name.busAddress.map { "\($0.bus):\($0.device)" }
        host = scanner.description.deviceName.hostNumber ?? scanner.description.type.hostNumber
    }

    /// The ids of those that are not needed, since a preferred one leads to the same scanner.
    ///
    /// Where nothing tells which leads where, a preferred one makes one of each other kind spare, never more: the second
    /// scanner of a model is to be seen.
    static func spare(of ways: [ScannerWay]) -> Set<String> {
        var spare: Set<String> = []
        for ways in Dictionary(grouping: ways, by: \.product).values {
            let preferred = ways.filter(\.isPreferred)
            // Of several preferred kinds, the one that finds most of them.
            let scanners = Dictionary(grouping: preferred, by: \.kind).values.max { $0.count < $1.count } ?? []
            for others in Dictionary(grouping: ways.filter { !$0.isPreferred }, by: \.kind).values {
                let told = Set(
                    others.filter { other in preferred.contains { $0.isSame(as: other) == true } }.map(\.id)
                )
                let open = others.filter { other in
                    !told.contains(other.id)
                        && scanners.contains { $0.kind != other.kind && $0.isSame(as: other) == nil }
                }
                spare.formUnion(told)
                spare.formUnion(open.map(\.id).sorted().prefix(max(0, scanners.count - told.count)))
            }
        }
        return spare
    }

    /// Whether both lead to one scanner; nil when nothing tells.
    private func isSame(as other: ScannerWay) -> Bool? {
        for (mine, its) in [(port, other.port), (bus, other.bus), (host, other.host)] {
            if let mine, let its { return mine == its }
        }
        // Drivers do not agree on how a serial number is written.
        return serial != nil && serial == other.serial ? true : nil
    }
}

extension String {
    /// The first IPv4 address in a text.
    fileprivate var hostNumber: String? {
        split { !($0.isASCII && $0.isNumber || $0 == ".") }.first { word in
            let parts = word.split(separator: ".", omittingEmptySubsequences: false)
            return parts.count == 4 && parts.allSatisfy { UInt8($0) != nil }
        }.map(String.init)
    }
}
