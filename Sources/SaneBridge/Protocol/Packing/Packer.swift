/// Turns a message into a packed value.
///
/// A value in the making is a node of a tree, because the parts of a `Codable` value may be written in any order.
final class Packer: Encoder {
    private enum Content {
        case value(PackedValue)
        case list([Packer])
        case members([(name: String, value: Packer)])
    }

    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]
    private var content = Content.value(.nothing)

    /// What has been written so far.
    var packed: PackedValue {
        switch content {
        case .value(let value): value
        case .list(let items): .list(items.map(\.packed))
        case .members(let members): .members(members.map { ($0.name, $0.value.packed) })
        }
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        if case .members = content {} else { content = .members([]) }
        return KeyedEncodingContainer(MemberPacker(packer: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        if case .list = content {} else { content = .list([]) }
        return ItemPacker(packer: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { ValuePacker(packer: self) }

    fileprivate func set(_ value: PackedValue) {
        content = .value(value)
    }

    fileprivate func member(_ name: String) -> Packer {
        guard case .members(var members) = content else { preconditionFailure("a part of something else") }
        if let written = members.first(where: { $0.name == name }) { return written.value }
        let member = Packer()
        content = .value(.nothing)
        members.append((name, member))
        content = .members(members)
        return member
    }

    fileprivate var itemCount: Int {
        guard case .list(let items) = content else { return 0 }
        return items.count
    }

    fileprivate func nextItem() -> Packer {
        guard case .list(var items) = content else { preconditionFailure("a part of something else") }
        let item = Packer()
        content = .value(.nothing)
        items.append(item)
        content = .list(items)
        return item
    }
}

private struct ValuePacker: SingleValueEncodingContainer {
    let packer: Packer
    var codingPath: [any CodingKey] { [] }

    func encodeNil() { packer.set(.nothing) }
    func encode(_ value: Bool) { packer.set(.flag(value)) }
    func encode(_ value: String) { packer.set(.text(value)) }
    func encode(_ value: Double) { packer.set(.number(value)) }
    func encode(_ value: Float) { packer.set(.number(Double(value))) }
    func encode(_ value: Int) { packer.set(.whole(Int64(value))) }
    func encode(_ value: Int8) { packer.set(.whole(Int64(value))) }
    func encode(_ value: Int16) { packer.set(.whole(Int64(value))) }
    func encode(_ value: Int32) { packer.set(.whole(Int64(value))) }
    func encode(_ value: Int64) { packer.set(.whole(value)) }
    func encode(_ value: UInt8) { packer.set(.whole(Int64(value))) }
    func encode(_ value: UInt16) { packer.set(.whole(Int64(value))) }
    func encode(_ value: UInt32) { packer.set(.whole(Int64(value))) }
    func encode(_ value: UInt) throws { try encode(UInt64(value)) }
    func encode(_ value: UInt64) throws {
        guard let whole = Int64(exactly: value) else { throw UnpackingError() }
        packer.set(.whole(whole))
    }
    func encode(_ value: some Encodable) throws { try value.encode(to: packer) }
}

private struct MemberPacker<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let packer: Packer
    var codingPath: [any CodingKey] { [] }

    private func member(_ key: any CodingKey) -> Packer { packer.member(key.stringValue) }

    func encodeNil(forKey key: Key) { member(key).set(.nothing) }
    // All types of the protocol come here.
    func encode(_ value: some Encodable, forKey key: Key) throws { try value.encode(to: member(key)) }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type,
        forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        member(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { member(key).unkeyedContainer() }
    func superEncoder() -> any Encoder { packer.member("super") }
    func superEncoder(forKey key: Key) -> any Encoder { member(key) }
}

private struct ItemPacker: UnkeyedEncodingContainer {
    let packer: Packer
    var codingPath: [any CodingKey] { [] }
    var count: Int { packer.itemCount }

    func encodeNil() { packer.nextItem().set(.nothing) }
    // All types of the protocol come here.
    func encode(_ value: some Encodable) throws { try value.encode(to: packer.nextItem()) }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        packer.nextItem().container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { packer.nextItem().unkeyedContainer() }
    func superEncoder() -> any Encoder { packer.nextItem() }
}
