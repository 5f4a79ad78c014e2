import DWTWire
import Scanning

/// The capabilities of a job request, read one after another; units and resolution take part in the meaning of others,
/// so that all is written at the end.
struct CapabilityReading {
    private var pixelType: Int?
    private var xResolution: Double?
    private var yResolution: Double?
    private var feederEnabled: Bool?
    private var duplexEnabled: Bool?
    private var transferCount: Int?
    private var supportedSize: Int?
    private var brightness: Double?
    private var contrast: Double?
    private var threshold: Double?
    private var bitDepth: Int?
    private var unit = LengthUnit.inch
    private var frame: JSONValue?
    private var musts: Set<ScanRequest.Part> = []

    init() {}

    /// Takes one capability; passes over what cannot be had, unless the client forbids it.
    mutating func apply(_ item: CapabilitySettings.Item) throws(CapabilityFailure) {
        do {
            try take(item)
            insist(on: item)
        } catch {
            if item.exception == .fail { throw error }
        }
    }

    private mutating func take(_ item: CapabilitySettings.Item) throws(CapabilityFailure) {
        guard let capability = item.id.flatMap(Capability.init(rawValue:)) else { throw .unknown(name: item.name) }
        let value = CapabilityValue(item)
        let isStrict = item.exception == .fail
        switch capability {
        case .pixelType: pixelType = try value.code(PixelType.code(named:)) { Self.accepts($0, isStrict) }
        case .xResolution: xResolution = try value.number { $0 > 0 }
        case .yResolution: yResolution = try value.number { $0 > 0 }
        case .feederEnabled: feederEnabled = try value.flag()
        case .duplexEnabled: duplexEnabled = try value.flag()
        case .transferCount: transferCount = try value.code { !isStrict || $0 == -1 || $0 > 0 }
        case .supportedSizes:
            supportedSize = try value.code(PageSize.code(named:)) { JobMapping.area(pageSize: $0) != nil }
        case .brightness: brightness = try value.number { !isStrict || abs($0) <= 1_000 }
        case .contrast: contrast = try value.number { !isStrict || abs($0) <= 1_000 }
        case .threshold: threshold = try value.number { !isStrict || (0...255).contains($0) }
        case .bitDepth: bitDepth = try value.code { [1, 8, 16, 24, 48].contains($0) }
        case .units: unit = try value.unit()
        case .frames: frame = try value.frame()
        default: try value.checkFixed(capability)
        }
    }

    /// The last word about a part of the scan decides whether it is a wish or a condition.
    private mutating func insist(on item: CapabilitySettings.Item) {
        guard let capability = item.id.flatMap(Capability.init(rawValue:)), let part = Self.parts[capability] else {
            return
        }
        if item.exception == .fail { musts.insert(part) } else { musts.remove(part) }
    }

    private static let parts: [Capability: ScanRequest.Part] = [
        .pixelType: .colour, .xResolution: .resolution, .yResolution: .resolution, .feederEnabled: .source,
        .duplexEnabled: .bothSides, .supportedSizes: .area, .frames: .area, .brightness: .brightness,
        .contrast: .contrast, .threshold: .threshold, .bitDepth: .depth,
    ]

    /// Strictly only what scanners really make; else any code that has a nearest kind.
    private static func accepts(_ pixelType: Int, _ isStrict: Bool) -> Bool {
        isStrict ? (0...2).contains(pixelType) : JobMapping.colour(pixelType: pixelType) != nil
    }

    /// Writes what was read, and the bits per sample or pixel, which need the colour to be understood.
    func write(to scan: inout ScanRequest, bits: inout Int?) {
        if let colour = pixelType.flatMap(JobMapping.colour(pixelType:)) { scan.colour = colour }
        if let resolution = (xResolution ?? yResolution).flatMap(JobMapping.resolution) { scan.resolution = resolution }
        if let feederEnabled { scan.source = feederEnabled ? .feeder : .glass }
        if let duplexEnabled { scan.bothSides = duplexEnabled }
        if let transferCount { scan.pageLimit = JobMapping.pageLimit(transferCount) }
        if let area = supportedSize.flatMap(JobMapping.area(pageSize:)) { scan.area = area }
        if let area = frame.flatMap({ unit.area($0, dpi: scan.resolution) }) { scan.area = area }
        if let brightness { scan.brightness = JobMapping.thousandths(brightness) }
        if let contrast { scan.contrast = JobMapping.thousandths(contrast) }
        if let threshold { scan.threshold = max(0, min(1, threshold / 255)) }
        scan.musts = ScanRequest.Part.allCases.filter(musts.contains)
        bits = bitDepth
    }
}

