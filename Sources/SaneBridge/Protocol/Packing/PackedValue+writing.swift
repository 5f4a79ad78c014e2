extension PackedValue {
    /// Appends the value as it travels.
    func write(to bytes: inout [UInt8]) {
        switch self {
        case .nothing: bytes.append(PackedTag.nothing.rawValue)
        case .flag(let isSet): bytes.append((isSet ? PackedTag.yes : .no).rawValue)
        case .whole(let number): PackedValue.write(.whole, UInt64(bitPattern: number), to: &bytes)
        case .number(let number): PackedValue.write(.number, number.bitPattern, to: &bytes)
        case .text(let text):
            bytes.append(PackedTag.text.rawValue)
            PackedValue.write(text, to: &bytes)
        case .list(let items):
            PackedValue.write(.list, UInt32(items.count), to: &bytes)
            for item in items { item.write(to: &bytes) }
        case .members(let members):
            PackedValue.write(.members, UInt32(members.count), to: &bytes)
            for member in members {
                PackedValue.write(member.name, to: &bytes)
                member.value.write(to: &bytes)
            }
        }
    }

    private static func write(_ text: String, to bytes: inout [UInt8]) {
        let units = text.utf8
        append(UInt32(units.count), to: &bytes)
        bytes.append(contentsOf: units)
    }

    private static func write(_ tag: PackedTag, _ number: some FixedWidthInteger, to bytes: inout [UInt8]) {
        bytes.append(tag.rawValue)
        append(number, to: &bytes)
    }

    private static func append(_ number: some FixedWidthInteger, to bytes: inout [UInt8]) {
        withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }
}
