/// Reads a message out of a packed value; whatever that holds, it throws and never traps.
struct Unpacker: Decoder {
    let value: PackedValue
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    var isNothing: Bool {
        guard case .nothing = value else { return false }
        return true
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard case .members(let members) = value else { throw UnpackingError() }
        return KeyedDecodingContainer(MemberUnpacker(members: members))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard case .list(let items) = value else { throw UnpackingError() }
        return ItemUnpacker(items: items)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { ValueUnpacker(value: value) }
}

private struct ValueUnpacker: SingleValueDecodingContainer {
    let value: PackedValue
    var codingPath: [any CodingKey] { [] }

    func decodeNil() -> Bool { Unpacker(value: value).isNothing }

    func decode(_ type: Bool.Type) throws -> Bool {
        guard case .flag(let isSet) = value else { throw UnpackingError() }
        return isSet
    }

    func decode(_ type: String.Type) throws -> String {
        guard case .text(let text) = value else { throw UnpackingError() }
        return text
    }

    func decode(_ type: Double.Type) throws -> Double {
        guard case .number(let number) = value else { throw UnpackingError() }
        return number
    }

    private func whole<Number: FixedWidthInteger>() throws -> Number {
        guard case .whole(let whole) = value, let number = Number(exactly: whole) else { throw UnpackingError() }
        return number
    }

    func decode(_ type: Float.Type) throws -> Float { Float(try decode(Double.self)) }
    func decode(_ type: Int.Type) throws -> Int { try whole() }
    func decode(_ type: Int8.Type) throws -> Int8 { try whole() }
    func decode(_ type: Int16.Type) throws -> Int16 { try whole() }
    func decode(_ type: Int32.Type) throws -> Int32 { try whole() }
    func decode(_ type: Int64.Type) throws -> Int64 { try whole() }
    func decode(_ type: UInt.Type) throws -> UInt { try whole() }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try whole() }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try whole() }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try whole() }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try whole() }
    func decode<Item: Decodable>(_ type: Item.Type) throws -> Item { try Item(from: Unpacker(value: value)) }
}

private struct MemberUnpacker<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let members: [(name: String, value: PackedValue)]
    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { members.compactMap { Key(stringValue: $0.name) } }

    private func find(_ name: String) throws -> PackedValue {
        guard let member = members.first(where: { $0.name == name }) else { throw UnpackingError() }
        return member.value
    }

    private func member(_ key: Key) throws -> Unpacker { Unpacker(value: try find(key.stringValue)) }

    func contains(_ key: Key) -> Bool { members.contains { $0.name == key.stringValue } }
    func decodeNil(forKey key: Key) throws -> Bool { try member(key).isNothing }
    // All types of the protocol come here.
    func decode<Item: Decodable>(_ type: Item.Type, forKey key: Key) throws -> Item { try Item(from: member(key)) }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type,
        forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        try member(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try member(key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { Unpacker(value: try find("super")) }
    func superDecoder(forKey key: Key) throws -> any Decoder { try member(key) }
}

private struct ItemUnpacker: UnkeyedDecodingContainer {
    let items: [PackedValue]
    var codingPath: [any CodingKey] { [] }
    var count: Int? { items.count }
    var isAtEnd: Bool { currentIndex == items.count }
    private(set) var currentIndex = 0

    init(items: [PackedValue]) {
        self.items = items
    }

    private mutating func take<Result>(_ read: (PackedValue) throws -> Result) throws -> Result {
        guard !isAtEnd else { throw UnpackingError() }
        let result = try read(items[currentIndex])
        currentIndex += 1
        return result
    }

    mutating func decodeNil() throws -> Bool {
        guard !isAtEnd else { throw UnpackingError() }
        guard Unpacker(value: items[currentIndex]).isNothing else { return false }
        currentIndex += 1
        return true
    }

    // All types of the protocol come here.
    mutating func decode<Item: Decodable>(_ type: Item.Type) throws -> Item {
        try take { try Item(from: Unpacker(value: $0)) }
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> {
        try take { try Unpacker(value: $0).container(keyedBy: type) }
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try take { try Unpacker(value: $0).unkeyedContainer() }
    }

    mutating func superDecoder() throws -> any Decoder { try take { Unpacker(value: $0) } }
}