/// The value of one capability, read in the way that the capability wants.
private struct CapabilityValue {
    private let value: JSONValue
    private let refusal: CapabilityFailure

    init(_ item: CapabilitySettings.Item) {
        // A list of one is as good as its element.
        if case .array(let elements)? = item.value, elements.count == 1 {
            value = elements[0]
        } else {
            value = item.value ?? .null
        }
        refusal = .badValue(name: item.name)
    }

    func number(
        _ constant: (String) -> Int? = { _ in nil },
        where isLegal: (Double) -> Bool
    ) throws(CapabilityFailure) -> Double {
        // Some clients write the numbers of flags as flags, and the other way round.
        let flag = value.lenientFlag.map { $0 ? 1.0 : 0.0 }
        guard let number = value.lenientNumber(constant: constant) ?? flag, isLegal(number) else { throw refusal }
        return number
    }

    func code(
        _ constant: (String) -> Int? = { _ in nil },
        where isLegal: (Int) -> Bool
    ) throws(CapabilityFailure) -> Int {
        let number = try number(constant) { Int(exactly: $0).map(isLegal) ?? false }
        guard let code = Int(exactly: number) else { throw refusal }
        return code
    }

    func flag() throws(CapabilityFailure) -> Bool {
        guard let flag = value.lenientFlag else { throw refusal }
        return flag
    }

    func unit() throws(CapabilityFailure) -> LengthUnit {
        guard let unit = try LengthUnit(rawValue: code { _ in true }) else { throw refusal }
        return unit
    }

    func frame() throws(CapabilityFailure) -> JSONValue {
        guard LengthUnit.millimetre.area(value, dpi: 200) != nil else { throw refusal }
        return value
    }

    /// For capabilities that have one value here and keep it.
    func checkFixed(_ capability: Capability) throws(CapabilityFailure) {
        guard let legal = Self.fixed[capability] else { throw .unknown(name: capability.name) }
        _ = try number { legal.contains($0) }
    }

    /// What the service does anyway: asking for it is no failure.
    private static let fixed: [Capability: Set<Double>] = [
        .compression: [0], .transferMechanism: [0], .autoFeed: [0, 1], .indicators: [0, 1], .autoScan: [0, 1],
        .feederOrder: [0], .orientation: [0], .bitOrder: [1], .planarChunky: [0], .rotation: [0], .xScaling: [1],
        .yScaling: [1], .autoDiscardBlankPages: [-2], .overscan: [0], .automaticBorderDetection: [0],
        .automaticDeskew: [0], .automaticRotate: [0], .autoBright: [0], .autoSize: [0],
        .automaticLengthDetection: [0], .automaticColorEnabled: [0],
    ]
}

/// TWAIN's units of length (`ICAP_UNITS`).
private enum LengthUnit: Int {
    case inch, centimetre, pica, point, twip, pixel, millimetre

    private func inches(_ value: Double, dpi: Double) -> Double {
        switch self {
        case .inch: value
        case .centimetre: value / 2.54
        case .pica: value / 6
        case .point: value / 72
        case .twip: value / 1_440
        case .pixel: value / dpi
        case .millimetre: value / 25.4
        }
    }

    /// The frame `{left, top, right, bottom}`, whichever corner was named first; what lies left of the bed or above it is
    /// cut. Nil when it is none or holds no area.
    func area(_ frame: JSONValue, dpi: Double) -> ScanArea? {
        let edges = ["left", "top", "right", "bottom"].compactMap { frame.member($0)?.lenientNumber() }
        guard edges.count == 4 else { return nil }
        // 1000 inches are beyond every bed; without a limit a length could leave its range.
        let places = edges.map { Length.inches(min(max(inches($0, dpi: dpi), 0), 1_000)) }
        let (left, right) = (min(places[0], places[2]), max(places[0], places[2]))
        let (top, bottom) = (min(places[1], places[3]), max(places[1], places[3]))
        return left < right && top < bottom ? .frame(left: left, top: top, right: right, bottom: bottom) : nil
    }
}
