/// What a word of a `source` option means.
package enum SourceMeaning: String, Hashable, Sendable, CaseIterable {
    /// Film, slides, cards: never chosen unless nothing else is there.
    case special
    /// The back sides alone.
    case backs
    case bothSides
    case feeder
    case glass

    /// In the order in which they are tried: "Card Duplex" is a card, "ADF Duplex" is no simple feeder.
    ///
    /// Source: the option lists of the backends in sane-backends, and of the makers' own drivers, some of which speak the
    /// language of the country they were sold in.
    static let table: [(meaning: SourceMeaning, words: OptionWords)] = [
        (
            .special,
            OptionWords(
                whole: ["tma", "tpu", "xpa"],
                parts: [
                    "transparen", "negativ", "positiv", "slide", "film", "card", "infrared", "tma ", "tpu ",
                    "durchlicht", "trasparen", "diapos", "слайд", "пленк", "плёнк", "フィルム", "透過", "底片", "胶片",
                ]
            )
        ),
        (
            .backs,
            OptionWords(
                whole: ["adf back", "adf rear"],
                parts: ["back", "rear", "rückseit", "verso", "reverso", "retro", "dorso", "обратн", "裏面", "背面"],
                // "recto verso", "fronte/retro", "frente e verso": both.
                without: ["front", "recto", "frente", "anverso", "vorder"]
            )
        ),
        (
            .bothSides,
            OptionWords(
                whole: ["adf duplex", "duplex"],
                parts: [
                    "duplex", "both sides", "double-sided", "double sided", "two-sided", "two sided", "2-sided",
                    "2 sided", "front and back", "front & back", "beidseit", "doppelseit", "beide seiten",
                    "recto verso", "recto-verso", "recto/verso", "double face", "doble cara", "dos caras",
                    "ambas caras", "anverso y reverso",
                    "fronte retro", "fronte-retro", "fronte/retro", "fronte e retro", "frente e verso", "dubbelzijdig",
                    "двусторон", "двухсторон", "дуплекс", "両面", "双面", "雙面",
                ]
            )
        ),
        (
            .feeder,
            OptionWords(
                whole: ["adf front", "adf", "automatic document feeder", "adf simplex", "document feeder"],
                parts: [
                    "adf", "feed", "sheet", "einzug", "zuführ", "zufuhr", "chargeur", "alimenta", "invoer", "podajnik",
                    "подат", "подач", "フィーダ", "給紙", "进纸", "進紙", "馈纸", "输稿", "送稿",
                ],
                without: ["flatbed"]
            )
        ),
        (
            .glass,
            OptionWords(
                whole: ["flatbed", "fb", "normal", "platen", "document glass", "document table"],
                parts: [
                    "flatbed", "flat bed", "platen", "glas", "document table", "flachbett", "auflage", "vitre",
                    "à plat",
                    "cama plana", "cristal", "piano", "vetro", "mesa", "vidro", "планшет", "стекл", "フラットベッド",
                    "原稿台", "ガラス", "平板", "玻璃", "平台",
                ],
                without: ["adf"]
            )
        ),
    ]

    /// What a word means; nil for an unknown one ("Auto").
    package init?(word: String) {
        guard let row = Self.table.first(where: { $0.words.rank(of: word) != nil }) else { return nil }
        self = row.meaning
    }

    /// Whether a word names a place where the paper lies still, whatever somebody says of it: as a feeder it would never be
    /// empty, and give the same page for ever.
    static func liesStill(_ word: String) -> Bool {
        guard let meaning = SourceMeaning(word: word), meaning == .glass || meaning == .special else { return false }
        let moving = ["card"] + (table.first { $0.meaning == .feeder }?.words.parts ?? [])
        return !moving.contains { word.plain.holds($0) }
    }

    /// The first word for what lets light through; film units say so, cards do not.
    static func transparent(of offered: [String]) -> String? {
        offered.first { SourceMeaning(word: $0) == .special && !$0.plain.holds("card") }
    }

    /// The best word with this meaning, spelled as offered.
    func pick(from offered: [String]) -> String? {
        let mine = offered.filter { SourceMeaning(word: $0) == self }
        return Self.table.first { $0.meaning == self }?.words.pick(from: mine)
    }
}

/// Which of a device's sources serves a request.
package struct SourceChoice: Hashable, Sendable {
    /// The device's word; nil leaves it as it is.
    package var word: String?
    package var source: PaperSource
    /// True when the word itself says that both sides come.
    package var bothSides = false
    /// A sentence when it is not what was asked for.
    package var note: String?

    /// The house rules: the glass unless the feeder is asked for or is all there is.
    ///
    /// - Parameter device: words that somebody named are taken before those that the tables know.
    package init(offered: [String], wanted: PaperSource?, bothSides: Bool, device: DeviceSettings = DeviceSettings()) {
        let own = [device.flatbed, device.feeder, device.feederDuplex].map { $0?.spelled(as: offered) }
        // A word with a meaning by decree has no other one.
        let rest = offered.filter { !own.contains($0) }
        let glass = own[0] ?? SourceMeaning.glass.pick(from: rest)
        let feeder = own[1] ?? SourceMeaning.feeder.pick(from: rest)
        let both = own[2] ?? SourceMeaning.bothSides.pick(from: rest)
        let oneSided = feeder ?? both ?? SourceMeaning.backs.pick(from: rest)
        guard let oneSided, wanted == .feeder || glass == nil else {
            word = glass
            source = .glass
            note = wanted == .feeder ? "The scanner has no feeder; the glass was used." : nil
            return
        }
        let chosen = bothSides ? both ?? oneSided : oneSided
        word = chosen
        guard !SourceMeaning.liesStill(chosen) else {
            source = .glass
            note = Self.stillNote(chosen)
            return
        }
        source = .feeder
        self.bothSides = chosen == both
        note = self.bothSides && !bothSides ? "The feeder of this scanner always takes both sides." : nil
    }

    /// The sentence for a job that is meant for a feeder and scans elsewhere.
    static func stillNote(_ word: String) -> String {
        "The scanner's source is \"\(word)\", which is no feeder and gives one page."
    }
}
