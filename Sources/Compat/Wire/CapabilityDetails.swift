/// What an answer says of one capability: what it can be and what it is.
///
/// Source: vendor's REST reference, `CapabilityDetails`; numbers of limits are whole, as its .NET client reads no others.
public struct CapabilityDetails: Hashable, Sendable {
    /// TWAIN's number, or one from 0x8000 on for what a driver calls its own.
    public var id: Int
    /// The constant's name, or what people call the option.
    public var label: String
    /// The kind of its values.
    public var type: CapabilityType
    /// The values.
    public var container: CapabilityContainer
    /// In what ways it can be asked for and set.
    public var queries: [CapabilityQuery]
    /// A sentence for people; members of our own are left out where they say nothing.
    public var help: String?
    /// What numbers count ("mm"), where that is not TWAIN's own unit.
    public var unit: String?
    /// The scanner can choose the value by itself, when a job says `automatic`.
    public var canBeAutomatic = false
    /// Between what any number is legal, or some steps of it, where that is no range of whole numbers.
    public var limits: CapabilityLimits?

    /// Makes the details of a capability.
    public init(
        id: Int,
        label: String,
        type: CapabilityType,
        container: CapabilityContainer,
        queries: [CapabilityQuery]
    ) {
        self.id = id
        self.label = label
        self.type = type
        self.container = container
        self.queries = queries
    }

    /// The object that travels.
    public var json: JSONValue {
        var members = container.members
        members["capability"] = .object(["value": .integer(id), "label": .string(label)])
        members["conType"] = .object(["value": .integer(container.code), "label": .string(container.name)])
        members["valueType"] = .object(["value": .integer(type.rawValue), "label": .string(type.name)])
        members["query"] = .array(queries.map { .string($0.rawValue) })
        if let help { members["help"] = .string(help) }
        if let unit { members["unit"] = .string(unit) }
        if canBeAutomatic { members["automatic"] = .bool(true) }
        if let limits { members["limits"] = limits.json }
        return .object(members)
    }
}

/// The lowest and the highest of the numbers that a capability can have: fractions, which a range cannot tell to clients
/// that read whole numbers only.
public struct CapabilityLimits: Hashable, Sendable {
    /// No number below is legal.
    public var lowest: Double
    /// No number above is legal.
    public var highest: Double
    /// From one number to the next; nil where every number is legal.
    public var step: Double?

    /// Makes limits; a step of 0 is none.
    public init(lowest: Double, highest: Double, step: Double) {
        self.lowest = lowest
        self.highest = highest
        self.step = step > 0 ? step : nil
    }

    var json: JSONValue {
        var members: [String: JSONValue] = ["minValue": .rounded(lowest), "maxValue": .rounded(highest)]
        if let step { members["stepSize"] = .rounded(step) }
        return .object(members)
    }
}

/// What can be done with a capability.
public enum CapabilityQuery: String, Hashable, Sendable, CaseIterable {
    case get, set, reset
    case getDefault = "getdefault"
    case getCurrent = "getcurrent"

    /// Of one that only tells.
    public static let reading: [CapabilityQuery] = [.get, .getDefault, .getCurrent]
    /// Of one that can be set.
    public static let all: [CapabilityQuery] = [.get, .set, .reset, .getDefault, .getCurrent]
}

/// The kind of a value, by TWAIN's number.
///
/// Source: vendor's reference, `EnumDWT_CapValueType`; it writes the 32-bit number without a sign as `TWTY_int`.
public enum CapabilityType: Int, Hashable, Sendable, CaseIterable {
    case int8, int16, int32, uint8, uint16, uint32, bool, fix32, frame, text32, text64, text128, text255

    /// The constant's name.
    public var name: String {
        switch self {
        case .uint32: "TWTY_int"
        case .text32: "TWTY_STR32"
        case .text64: "TWTY_STR64"
        case .text128: "TWTY_STR128"
        case .text255: "TWTY_STR255"
        default: "TWTY_\("\(self)".uppercased())"
        }
    }

    /// The shortest kind of text that takes so many bytes.
    public static func text(bytes: Int) -> CapabilityType {
        switch bytes {
        case ...32: .text32
        case ...64: .text64
        case ...128: .text128
        default: .text255
        }
    }
}
