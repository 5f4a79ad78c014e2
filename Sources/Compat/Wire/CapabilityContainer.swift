/// How the values of a capability are told, and the values. A list's places count from 0.
public enum CapabilityContainer: Hashable, Sendable {
    case oneValue(JSONValue?, default: JSONValue?)
    /// The two are places in the list; what is not known is left out.
    case enumeration([JSONValue], current: Int?, default: Int?)
    case range(minimum: Int, maximum: Int, step: Int, current: JSONValue?, default: JSONValue?)
    case array([JSONValue])

    /// A list in which the values have their places; one that is not in it is as good as unknown, and nobody misses a
    /// default that is the present value.
    public static func enumeration(_ values: [JSONValue], current: JSONValue?, default: JSONValue?) -> Self {
        let now = current.flatMap(values.firstIndex)
        return .enumeration(values, current: now, default: `default`.flatMap(values.firstIndex) ?? now)
    }

    /// What can be asked of one that nobody sets: what has no default has none to be asked for.
    public var readings: [CapabilityQuery] {
        switch self {
        case .oneValue(_, default: nil): [.get, .getCurrent]
        case .array: [.get]
        default: CapabilityQuery.reading
        }
    }

    /// TWAIN's number of the container.
    var code: Int {
        switch self {
        case .array: 3
        case .enumeration: 4
        case .oneValue: 5
        case .range: 6
        }
    }

    /// The constant's name.
    var name: String {
        switch self {
        case .array: "TWON_ARRAY"
        case .enumeration: "TWON_ENUMERATION"
        case .oneValue: "TWON_ONEVALUE"
        case .range: "TWON_RANGE"
        }
    }

    /// What the container adds to the object.
    var members: [String: JSONValue] {
        switch self {
        case .array(let values): ["values": .array(values)]
        case .oneValue(let current, let initial):
            ["curValue": current, "defaultValue": initial].compactMapValues(\.self)
        case .enumeration(let values, let current, let initial):
            [
                "enums": .array(values),
                "curIndex": current.map { .integer($0) }, "curValue": current.map { values[$0] },
                "defIndex": initial.map { .integer($0) }, "defaultValue": initial.map { values[$0] },
            ].compactMapValues(\.self)
        case .range(let minimum, let maximum, let step, let current, let initial):
            [
                "minValue": .integer(minimum), "maxValue": .integer(maximum), "stepSize": .integer(step),
                "curValue": current, "defaultValue": initial,
            ].compactMapValues(\.self)
        }
    }
}

extension JSONValue {
    /// A value with the name of its constant.
    public static func labelled(_ value: Int, _ label: String) -> JSONValue {
        .object(["value": .integer(value), "label": .string(label)])
    }

    /// A number, whole where it is: JSON has one kind, and clients look for fractions.
    public static func number(from value: Double) -> JSONValue {
        Int(exactly: value).map { .integer($0) } ?? .number(value)
    }

    /// A number to four places, as TWAIN's have them: 215.899994 is 215.9.
    public static func rounded(_ value: Double) -> JSONValue { .number(from: (value * 10_000).rounded() / 10_000) }
}
