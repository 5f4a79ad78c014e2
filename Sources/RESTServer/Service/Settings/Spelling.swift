/// Guesses what a mistyped word was to be.
enum Spelling {
    /// The known word that takes the fewest slips to mistype so; nil when none is near.
    static func nearest(to word: String, among known: [String]) -> String? {
        let typed = Array(word.lowercased())
        guard typed.count <= 64 else { return nil }
        let best = known.map { (word: $0, slips: slips(typed, Array($0))) }.min { $0.slips < $1.slips }
        guard let best, best.slips <= max(1, min(typed.count, best.word.count) / 3) else { return nil }
        return best.word
    }

    /// Letters left out, added, changed or swapped with their neighbour (optimal string alignment).
    private static func slips(_ left: [Character], _ right: [Character]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...right.count)
        for (row, letter) in left.enumerated() {
            var current = [row + 1]
            for (column, other) in right.enumerated() {
                var least = min(last[column + 1] + 1, current[column] + 1, last[column] + (letter == other ? 0 : 1))
                if row > 0, column > 0, letter == right[column - 1], left[row - 1] == other {
                    least = min(least, beforeLast[column - 1] + 1)
                }
                current.append(least)
            }
            beforeLast = last
            last = current
        }
        return last[right.count]
    }
}
