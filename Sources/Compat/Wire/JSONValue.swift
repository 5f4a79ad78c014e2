/// Any JSON text as a value: what arrives is looked at leniently, member by member, before it is trusted.
public enum JSONValue: Hashable, Sendable {
    case null
    case bool(Bool)
    /// A whole number; `1.0` arrives as one too, so that equal numbers are equal values.
    case integer(Int)
    /// A number that is not whole, or too large for `integer`.
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])
}

extension JSONValue {
    /// The member of that name. Names match without regard to case, but an exact match comes first.
    ///
    /// nil when this is no object or has no such member. Of several inexact matches the alphabetically first is taken.
    public func member(_ name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        if let exact = members[name] { return exact }
        let wanted = name.lowercased()
        return members.filter { $0.key.lowercased() == wanted }.min { $0.key < $1.key }?.value
    }

    /// The kind of value in words, for messages ("an object").
    public var kind: String {
        switch self {
        case .null: "null"
        case .bool(let value): value ? "true" : "false"
        case .integer, .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }
}

extension JSONValue: Encodable {
    /// Writes the value as it is.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .object(let members):
            var container = encoder.container(keyedBy: MemberName.self)
            for (name, value) in members {
                try container.encode(value, forKey: MemberName(stringValue: name))
            }
        case .array(let elements):
            var container = encoder.unkeyedContainer()
            for element in elements {
                try container.encode(element)
            }
        case .null:
            var container = encoder.singleValueContainer()
            try container.encodeNil()
        case .bool(let value): try value.encode(to: encoder)
        case .integer(let value): try value.encode(to: encoder)
        case .number(let value): try value.encode(to: encoder)
        case .string(let value): try value.encode(to: encoder)
        }
    }

    /// Any text can be the name of a member.
    private struct MemberName: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) {
            self.stringValue = stringValue
        }

        init?(intValue: Int) {
            return nil
        }
    }
}
