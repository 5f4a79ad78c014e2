import DWTWire
import Scanning

extension CapabilityTable {
    /// What the scanner does to a picture.
    static let picture: [CapabilityRow] =
        [
            CapabilityRow(
                capability: .brightness,
                type: .fix32,
                aspect: .brightness,
                offer: { $0.abilities.brightness.map { .thousandths($0) } },
                setter: .number(isLegal: { !$1 || abs($0) <= 1_000 }) {
                    $1.scan.brightness = JobMapping.thousandths($0)
                }
            ),
            CapabilityRow(
                capability: .contrast,
                type: .fix32,
                aspect: .contrast,
                offer: { $0.abilities.contrast.map { .thousandths($0) } },
                setter: .number(isLegal: { !$1 || abs($0) <= 1_000 }) { $1.scan.contrast = JobMapping.thousandths($0) }
            ),
            CapabilityRow(
                capability: .threshold,
                type: .fix32,
                aspect: .threshold,
                offer: { scene in
                    scene.abilities.threshold.map { .scale(0, 255, now: $0.now, atOpening: $0.atOpening, times: 255) }
                },
                setter: .number(isLegal: { !$1 || (0...255).contains($0) }) {
                    $1.scan.threshold = max(0, min(1, $0 / 255))
                }
            ),
            CapabilityRow(
                capability: .gamma,
                type: .fix32,
                aspect: .gamma,
                offer: { $0.abilities.gamma.map { .numbers($0) } },
                numbers: { $0.abilities.gamma },
                setter: .number(isLegal: { number, _ in number > 0 }) { $1.scan.gamma = min($0, 100) }
            ),
            CapabilityRow(
                capability: .filter,
                type: .uint16,
                aspect: .dropout,
                offer: { scene in
                    scene.abilities.dropout.map { dropout in
                        .codes(
                            .filter,
                            dropout.offered.map(\.code),
                            now: dropout.now?.code,
                            atOpening: dropout.atOpening?.code
                        )
                    }
                },
                setter: .code(isLegal: { code, _ in DropoutColour(code: code) != nil }) {
                    $1.scan.dropout = DropoutColour(code: $0)
                }
            ),
            CapabilityRow(
                capability: .overscan,
                type: .uint16,
                aspect: .overscan,
                offer: { scene in
                    scene.abilities.switches[.overscan].map { overscan in
                        .codes(
                            .overscan,
                            [0, 1],
                            now: overscan.now.map { $0 ? 1 : 0 },
                            atOpening: overscan.atOpening.map { $0 ? 1 : 0 }
                        )
                    }
                },
                setter: .code(isLegal: { code, _ in (0...1).contains(code) }) { $1.scan.switches[.overscan] = $0 == 1 }
            ),
        ]
        + [
            (.automaticBorderDetection, .crop), (.automaticDeskew, .deskew), (.automaticRotate, .derotate),
            (.automaticLengthDetection, .lengthDetection),
        ].map(switched)

    /// Something that the scanner does to every page, or does not.
    private static func switched(_ capability: Capability, _ aspect: ScanAspect) -> CapabilityRow {
        CapabilityRow(
            capability: capability,
            type: .bool,
            aspect: aspect,
            offer: { scene in scene.abilities.switches[aspect].map { .flag($0.now, atOpening: $0.atOpening) } },
            setter: .flag { $1.scan.switches[aspect] = $0 }
        )
    }
}

extension DropoutColour {
    /// TWAIN's number of the colour of the filter (`ICAP_FILTER`).
    fileprivate var code: Int {
        switch self {
        case .red: 0
        case .green: 1
        case .blue: 2
        case .none: 3
        }
    }

    fileprivate init?(code: Int) {
        guard let colour = DropoutColour.allCases.first(where: { $0.code == code }) else { return nil }
        self = colour
    }
}

extension CapabilityContainer {
    /// -1000 … 1000, whatever the scanner counts.
    fileprivate static func thousandths(_ offer: ScannerAbilities.Offer<Double>) -> CapabilityContainer {
        scale(-1_000, 1_000, now: offer.now, atOpening: offer.atOpening, times: 1_000)
    }

    fileprivate static func scale(
        _ minimum: Int,
        _ maximum: Int,
        now: Double?,
        atOpening: Double?,
        times factor: Double
    ) -> CapabilityContainer {
        func value(_ measure: Double?) -> JSONValue? { measure.map { .number(from: ($0 * factor).rounded()) } }
        let current = value(now)
        return .range(
            minimum: minimum,
            maximum: maximum,
            step: 1,
            current: current,
            default: value(atOpening) ?? current
        )
    }
}
