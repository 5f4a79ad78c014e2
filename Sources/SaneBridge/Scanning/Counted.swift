extension DefaultStringInterpolation {
    /// A number and what it counts, for people: "1 line", "3 lines".
    package mutating func appendInterpolation(_ count: Int, of noun: String) {
        appendLiteral(count == 1 ? "1 \(noun)" : "\(count) \(noun)s")
    }
}
