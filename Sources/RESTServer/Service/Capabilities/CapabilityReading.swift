import DWTWire
import Scanning

/// A job's wishes while they are read, one after another. Units, sizes and bits are understood only when all are known.
struct CapabilityReading {
    var scan: ScanRequest
    var xResolution: Double?
    var yResolution: Double?
    /// Per sample or per pixel, whichever the client counts.
    var bits: Int?
    /// What somebody calls them who insists on them.
    private var bitsName: String?
    /// TWAIN's number of a paper size.
    var pageSize: Int?
    var frame: JSONValue?

    init(_ defaults: ScanRequest) {
        scan = defaults
    }

    /// Takes one capability; passes over what cannot be had, unless the client forbids it.
    mutating func take(_ item: CapabilitySettings.Item) throws(CapabilityFailure) {
        do throws(CapabilityFailure) {
            try set(item)
        } catch {
            if item.exception == .fail { throw error }
        }
    }

    private mutating func set(_ item: CapabilitySettings.Item) throws(CapabilityFailure) {
        let isStrict = item.exception == .fail
        if let place = item.id.flatMap(DriverOption.place) {
            let value = item.isAutomatic ? .automatic : try CapabilityValue(item).optionValue()
            scan.wishes.append(OptionWish(.place(place), value, isNeeded: isStrict))
            return
        }
        let capability = item.id.flatMap(Capability.init(rawValue:))
        guard let row = capability.flatMap({ CapabilityTable.byCapability[$0] }) else {
            // The list of all has no row of its own.
            throw capability == .supportedCapabilities ? .readOnly(name: item.name) : .unknown(name: item.name)
        }
        guard let setter = row.setter else { throw .readOnly(name: item.name) }
        guard !item.isAutomatic else { throw .notAutomatic(name: item.name) }
        try apply(setter, of: row.capability, CapabilityValue(item), isStrict)
        guard let aspect = row.aspect else { return }
        if aspect == .depth { bitsName = isStrict ? item.name : nil }
        say(aspect)
        if isStrict { scan.musts.append(aspect) }
    }

    private mutating func apply(
        _ setter: CapabilitySetter,
        of capability: Capability,
        _ value: CapabilityValue,
        _ isStrict: Bool
    ) throws(CapabilityFailure) {
        switch setter {
        case .code(let named, let isLegal, let set):
            let code = try value.code {
                named($0) ?? CapabilityLabels.code(named: $0, of: capability)
            } where: {
                isLegal($0, isStrict)
            }
            set(code, &self)
        case .number(let isLegal, let set):
            set(try value.number { isLegal($0, isStrict) }, &self)
        case .flag(let set):
            set(try value.flag(), &self)
        case .frame(let set):
            set(try value.frame(), &self)
        case .kept(let legal):
            _ = try value.number({ CapabilityLabels.code(named: $0, of: capability) }) { legal.contains($0) }
        }
    }

    /// Something is said about an aspect: what was said before counts no longer.
    mutating func say(_ aspect: ScanAspect) {
        scan.musts.removeAll { $0 == aspect }
        for place in scan.wishes.indices { scan.wishes[place].yieldsTo.insert(aspect.whole) }
    }

    /// Gives meaning to what needed the rest to be known.
    mutating func settle() {
        if let resolution = (xResolution ?? yResolution).flatMap(JobMapping.resolution) { scan.resolution = resolution }
        if let yResolution, let down = JobMapping.resolution(yResolution), down != scan.resolution {
            scan.lineResolution = down
        }
        if let pageSize { set(pageSize: pageSize) }
        let dpi = (across: scan.resolution, down: scan.lineResolution ?? scan.resolution)
        if let area = frame.flatMap({ scan.phrasing.unit.area($0, dpi: dpi) }) { scan.area = area }
    }

    /// Gives meaning to the bits, once the colour is known.
    mutating func settleBits() throws(CapabilityFailure) {
        guard let bits else { return }
        let depth = scan.colour.depth(ofBits: bits)
        scan.depth = scan.colour == .bilevel ? nil : depth
        guard scan.musts.contains(.depth) else { return }
        // An option of the driver may name another mode, which only the scanner understands.
        if depth == nil, scan.wishes.isEmpty, let bitsName { throw .badValue(name: bitsName) }
        scan.bits = bits
    }

    /// A sheet of that size, or the whole bed; an unknown code changes nothing.
    mutating func set(pageSize code: Int) {
        guard let area = JobMapping.area(pageSize: code, isLandscape: scan.phrasing.isLandscape) else { return }
        scan.area = area
        scan.phrasing.namesNoSize = code == PageSize.none
    }
}
