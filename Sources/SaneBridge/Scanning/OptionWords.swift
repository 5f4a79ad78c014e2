/// The words backends use for one meaning: whole words best first, then telling parts, never with one of `without`.
///
/// All are lower case; what a device offers is compared without regard to case and without its outer blanks.
package struct OptionWords: Sendable {
    var whole: [String]
    var parts: [String]
    var without: [String]

    init(whole: [String] = [], parts: [String] = [], without: [String] = []) {
        self.whole = whole
        self.parts = parts
        self.without = without
    }

    /// How well a word carries this meaning, 0 best; nil when it does not.
    func rank(of word: String) -> Int? {
        let word = word.plain
        if let place = whole.firstIndex(of: word) { return place }
        guard parts.contains(where: { word.holds($0) }), !without.contains(where: { word.holds($0) }) else {
            return nil
        }
        return whole.count
    }

    /// The offered word with this meaning, spelled as offered; nil when there is none.
    func pick(from offered: [String]) -> String? {
        offered.compactMap { word in rank(of: word).map { (word, $0) } }.first(by: \.1)?.0
    }
}

extension String {
    /// Lower case, without outer blanks: the form in which words of options are compared.
    var plain: String {
        let bare = self[...].drop { $0.isWhitespace }
        guard let end = bare.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return bare[...end].lowercased()
    }

    /// Whether `part` is in here, byte by byte.
    ///
    /// Not `contains`: that is made for any text, and its first use costs a worker more than all the rest of the plan.
    func holds(_ part: String) -> Bool { rest(behind: part) != nil }

    /// What stands behind the first `part` in here; nil when there is none.
    private func rest(behind part: String) -> Substring? {
        var rest = utf8[...]
        while !rest.isEmpty {
            if rest.starts(with: part.utf8) { return Substring(rest.dropFirst(part.utf8.count)) }
            rest = rest.dropFirst()
        }
        return part.isEmpty ? self[...] : nil
    }

    /// The number that a word begins with ("300dpi" is 300), or says of gamma ("User defined (Gamma=1.8)"); nil for
    /// others.
    var leadingNumber: Double? {
        let text = plain
        return Double((text.rest(behind: "gamma=") ?? text[...]).prefix { $0.isASCII && ($0.isNumber || $0 == ".") })
    }

    /// The number that this is to its end, but for a unit behind it ("-20", "0x64", "300 dpi"); nil for all else.
    var writtenNumber: Double? {
        let text = plain
        if text.hasPrefix("0x") { return UInt32(text.dropFirst(2), radix: 16).map { Double($0) } }
        // Double would also take "inf" and "nan".
        let digits = text.prefix { "+-.0123456789".contains($0) }
        let rest = String(text.dropFirst(digits.count)).plain
        if rest.isEmpty || String.units.contains(rest) { return Double(digits) }
        guard rest.utf8.allSatisfy({ "e+-0123456789".utf8.contains($0) }) else { return nil }
        return Double(text).flatMap { $0.isFinite ? $0 : nil }
    }

    /// As people write them behind numbers.
    private static let units: Set<String> = ["dpi", "mm", "%", "px", "pixel", "bit", "µs", "us"]
}

extension Sequence {
    /// The element with the lowest value, the first one of equals.
    func first<Value: Comparable>(by value: (Element) -> Value) -> Element? {
        self.min { value($0) < value($1) }
    }
}
