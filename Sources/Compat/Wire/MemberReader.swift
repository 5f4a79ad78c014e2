/// Reads the members of one JSON object; an error names the member by its whole path.
///
/// A member that is absent, null or a blank text is nil. Members that nobody asks for are ignored: clients send many.
struct MemberReader {
    private let object: JSONValue
    /// Names the object in messages ("config"); empty for the whole body.
    private let path: String

    init(_ object: JSONValue, path: String) throws(WireError) {
        guard case .object = object else {
            throw WireError("\(path.isEmpty ? "The body" : path) must be a JSON object, not \(object.kind).")
        }
        self.object = object
        self.path = path
    }

    /// The member as it stands.
    func value(_ name: String) -> JSONValue? {
        guard let value = object.member(name), value != .null, !value.isBlankText else { return nil }
        return value
    }

    /// True when the member is absent or null: not even a blank text is there.
    func isSilent(_ name: String) -> Bool {
        (object.member(name) ?? .null) == .null
    }

    /// A number, also one inside a string, or a constant by its name.
    func number(_ name: String, constant: (String) -> Int? = { _ in nil }) throws(WireError) -> Double? {
        guard let value = value(name) else { return nil }
        guard let number = value.lenientNumber(constant: constant) else {
            throw mismatch(name, "a number", value)
        }
        return number
    }

    /// A number without a fraction.
    func integer(_ name: String, constant: (String) -> Int? = { _ in nil }) throws(WireError) -> Int? {
        guard let number = try number(name, constant: constant) else { return nil }
        guard let whole = Int(exactly: number) else {
            let complaint = number == number.rounded() ? "is out of range with" : "must be a whole number, not"
            throw WireError("\(full(name)) \(complaint) \(number).")
        }
        return whole
    }

    /// True or false, in the ways that clients write them.
    func flag(_ name: String) throws(WireError) -> Bool? {
        guard let value = value(name) else { return nil }
        guard let flag = value.lenientFlag else { throw mismatch(name, "true or false", value) }
        return flag
    }

    /// A string.
    func text(_ name: String) throws(WireError) -> String? {
        guard let value = value(name) else { return nil }
        guard case .string(let text) = value else { throw mismatch(name, "a string", value) }
        return text
    }

    /// The elements of an array.
    func elements(_ name: String) throws(WireError) -> [JSONValue]? {
        guard let value = value(name) else { return nil }
        guard case .array(let elements) = value else { throw mismatch(name, "an array", value) }
        return elements
    }

    /// A reader for the object in that member; nil when there is none.
    func reader(_ name: String) throws(WireError) -> MemberReader? {
        guard let value = value(name) else { return nil }
        return try MemberReader(value, path: full(name))
    }

    /// The whole path of a member, for messages.
    func full(_ name: String) -> String {
        path.isEmpty ? name : "\(path).\(name)"
    }

    private func mismatch(_ name: String, _ wanted: String, _ value: JSONValue) -> WireError {
        var found = value.kind
        // Short texts are worth showing, long ones are not.
        if case .string(let text) = value, text.count <= 40 { found = JSONValue.quoted(text) }
        if case .integer(let number) = value { found = String(number) }
        return WireError("\(full(name)) must be \(wanted), not \(found).")
    }
}
