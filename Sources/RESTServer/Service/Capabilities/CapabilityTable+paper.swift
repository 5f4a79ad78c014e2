import DWTWire
import Scanning

extension CapabilityTable {
    /// How much is scanned, and in what everything is counted.
    static let jobs: [CapabilityRow] = [
        CapabilityRow(
            capability: .transferCount,
            type: .int16,
            offer: { .oneValue(.integer(min($0.request.pageLimit ?? -1, 32_767)), default: .integer(-1)) },
            setter: .code(isLegal: { !$1 || $0 == -1 || $0 > 0 }) { $1.scan.pageLimit = JobMapping.pageLimit($0) }
        ),
        CapabilityRow(
            capability: .units,
            type: .uint16,
            offer: {
                let units = LengthUnit.allCases.map(\.rawValue)
                return .codes(.units, units, now: $0.request.phrasing.unit.rawValue, atOpening: 0)
            },
            setter: .code(isLegal: { code, _ in LengthUnit(rawValue: code) != nil }) {
                $1.scan.phrasing.unit = LengthUnit(rawValue: $0) ?? .inch
            }
        ),
        CapabilityRow(
            capability: .serialNumber,
            type: .text255,
            offer: { $0.serialNumber.map { .constant(.string($0)) } }
        ),
    ]

    /// Where the paper lies and which of its sides are scanned.
    static let paper: [CapabilityRow] = [
        CapabilityRow(
            capability: .feederEnabled,
            type: .bool,
            aspect: .source,
            offer: { scene in
                let source = scene.abilities.source
                return .enumeration(
                    source.offered.map { .flag($0 == .feeder) },
                    current: source.now.map { .flag($0 == .feeder) },
                    default: source.atOpening.map { .flag($0 == .feeder) }
                )
            },
            setter: .flag { $1.scan.source = $0 ? .feeder : .glass }
        ),
        CapabilityRow(
            capability: .feederLoaded,
            type: .bool,
            // Without a sensor nobody knows, and whoever waits for paper would wait for ever.
            offer: { $0.hasFeeder ? .oneValue(.flag($0.abilities.hasPaper ?? true), default: nil) : nil }
        ),
        CapabilityRow(
            capability: .autoFeed,
            type: .bool,
            offer: { $0.hasFeeder ? .constant(.flag(true)) : nil },
            setter: .kept([0, 1])
        ),
        CapabilityRow(
            capability: .autoScan,
            type: .bool,
            offer: { $0.hasFeeder ? .constant(.flag(true)) : nil },
            setter: .kept([0, 1])
        ),
        CapabilityRow(
            capability: .paperDetectable,
            type: .bool,
            offer: { .constant(.flag($0.abilities.hasPaper != nil)) }
        ),
        CapabilityRow(
            capability: .duplex,
            type: .uint16,
            offer: {
                // How often the paper runs through is nothing that a driver tells: the way nearly all have today.
                let isThere = $0.abilities.bothSides.offered.contains(true)
                return .constant(CapabilityLabels.value(isThere ? 1 : 0, of: .duplex))
            }
        ),
        CapabilityRow(
            capability: .duplexEnabled,
            type: .bool,
            aspect: .bothSides,
            offer: { scene in
                let sides = scene.abilities.bothSides
                guard sides.offered.contains(true) else { return nil }
                // The glass has one side.
                let offered = scene.abilities.source.now == .glass ? [false] : sides.offered
                return .enumeration(
                    offered.map { .flag($0) },
                    current: sides.now.map { .flag($0) },
                    default: sides.atOpening.map { .flag($0) }
                )
            },
            setter: .flag { $1.scan.bothSides = $0 }
        ),
        CapabilityRow(
            capability: .feederAlignment,
            type: .uint16,
            offer: { $0.abilities.feederAlignment.map { .only(.feederAlignment, $0.code) } }
        ),
        CapabilityRow(
            capability: .feederOrder,
            type: .uint16,
            // The order in which pages are delivered, whichever way the sheets lie.
            offer: { $0.hasFeeder ? .only(.feederOrder, 0) : nil },
            setter: .kept([0])
        ),
        CapabilityRow(
            capability: .lightPath,
            type: .uint16,
            aspect: .light,
            offer: { scene in
                let light = scene.abilities.isTransparent
                let now = (light.now ?? false) ? 1 : 0
                let codes = light.offered.map { $0 ? 1 : 0 }
                return .codes(.lightPath, codes, now: now, atOpening: light.atOpening.map { $0 ? 1 : 0 })
            },
            setter: .code(isLegal: { code, _ in (0...1).contains(code) }) { $1.scan.isTransparent = $0 == 1 }
        ),
    ]
}

extension ScannerAbilities.FeederAlignment {
    fileprivate var code: Int {
        switch self {
        case .left: 1
        case .centre: 2
        case .right: 3
        }
    }
}
