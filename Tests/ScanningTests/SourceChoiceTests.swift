import TestSupport
import Testing

@testable import Scanning

@Suite("the words for where the paper lies")
struct SourceChoiceTests {
    /// What each profile's list must give: glass, feeder, feeder with both sides.
    struct Row: Sendable, CustomTestStringConvertible {
        var profile: String
        var glass: String?
        var feeder: String?
        var both: String?
        var testDescription: String { profile }

        init(_ profile: String, glass: String? = nil, feeder: String? = nil, both: String? = nil) {
            (self.profile, self.glass, self.feeder, self.both) = (profile, glass, feeder, both)
        }
    }

    static let rows = [
        Row("sane-test-1.2.1", glass: "Flatbed", feeder: "Automatic Document Feeder"),
        Row("canon-lide20-plustek", glass: "Normal"),
        Row("epson2-flatbed-mfp", glass: "Flatbed"),
        Row("epson2-a3-adf-duplex", glass: "Flatbed", feeder: "Automatic Document Feeder"),
        Row("epson-perfection-tpu", glass: "Flatbed"),
        Row("canon-pixma-mx-adf", glass: "Flatbed", feeder: "Automatic Document Feeder"),
        Row(
            "brother-mfc-brother4",
            glass: "FlatBed",
            feeder: "Automatic Document Feeder(left aligned)",
            both: "Automatic Document Feeder(left aligned,Duplex)"
        ),
        Row(
            "brother-ads1600w-brother4",
            feeder: "Automatic Document Feeder(left aligned)",
            both: "Automatic Document Feeder(left aligned,Duplex)"
        ),
        Row(
            "brother-ads2800w",
            feeder: "Automatic Document Feeder(left aligned)",
            both: "Automatic Document Feeder(left aligned,Duplex)"
        ),
        Row("epson-utsushi-flatbed", glass: "Document Table"),
        Row("fujitsu-scansnap-epjitsu", feeder: "ADF Front", both: "ADF Duplex"),
        Row("fujitsu-fi7260", glass: "Flatbed", feeder: "ADF Front", both: "ADF Duplex"),
        Row("fujitsu-scansnap-s1500", feeder: "ADF Front", both: "ADF Duplex"),
        Row("hp-psc1600-hpaio", glass: "Flatbed"),
        Row("hp-scanjet8250-avision", glass: "Normal", feeder: "ADF"),
        Row("brother-mfc8710dw-airscan-wsd", glass: "Flatbed", feeder: "ADF"),
        Row("epson-ds780n-airscan-wsd", feeder: "ADF", both: "ADF Duplex"),
        Row("epson-et2850-airscan-escl", glass: "Flatbed"),
        Row("epson-v500-epkowa", glass: "Flatbed"),
        Row("canon-p215-canon_dr", feeder: "ADF Front", both: "ADF Duplex"),
    ]

    @Test("every profile's list gives the right word for each meaning", arguments: rows)
    func profileWords(row: Row) throws {
        let words = try #require(ScannerProfile.named(row.profile).words(of: "source"))
        #expect(SourceMeaning.glass.pick(from: words) == row.glass)
        #expect(SourceMeaning.feeder.pick(from: words) == row.feeder)
        #expect(SourceMeaning.bothSides.pick(from: words) == row.both)
    }

    @Test("no profile with a source list is left out of the table")
    func tableIsWhole() {
        let listed = Set(ScannerProfile.all.filter { $0.words(of: "source") != nil }.map(\.id))
        #expect(listed == Set(Self.rows.map(\.profile)))
    }

    @Test(
        "other words of other drivers are known too",
        arguments: [
            ("fb", SourceMeaning.glass), ("Document Glass", .glass), (" Flatbed ", .glass), ("PLATEN", .glass),
            ("adf", .feeder), ("Document Feeder", .feeder), ("Manual Feed Tray", .feeder), ("ADF Simplex", .feeder),
            ("Duplex", .bothSides), ("ADF - both sides", .bothSides), ("ADF Back", .backs), ("ADF Rear", .backs),
            ("Transparency Unit", .special), ("Transparency Adapter Infrared", .special), ("Negative", .special),
            ("TMA Slides", .special), ("Card Front", .special), ("Card Duplex", .special), ("Filmstrip", .special),
        ]
    )
    func otherWords(word: String, meaning: SourceMeaning) {
        #expect(SourceMeaning(word: word) == meaning)
    }

