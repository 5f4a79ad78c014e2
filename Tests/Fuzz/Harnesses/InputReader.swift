/// Takes decisions and numbers off the front of a fuzzer's input; when it is used up they are all zero.
struct InputReader {
    private var rest: ArraySlice<UInt8>

    init(_ input: [UInt8]) {
        rest = input[...]
    }

    var isEmpty: Bool { rest.isEmpty }

    mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

    mutating func flag() -> Bool { byte() & 1 == 1 }

    /// A whole number of so many bytes, with its sign.
    mutating func number(bytes count: Int) -> Int {
        let bits = (0..<count).reduce(UInt64(0)) { sum, _ in sum << 8 | UInt64(byte()) }
        let unused = 64 - 8 * count
        return Int(Int64(bitPattern: bits << unused) >> unused)
    }

    mutating func choice<Choice>(of choices: [Choice]) -> Choice {
        choices[Int(byte()) % choices.count]
    }

    /// At most so many bytes.
    mutating func bytes(_ count: Int) -> [UInt8] {
        defer { rest = rest.dropFirst(count) }
        return Array(rest.prefix(count))
    }

    mutating func allBytes() -> [UInt8] { bytes(rest.count) }
}
