/// Values as the same compact bytes that messages travel in, for what is kept outside.
package enum Packing {
    /// The bytes of a value.
    package static func bytes(of value: some Encodable) -> [UInt8] {
        let packer = Packer()
        do {
            try value.encode(to: packer)
        } catch {
            preconditionFailure("a value of our own cannot be encoded: \(error)")
        }
        var bytes: [UInt8] = []
        packer.packed.write(to: &bytes)
        return bytes
    }

    /// The value in bytes that anybody may have sent; nil when they hold none of that kind.
    package static func value<Value: Decodable>(_ type: Value.Type, in bytes: [UInt8]) -> Value? {
        // What is wrong with them is nobody's concern.
        try? Value(from: Unpacker(value: PackedValue(bytes)))
    }
}
