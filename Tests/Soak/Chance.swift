/// Numbers that look random and are a pure function of where they are drawn: a run is repeated by its seed.
struct Chance: RandomNumberGenerator {
    private var state: UInt64

    /// The numbers of one step of one actor, whatever others draw at the same time.
    init(seed: UInt64, actor: Int, step: Int) {
        state = seed
        for part in [UInt64(actor), UInt64(step)] {
            state = next() ^ part &* 0xD6E8_FEB8_6659_FD93
        }
    }

    /// SplitMix64.
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }

    /// True so many times in a hundred.
    mutating func percent(_ share: Int) -> Bool {
        Int.random(in: 0..<100, using: &self) < share
    }

    /// A number of the range.
    mutating func number(_ range: ClosedRange<Int>) -> Int {
        Int.random(in: range, using: &self)
    }

    /// One of the values, each as often.
    mutating func one<Value>(of values: [Value]) -> Value {
        values[number(0...values.count - 1)]
    }

    /// One of the rows, each as often as its weight says.
    mutating func pick<Row>(_ rows: [(weight: Int, row: Row)]) -> Row {
        var place = Int.random(in: 0..<rows.reduce(0) { $0 + $1.weight }, using: &self)
        for (weight, row) in rows {
            place -= weight
            if place < 0 { return row }
        }
        preconditionFailure("a place below the sum of all weights lies in one of them")
    }
}
