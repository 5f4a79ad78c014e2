internal import CSane
internal import Scanning

// SANE's 32-bit words and our numbers. Replaces the header's function-like macros, which Swift does not import.

/// A number of the standard's fixed-point kind: 16 bits before and 16 after the point.
///
/// A type of its own, because C's `SANE_Fixed` is the same `Int32` as `SANE_Int` and nothing would stop 300 from being
/// passed for 300.0.
struct Fixed: Hashable {
    var word: Int32

    init(word: Int32) { self.word = word }

    /// The nearest fixed-point number (the header's `SANE_FIX` cuts instead: 0.1 mm off becomes a pixel off).
    init(_ value: Double) { word = Int32(clamping: value * 65_536) }

    var value: Double { Double(word) / 65_536 }
}

extension Int32 {
    /// The nearest whole number that fits; not a number is 0.
    init(clamping value: Double) {
        let nearest = value.rounded()
        let fitting = Swift.min(Swift.max(nearest, Double(Int32.min)), Double(Int32.max))
        self = nearest.isNaN ? 0 : Int32(fitting)
    }
}

extension DeviceOption.ValueType {
    /// The number that a word of this type means.
    func number(_ word: Int32) -> Double {
        self == .fixed ? Fixed(word: word).value : Double(word)
    }

    /// The word of this type for a number.
    func word(_ number: Double) -> Int32 {
        self == .fixed ? Fixed(number).word : Int32(clamping: number)
    }
}
