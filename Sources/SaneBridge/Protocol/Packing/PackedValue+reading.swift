extension PackedValue {
    /// No message is nested deeper by far.
    private static let mostLevels = 64

    /// Reads a value as a peer sent it: `bytes` hold it and nothing more.
    init(_ bytes: [UInt8]) throws(UnpackingError) {
        var rest = bytes[...]
        self = try PackedValue.read(&rest, level: 0)
        guard rest.isEmpty else { throw UnpackingError() }
    }

    private static func read(_ bytes: inout ArraySlice<UInt8>, level: Int) throws(UnpackingError) -> PackedValue {
        guard level < mostLevels, let tag = bytes.popFirst().flatMap(PackedTag.init) else { throw UnpackingError() }
        switch tag {
        case .nothing: return .nothing
        case .no: return .flag(false)
        case .yes: return .flag(true)
        case .whole: return .whole(Int64(bitPattern: try number(&bytes)))
        case .number: return .number(Double(bitPattern: try number(&bytes)))
        case .text: return .text(try text(&bytes))
        case .list:
            var items: [PackedValue] = []
            for _ in 0..<(try count(&bytes)) { items.append(try read(&bytes, level: level + 1)) }
            return .list(items)
        case .members:
            var members: [(String, PackedValue)] = []
            for _ in 0..<(try count(&bytes)) {
                members.append((try text(&bytes), try read(&bytes, level: level + 1)))
            }
            return .members(members)
        }
    }

    private static func text(_ bytes: inout ArraySlice<UInt8>) throws(UnpackingError) -> String {
        let length = try count(&bytes)
        guard let text = String(validating: bytes.prefix(length), as: UTF8.self) else { throw UnpackingError() }
        bytes = bytes.dropFirst(length)
        return text
    }

    /// A count of things that take a byte each at least: more of them than bytes are left cannot be.
    private static func count(_ bytes: inout ArraySlice<UInt8>) throws(UnpackingError) -> Int {
        let count: UInt32 = try number(&bytes)
        guard Int(count) <= bytes.count else { throw UnpackingError() }
        return Int(count)
    }

    private static func number<Number: FixedWidthInteger & UnsignedInteger>(
        _ bytes: inout ArraySlice<UInt8>
    ) throws(UnpackingError) -> Number {
        let size = Number.bitWidth / 8
        guard bytes.count >= size else { throw UnpackingError() }
        let number = bytes.prefix(size).reversed().reduce(0 as Number) { $0 << 8 | Number($1) }
        bytes = bytes.dropFirst(size)
        return number
    }
}