    @Test(
        "the words of drivers that speak another language are known too (BR-030)",
        arguments: [
            ("Flachbett", SourceMeaning.glass), ("Vorlagenglas", .glass), ("Vorlageneinzug", .feeder),
            ("Automatischer Vorlageneinzug (beidseitig)", .bothSides), ("Vorlageneinzug (Rückseite)", .backs),
            ("Durchlichteinheit", .special), ("Vitre d'exposition", .glass), ("Chargeur automatique", .feeder),
            ("Chargeur (recto verso)", .bothSides), ("Chargeur (recto)", .feeder), ("Chargeur (verso)", .backs),
            ("Cama plana", .glass), ("Alimentador automático", .feeder), ("Alimentador (ambas caras)", .bothSides),
            ("Piano di scansione", .glass), ("Alimentatore automatico", .feeder),
            ("Alimentatore fronte/retro", .bothSides), ("Mesa digitalizadora", .glass),
            ("Alimentador (frente e verso)", .bothSides), ("Glasplaat", .glass), ("Documentinvoer", .feeder),
            ("Планшет", .glass), ("Автоподатчик", .feeder), ("Автоподатчик двусторонний", .bothSides),
            ("フラットベッド", .glass), ("原稿台", .glass), ("自動給紙装置", .feeder), ("ADF両面", .bothSides),
            ("フィルム", .special), ("平板", .glass), ("自动进纸器", .feeder), ("自动进纸器（双面）", .bothSides),
        ]
    )
    func foreignWords(word: String, meaning: SourceMeaning) {
        #expect(SourceMeaning(word: word) == meaning)
    }

    @Test("an unknown word means nothing", arguments: ["Auto", "", "   ", "Bay 1"])
    func unknownWords(word: String) {
        #expect(SourceMeaning(word: word) == nil)
    }

    @Test("the glass is taken unless the feeder is asked for")
    func glassFirst() {
        let words = ["ADF", "Flatbed"]
        #expect(SourceChoice(offered: words, wanted: nil, bothSides: false).word == "Flatbed")
        #expect(SourceChoice(offered: words, wanted: .glass, bothSides: false).word == "Flatbed")
        #expect(SourceChoice(offered: words, wanted: .feeder, bothSides: false).word == "ADF")
    }

    @Test("a scanner with a feeder only uses it whatever is asked", arguments: [nil, PaperSource.glass, .feeder])
    func feederOnly(wanted: PaperSource?) {
        let choice = SourceChoice(offered: ["ADF Front", "ADF Back", "ADF Duplex"], wanted: wanted, bothSides: false)
        #expect(choice.word == "ADF Front")
        #expect(choice.source == .feeder)
        #expect(!choice.bothSides)
    }

    @Test("a feeder that is not there gives the glass and a note")
    func missingFeeder() {
        let choice = SourceChoice(offered: ["Flatbed", "Transparency Unit"], wanted: .feeder, bothSides: false)
        #expect(choice.source == .glass)
        #expect(choice.word == "Flatbed")
        #expect(choice.note == "The scanner has no feeder; the glass was used.")
    }

    @Test(
        "a word that names a flatbed or a place for film is no feeder, whoever says so (BR-102)",
        arguments: [
            ("Flatbed", true), ("FlatBed", true), ("Document Table", true), ("Vorlagenglas", true), ("Platen", true),
            ("Transparency Unit", true), ("Negative Film", true), ("TPU8x10", false), ("Card Front", false),
            ("ADF", false), ("ADF Duplex", false), ("Feeder (left, no flatbed)", false), ("Auto", false),
            ("Sheet glass", false), ("Normal", true), ("フラットベッド", true), ("自动进纸器", false),
        ]
    )
    func stillPlaces(word: String, liesStill: Bool) {
        #expect(SourceMeaning.liesStill(word) == liesStill)
        for isDuplex in [false, true] {
            var device = DeviceSettings()
            if isDuplex { device.feederDuplex = word } else { device.feeder = word }
            let choice = SourceChoice(
                offered: ["Bay", word],
                wanted: .feeder,
                bothSides: isDuplex,
                device: device
            )
            #expect(choice.word == word)
            #expect(choice.source == (liesStill ? .glass : .feeder))
            #expect(choice.bothSides == (isDuplex && !liesStill))
            #expect((choice.note != nil) == liesStill)
        }
    }

    @Test("film and cards are never chosen")
    func specials() {
        let choice = SourceChoice(offered: ["Transparency Unit", "Card Front"], wanted: nil, bothSides: false)
        #expect(choice.word == nil)
        #expect(choice.source == .glass)
    }
}
