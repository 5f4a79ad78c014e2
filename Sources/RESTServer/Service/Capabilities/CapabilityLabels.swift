import DWTWire
import Scanning

/// The names of TWAIN's constants, by capability and value.
///
/// Source: TWAIN's header, and the vendor's enumerations of the same names.
enum CapabilityLabels {
    /// A value as it is answered: with its name where it has one.
    static func value(_ code: Int, of capability: Capability) -> JSONValue {
        let label: String? =
            switch capability {
            case .pixelType: PixelType(rawValue: code)?.name
            case .supportedSizes: PageSize.size(code: code)?.name
            default: names[capability].flatMap { $0.indices.contains(code) ? $0[code] : nil }
            }
        guard let label, !label.isEmpty else { return .integer(code) }
        return .labelled(code, label)
    }

    /// The value of a name.
    ///
    /// - Parameter name: in lower case.
    static func code(named name: String, of capability: Capability) -> Int? {
        switch capability {
        case .pixelType: PixelType.code(named: name)
        case .supportedSizes: PageSize.code(named: name)
        case .orientation where name == "twor_rot0": 0
        case .orientation where name == "twor_rot270": 3
        default: names[capability]?.firstIndex { !$0.isEmpty && $0.lowercased() == name }
        }
    }

    /// By value, from 0 on.
    private static let names: [Capability: [String]] = [
        .compression: ["TWCP_NONE"],
        .units: [
            "TWUN_INCHES", "TWUN_CENTIMETERS", "TWUN_PICAS", "TWUN_POINTS", "TWUN_TWIPS", "TWUN_PIXELS",
            "TWUN_MILLIMETERS",
        ],
        .transferMechanism: ["TWSX_NATIVE"],
        .duplex: ["TWDX_NONE", "TWDX_1PASSDUPLEX", "TWDX_2PASSDUPLEX"],
        .feederAlignment: ["TWFA_NONE", "TWFA_LEFT", "TWFA_CENTER", "TWFA_RIGHT"],
        .feederOrder: ["TWFO_FIRSTPAGEFIRST", "TWFO_LASTPAGEFIRST"],
        .filter: ["TWFT_RED", "TWFT_GREEN", "TWFT_BLUE", "TWFT_NONE"],
        .orientation: ["TWOR_PORTRAIT", "TWOR_ROT90", "TWOR_ROT180", "TWOR_LANDSCAPE"],
        .bitOrder: ["TWBO_LSBFIRST", "TWBO_MSBFIRST"],
        .lightPath: ["TWLP_REFLECTIVE", "TWLP_TRANSMISSIVE"],
        .pixelFlavor: ["TWPF_CHOCOLATE", "TWPF_VANILLA"],
        .planarChunky: ["TWPC_CHUNKY", "TWPC_PLANAR"],
        .bitDepthReduction: ["TWBR_THRESHOLD", "TWBR_HALFTONE", "TWBR_CUSTHALFTONE", "TWBR_DIFFUSION"],
        .overscan: ["TWOV_NONE", "TWOV_AUTO"],
    ]
}

extension CapabilityContainer {
    /// A list of codes.
    static func codes(_ capability: Capability, _ codes: [Int], now: Int?, atOpening: Int?) -> CapabilityContainer {
        .enumeration(
            codes.map { CapabilityLabels.value($0, of: capability) },
            current: now.map { CapabilityLabels.value($0, of: capability) },
            default: atOpening.map { CapabilityLabels.value($0, of: capability) }
        )
    }

    /// A list of one that can be nothing else.
    static func only(_ capability: Capability, _ code: Int) -> CapabilityContainer {
        codes(capability, [code], now: code, atOpening: code)
    }

    /// Yes or no, as 1 or 0.
    static func flag(_ now: Bool?, atOpening: Bool?) -> CapabilityContainer {
        let now = now.map { JSONValue.flag($0) }
        return .oneValue(now, default: atOpening.map { .flag($0) } ?? now)
    }

    /// One value that is never another.
    static func constant(_ value: JSONValue) -> CapabilityContainer {
        .oneValue(value, default: value)
    }

    /// A number as the scanner offers it.
    static func numbers(_ offer: ScannerAbilities.NumberOffer) -> CapabilityContainer {
        let now = offer.now.map { JSONValue.rounded($0) }
        let initial = offer.atOpening.map { JSONValue.rounded($0) } ?? now
        switch offer.legal {
        case .list(let numbers):
            return .enumeration(numbers.map { .rounded($0) }, current: now, default: initial)
        case .range(let minimum, let maximum, let step):
            return .whole(minimum, maximum, step, now, initial) ?? .oneValue(now, default: initial)
        }
    }

    /// A range with whole limits and steps; nil where that would not be the truth, as where every number is legal.
    static func whole(
        _ minimum: Double,
        _ maximum: Double,
        _ step: Double,
        _ now: JSONValue?,
        _ initial: JSONValue?
    ) -> CapabilityContainer? {
        guard let first = Int(exactly: minimum), let last = Int(exactly: maximum), let pace = Int(exactly: step),
            first <= last, pace > 0
        else { return nil }
        return .range(minimum: first, maximum: last, step: pace, current: now, default: initial ?? now)
    }
}

extension JSONValue {
    static func flag(_ isOn: Bool) -> JSONValue { .integer(isOn ? 1 : 0) }
}
