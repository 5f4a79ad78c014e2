/// The `caps` object of a job request: capabilities to set one by one, before `config`.
///
/// Source: vendor's REST reference, `CapabilitySetup`; clients choose the colour with `{"capability":257,"curValue":2}`.
public struct CapabilitySettings: Hashable, Sendable {
    /// In the order they came.
    public var items: [Item] = []

    /// Settings that change nothing.
    public init() {}

    /// What becomes of a job whose scanner cannot do it.
    public enum Exception: String, Hashable, Sendable {
        case ignore, fail
    }

    /// One capability and the value it shall have.
    public struct Item: Hashable, Sendable {
        /// TWAIN's number; nil when the name that was sent is not known.
        public var id: Int?
        /// The constant's name when it is known, else what was sent.
        public var name: String
        /// What it shall be (`curValue`, else `values`); nil when nothing was said.
        public var value: JSONValue?
        /// The scanner is to choose the value by itself: a member of our own, `automatic`.
        public var isAutomatic: Bool
        /// Its own word, else the outer one, else `ignore`.
        public var exception: Exception

        /// Makes an item; `name` is for messages.
        public init(
            id: Int?,
            name: String,
            value: JSONValue?,
            isAutomatic: Bool = false,
            exception: Exception = .ignore
        ) {
            self.id = id
            self.name = name
            self.value = value
            self.isAutomatic = isAutomatic
            self.exception = exception
        }
    }

    init(_ members: MemberReader) throws(WireError) {
        let outer = try Self.exception(members, inherited: .ignore)
        let elements = try members.elements("capabilities") ?? []
        for (index, element) in elements.enumerated() {
            let path = members.full("capabilities[\(index)]")
            items.append(try Item(MemberReader(element, path: path), inherited: outer))
        }
    }

    fileprivate static func exception(
        _ members: MemberReader,
        inherited: Exception
    ) throws(WireError) -> Exception {
        guard let word = try members.text("exception") else {
            // An empty text says ignore (Java client), silence inherits.
            return members.isSilent("exception") ? inherited : .ignore
        }
        guard let exception = Exception(rawValue: word.trimmed.lowercased()) else {
            throw WireError("\(members.full("exception")) must be ignore or fail, not \(JSONValue.quoted(word)).")
        }
        return exception
    }
}

extension CapabilitySettings.Item {
    fileprivate init(_ members: MemberReader, inherited: CapabilitySettings.Exception) throws(WireError) {
        guard let sent = members.value("capability") else {
            throw WireError("\(members.full("capability")) is missing: say which capability is to be set.")
        }
        exception = try CapabilitySettings.exception(members, inherited: inherited)
        value = members.value("curValue") ?? members.value("values")
        isAutomatic = try members.flag("automatic") ?? false
        if case .string(let text) = sent, sent.lenientNumber() == nil {
            id = Capability.code(named: text.trimmed.lowercased())
            name = id.flatMap(Capability.name(of:)) ?? text
        } else {
            let number = try members.integer("capability")
            id = number
            name = number.map { Capability.name(of: $0) ?? String($0) } ?? ""
        }
    }
}
