/// The shape of a value, in the words of JSON Schema as OpenAPI 3.1 uses them.
public struct Schema: Hashable, Sendable {
    /// The schema as it is written into a document.
    public let json: JSONValue

    private init(_ members: [String: JSONValue]) {
        json = .object(members)
    }

    private init(_ type: String, _ about: String, _ more: [String: JSONValue] = [:]) {
        var members = more
        members["type"] = .string(type)
        if !about.isEmpty { members["description"] = .string(about) }
        self.init(members)
    }

    /// A text; `words` are all there are, `pattern` is a regular expression for it.
    public static func text(_ about: String = "", words: [String] = [], pattern: String? = nil) -> Schema {
        var more: [String: JSONValue] = [:]
        if !words.isEmpty { more["enum"] = .array(words.map { .string($0) }) }
        if let pattern { more["pattern"] = .string(pattern) }
        return Schema("string", about, more)
    }

    /// A number without a fraction; `values` are all there are.
    public static func whole(
        _ about: String = "",
        values: [Int] = [],
        least: Int? = nil,
        most: Int? = nil
    ) -> Schema {
        var more: [String: JSONValue] = [:]
        if !values.isEmpty { more["enum"] = .array(values.map { .integer($0) }) }
        if let least { more["minimum"] = .integer(least) }
        if let most { more["maximum"] = .integer(most) }
        return Schema("integer", about, more)
    }

    /// A number.
    public static func number(_ about: String = "", least: Int? = nil, most: Int? = nil) -> Schema {
        var more: [String: JSONValue] = [:]
        if let least { more["minimum"] = .integer(least) }
        if let most { more["maximum"] = .integer(most) }
        return Schema("number", about, more)
    }

    /// True or false.
    public static func flag(_ about: String = "") -> Schema {
        Schema("boolean", about)
    }

    /// An array of values of one shape.
    public static func list(of element: Schema, _ about: String = "", least: Int? = nil, most: Int? = nil) -> Schema {
        var more: [String: JSONValue] = ["items": element.json]
        if let least { more["minItems"] = .integer(least) }
        if let most { more["maxItems"] = .integer(most) }
        return Schema("array", about, more)
    }

    /// An object with these members; others are ignored where it is sent, and may come where it is answered.
    public static func object(_ members: [Member], _ about: String = "") -> Schema {
        var properties: [String: JSONValue] = [:]
        for member in members {
            properties[member.name] = member.schema.json
        }
        let required = members.filter(\.isRequired).map { JSONValue.string($0.name) }
        var more: [String: JSONValue] = ["properties": .object(properties)]
        if !required.isEmpty { more["required"] = .array(required) }
        return Schema("object", about, more)
    }

    /// An object whose members have any names and values of one shape.
    public static func dictionary(of value: Schema, _ about: String = "") -> Schema {
        Schema("object", about, ["additionalProperties": value.json])
    }

    /// A value of one of several shapes.
    public static func any(of schemas: [Schema], _ about: String = "") -> Schema {
        var members: [String: JSONValue] = ["anyOf": .array(schemas.map(\.json))]
        if !about.isEmpty { members["description"] = .string(about) }
        return Schema(members)
    }

    /// Any value at all.
    public static func anything(_ about: String) -> Schema {
        Schema(["description": .string(about)])
    }

    /// One of the shapes that the document has a name for.
    public static func named(_ name: SchemaName) -> Schema {
        Schema(["$ref": .string("#/components/schemas/\(name.rawValue)")])
    }

    /// A member of an object.
    public struct Member: Hashable, Sendable {
        let name: String
        let schema: Schema
        let isRequired: Bool

        /// A member that is always there.
        public static func required(_ name: String, _ schema: Schema) -> Member {
            Member(name: name, schema: schema, isRequired: true)
        }

        /// A member that may be left out.
        public static func optional(_ name: String, _ schema: Schema) -> Member {
            Member(name: name, schema: schema, isRequired: false)
        }
    }
}

/// The shapes that more than one endpoint uses.
public enum SchemaName: String, CaseIterable, Hashable, Sendable {
    case failure = "Failure"
    case libraryFailure = "LibraryFailure"
    case scanner = "Scanner"
    case jobRequest = "JobRequest"
    case v19JobRequest = "JobRequestV19"
    case configuration = "Configuration"
    case capabilitySettings = "CapabilitySettings"
    case jobStatus = "JobStatus"
    case pageInfo = "PageInfo"
    case capability = "Capability"
    case labelled = "LabelledNumber"
    case libraryCall = "LibraryCall"
}
