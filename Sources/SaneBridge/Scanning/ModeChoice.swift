/// What a word of a `mode` option means.
package struct ModeMeaning: Hashable, Sendable {
    package var colour: ColourMode
    /// Bits per sample that the word itself names; nil when it names none.
    package var depth: Int?
    /// Made of patterns of dots (halftone, dither, error diffusion): only when there is nothing better.
    package var isScreened: Bool

    static let screened = OptionWords(parts: ["halftone", "half tone", "dither", "diffusion", "screen"])

    /// In the order in which they are tried.
    ///
    /// Source: the option lists of the backends in sane-backends, and of the makers' own drivers, some of which speak the
    /// language of the country they were sold in.
    static let table: [(colour: ColourMode, words: OptionWords)] = [
        (
            .bilevel,
            OptionWords(
                whole: [
                    "lineart", "black & white", "binary", "monochrome", "line art", "black and white", "b&w", "bw",
                    "bilevel",
                ],
                parts: [
                    "lineart", "line art", "black", "binary", "mono", "bilevel", "bi-level", "b&w", "b/w", "bitmap",
                    "halftone", "dither", "threshold", "1 bit", "1-bit", "schwarz", "strich", "s/w", "noir",
                    "negro", "nero", "preto", "zwart", "czarn", "svart", "черно", "чёрно", "ч/б", "白黒", "モノクロ",
                    "2値", "二値", "黑白",
                ],
                without: ["color", "colour", "gray", "grey", "grau", "gris", "grigi", "cinza", "grijs", "farb"]
            )
        ),
        (
            .colour,
            OptionWords(
                whole: [
                    "color", "colour", "24bit color", "24bit color[fast]", "24 bit color", "color24", "rgb", "cor",
                ],
                parts: [
                    "color", "colour", "rgb", "farb", "couleur", "cores", "kleur", "kolor", "färg", "цвет", "カラー", "彩色",
                ],
                without: [
                    "rgbi", "infrared", "lineart", "line art", "halftone", "dither", "dropout", "gray", "grey", "grau",
                    "gris", "grigi", "cinza", "grijs",
                ]
            )
        ),
        (
            .gray,
            OptionWords(
                whole: ["gray", "grey", "true gray", "grayscale", "greyscale", "gray8"],
                parts: [
                    "gray", "grey", "grau", "gris", "grigi", "cinza", "grijs", "szar", "grå", "серы", "серог", "градац",
                    "グレ", "灰",
                ]
            )
        ),
    ]

    /// What a word means; nil for an unknown one ("RGBI").
    package init?(word: String) {
        guard let row = Self.table.first(where: { $0.words.rank(of: word) != nil }) else { return nil }
        colour = row.colour
        depth = Self.depth(named: word.plain, colour: row.colour)
        isScreened = Self.screened.rank(of: word) != nil
    }

    /// Bits per sample named by "48 bits color", "16bit Gray", "Color48" or "gray4"; other numbers ("256 Levels",
    /// "16 Million Colors") name none.
    private static func depth(named word: String, colour: ColourMode) -> Int? {
        guard let start = word.firstIndex(where: { $0.isASCII && $0.isNumber }) else { return nil }
        let digits = word[start...].prefix { $0.isASCII && $0.isNumber }
        let rest = word[digits.endIndex...].drop { $0 == " " || $0 == "-" }
        let isGlued = start != word.startIndex && word[..<start].allSatisfy(\.isLetter) && rest.isEmpty
        guard rest.hasPrefix("bit") || isGlued, let bits = Int(digits) else { return nil }
        switch colour {
        case .bilevel: return 1
        case .gray: return bits > 8 ? 16 : bits
        // "16bit Color" counts a sample, "24bit Color" and "48 bits color" count a pixel.
        case .colour: return bits > 30 || (9...16).contains(bits) ? 16 : 8
        }
    }

    /// How badly this serves a wish for `depth` bits, 0 best.
    func distance(from depth: Int) -> Int {
        let misfit =
            switch (self.depth, depth) {
            case (nil, 16): 1
            case (nil, _): 0
            case (let mine?, _): mine == depth ? 0 : mine < depth ? 2 : 3
            }
        return misfit + (isScreened ? 10 : 0)
    }
}

/// Which of a device's modes serves a request.
package struct ModeChoice: Hashable, Sendable {
    package var word: String
    /// What the pixels will be, once the depth is set as well.
    package var colour: ColourMode
    /// Bits per sample that the word names.
    package var depth: Int?
    /// Bilevel comes of the gray mode with a depth of 1.
    package var needsDepthOne = false
    /// A sentence when it is not what was asked for.
    package var note: String?

    /// The colour wanted, or what comes nearest.
    ///
    /// - Parameter device: words that somebody named are taken before those that the tables know.
    /// - Throws: `ScanError.notOffered` with the device's own words.
    package init(
        offered: [String],
        wanted: ColourMode,
        depth: Int,
        offersDepthOne: Bool = false,
        device: DeviceSettings = DeviceSettings()
    ) throws(ScanError) {
        let own = ColourMode.allCases.map { device.word(for: $0)?.spelled(as: offered) }
        // A word with a meaning by decree has no other one.
        let rest = offered.filter { !own.contains($0) }
        for colour in Self.substitutes[wanted] ?? [wanted] {
            let named = device.word(for: colour)?.spelled(as: offered)
            guard let word = named ?? Self.best(of: rest, colour: colour, depth: depth) else { continue }
            self.word = word
            self.depth = ModeMeaning(word: word)?.depth
            self.colour = colour
            if colour == .gray, wanted == .bilevel, offersDepthOne {
                needsDepthOne = true
                self.colour = .bilevel
            } else if colour != wanted {
                // Colour cannot be made of gray; all else is, row by row: PageReduction.
                let remedy = wanted == .colour ? "\(colour.words) was used" : "it is made of \(colour.words)"
                note = "The scanner does not offer \(wanted.words); \(remedy)."
            }
            return
        }
        throw .notOffered(wanted: wanted.words, offered: offered)
    }

    /// What else may be taken for a colour that is not there.
    private static let substitutes: [ColourMode: [ColourMode]] = [
        .colour: [.colour, .gray],
        .gray: [.gray, .colour],
        .bilevel: [.bilevel, .gray, .colour],
    ]

    private static func best(of offered: [String], colour: ColourMode, depth: Int) -> String? {
        let words = ModeMeaning.table.first { $0.colour == colour }?.words
        return
            offered
            .compactMap { word in ModeMeaning(word: word).map { (word: word, meaning: $0) } }
            .filter { $0.meaning.colour == colour }
            .first { $0.meaning.distance(from: depth) * 1_000 + (words?.rank(of: $0.word) ?? 0) }?
            .word
    }
}

extension ColourMode {
    /// As people say it.
    var words: String {
        switch self {
        case .bilevel: "black and white"
        case .gray: "gray"
        case .colour: "colour"
        }
    }
}
