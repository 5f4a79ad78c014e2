import Testing

@testable import WorkerProtocol

@Suite("Values in messages")
struct PackingTests {
    private struct Everything: Codable, Equatable {
        enum Choice: Codable, Equatable {
            case plain
            case with(Int, name: String)
        }

        var words = ["one": 1, "two": 2]
        var places: [Int: String] = [3: "three"]
        var nested = [[1, 2], [], [3]]
        var maybe: [Int?] = [nil, 4]
        var flag = true
        var small: Int8 = -128
        var large = UInt64(Int64.max)
        var single: Float = 0.5
        var number = -Double.infinity
        var text = "zero \u{0}, ü, \u{1F600}"
        var choices = [Choice.plain, .with(5, name: "")]
        var absent: String?
        var set: Set<Int> = [7]
        var sub: [String: [Choice]] = ["a": [.plain]]
    }

    private func pack(_ value: some Encodable) throws -> [UInt8] {
        let packer = Packer()
        try value.encode(to: packer)
        var bytes: [UInt8] = []
        packer.packed.write(to: &bytes)
        return bytes
    }

    @Test("whatever a message may come to hold arrives as it was sent")
    func everything() throws {
        var sent = Everything()
        sent.absent = "there"
        for value in [Everything(), sent] {
            let bytes = try pack([value])
            #expect(try [Everything](from: Unpacker(value: PackedValue(bytes))) == [value])
        }
    }

    @Test("a value that ends anywhere too early, or goes on, is refused")
    func ends() throws {
        let bytes = try pack(Everything())
        for length in 0..<bytes.count {
            #expect(throws: UnpackingError.self) { try PackedValue(Array(bytes[..<length])) }
        }
        #expect(throws: UnpackingError.self) { try PackedValue(bytes + [0]) }
    }

    @Test("a number beyond its type is refused, not cut", arguments: [Int64.min, -129, 128, .max])
    func range(number: Int64) throws {
        let packed = try PackedValue(pack(number))
        #expect(throws: UnpackingError.self) { try Int8(from: Unpacker(value: packed)) }
        #expect(try Int64(from: Unpacker(value: packed)) == number)
    }

    @Test("a message of the largest size with as many values as fit is read without delay")
    func many() throws {
        let count = (1 << 20) - 5
        let size = withUnsafeBytes(of: UInt32(count).littleEndian) { Array($0) }
        let bytes = [6] + size + [UInt8](repeating: 0, count: count)
        guard case .list(let items) = try PackedValue(bytes) else {
            Issue.record("no list")
            return
        }
        #expect(items.count == count)
    }
}
