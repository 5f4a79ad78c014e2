import TestSupport
import Testing

@testable import Scanning

@Suite("the words for what a pixel can show")
struct ModeChoiceTests {
    /// What each profile's list must give for bilevel, gray and colour; nil where something else or nothing is taken.
    struct Row: Sendable, CustomTestStringConvertible {
        var profile: String
        var bilevel: String?
        var gray: String
        var colour: String
        var testDescription: String { profile }

        init(_ profile: String, _ bilevel: String?, _ gray: String, _ colour: String) {
            (self.profile, self.bilevel, self.gray, self.colour) = (profile, bilevel, gray, colour)
        }
    }

    static let rows = [
        Row("sane-test-1.2.1", nil, "Gray", "Color"),
        Row("canon-lide20-plustek", "Lineart", "Gray", "Color"),
        Row("epson2-flatbed-mfp", "Lineart", "Gray", "Color"),
        Row("epson2-a3-adf-duplex", "Lineart", "Gray", "Color"),
        Row("epson-perfection-tpu", "Lineart", "Gray", "Color"),
        Row("canon-pixma-mx-adf", "Lineart", "Gray", "Color"),
        Row("canon-pixma-48bit", "Lineart", "Gray", "Color"),
        Row("brother-mfc-brother4", "Black & White", "True Gray", "24bit Color[Fast]"),
        Row("brother-ads1600w-brother4", "Black & White", "True Gray", "24bit Color[Fast]"),
        Row("brother-ads2800w", "Black & White", "True Gray", "24bit Color[Fast]"),
        Row("epson-utsushi-flatbed", "Monochrome", "Grayscale", "Color"),
        Row("fujitsu-scansnap-epjitsu", "Lineart", "Gray", "Color"),
        Row("fujitsu-fi7260", "Lineart", "Gray", "Color"),
        Row("fujitsu-scansnap-s1500", "Lineart", "Gray", "Color"),
        Row("hp-psc1600-hpaio", "Lineart", "Gray", "Color"),
        Row("hp-scanjet8250-avision", "Lineart", "Gray", "Color"),
        Row("brother-mfc8710dw-airscan-wsd", nil, "Gray", "Color"),
        Row("epson-ds780n-airscan-wsd", nil, "Gray", "Color"),
        Row("epson-et2850-airscan-escl", nil, "Gray", "Color"),
        Row("brother-l2750dw-escl", "Lineart", "Gray", "Color"),
        Row("epson-v500-epkowa", "Binary", "Gray", "Color"),
        Row("pacific-image-pieusb", "Lineart", "Gray", "Color"),
    ]

    @Test("every profile's list gives the right word for each colour", arguments: rows)
    func profileWords(row: Row) throws {
        let words = try #require(ScannerProfile.named(row.profile).words(of: "mode"))
        #expect(try ModeChoice(offered: words, wanted: .gray, depth: 8).word == row.gray)
        #expect(try ModeChoice(offered: words, wanted: .colour, depth: 8).word == row.colour)
        let bilevel = try ModeChoice(offered: words, wanted: .bilevel, depth: 1)
        #expect(bilevel.word == row.bilevel ?? row.gray)
        #expect(bilevel.colour == (row.bilevel == nil ? .gray : .bilevel))
        #expect((bilevel.note == nil) == (row.bilevel != nil))
    }

    @Test("no profile with a mode list is left out of the table")
    func tableIsWhole() {
        let listed = Set(ScannerProfile.all.filter { $0.words(of: "mode") != nil }.map(\.id))
        #expect(listed == Set(Self.rows.map(\.profile)))
    }

    @Test(
        "sixteen bits are taken by name only when asked for",
        arguments: [
            (["Color", "Gray", "48 bits color", "16 bits gray", "Lineart"], ColourMode.colour, "48 bits color"),
            (["Color", "Gray", "48 bits color", "16 bits gray", "Lineart"], .gray, "16 bits gray"),
            (["Lineart", "Dithered", "Gray", "16bit Gray", "Color", "16bit Color"], .gray, "16bit Gray"),
            (["Lineart", "Dithered", "Gray", "16bit Gray", "Color", "16bit Color"], .colour, "16bit Color"),
            (["Color48", "Color24", "Gray16", "Gray8", "Lineart"], .colour, "Color48"),
            (["Lineart", "Gray", "Color"], .colour, "Color"),
        ]
    )
    func sixteenBits(words: [String], wanted: ColourMode, word: String) throws {
        #expect(try ModeChoice(offered: words, wanted: wanted, depth: 16).word == word)
        let plain = try ModeChoice(offered: words, wanted: wanted, depth: 8)
        #expect(ModeMeaning(word: plain.word)?.depth != 16)
    }

    @Test(
        "words of other drivers are known too",
        arguments: [
            (["Black and White - Line Art", "Grayscale - 256 Levels", "Color - 16 Million Colors"], 0, 1, 2),
            (["Color48", "Color24", "Gray16", "Gray8", "Lineart"], 4, 3, 1),
            (["bw", "halftone", "gray4", "gray8", "color"], 0, 3, 4),
            (["Lineart", "Gray (6 bit)", "Gray (8 bit)", "Color (18 bit)", "Color (24 bit)"], 0, 2, 3),
            (["Color Lineart", "Color Halftone", "Color", "Gray", "Lineart"], 4, 3, 2),
            (["Halftone", "Gray", "RGBI", "RGB"], 0, 1, 3),
            (["Gray[Error Diffusion]", "True Gray", "COLOR ", "LINEART"], 3, 1, 2),
        ]
    )
    func otherWords(words: [String], bilevel: Int, gray: Int, colour: Int) throws {
        #expect(try ModeChoice(offered: words, wanted: .bilevel, depth: 1).word == words[bilevel])
        #expect(try ModeChoice(offered: words, wanted: .gray, depth: 8).word == words[gray])
        #expect(try ModeChoice(offered: words, wanted: .colour, depth: 8).word == words[colour])
    }

    @Test(
        "the words of drivers that speak another language are known too (BR-029)",
        arguments: [
            ["Schwarzweiß", "Graustufen", "Farbe"], ["Strichzeichnung", "Grau", "Farbe (24 Bit)"],
            ["Noir et blanc", "Niveaux de gris", "Couleur"], ["Blanco y negro", "Escala de grises", "Color"],
            ["Bianco e nero", "Scala di grigi", "Colore"], ["Preto e branco", "Tons de cinza", "Cores"],
            ["Zwart-wit", "Grijswaarden", "Kleur"], ["Черно-белый", "Оттенки серого", "Цветной"],
            ["白黒", "グレースケール", "カラー"], ["黑白", "灰度", "彩色"], ["Svartvitt", "Gråskala", "Färg"],
        ]
    )
    func foreignWords(words: [String]) throws {
        for offered in [words, words.reversed()] {
            #expect(try ModeChoice(offered: offered, wanted: .bilevel, depth: 1).word == words[0])
            #expect(try ModeChoice(offered: offered, wanted: .gray, depth: 8).word == words[1])
            #expect(try ModeChoice(offered: offered, wanted: .colour, depth: 8).word == words[2])
        }
    }

    @Test("colour of a gray scanner is gray, with a note")
    func grayForColour() throws {
        let choice = try ModeChoice(offered: ["Lineart", "Gray"], wanted: .colour, depth: 8)
        #expect(choice.word == "Gray")
        #expect(choice.note == "The scanner does not offer colour; gray was used.")
    }

    @Test("gray of a colour scanner is colour, with a note")
    func colourForGray() throws {
        let choice = try ModeChoice(offered: ["Color"], wanted: .gray, depth: 8)
        #expect(choice.word == "Color")
        #expect(choice.note == "The scanner does not offer gray; it is made of colour.")
    }

    @Test("bilevel without a mode of its own is gray of depth 1, where that is offered")
    func bilevelByDepth() throws {
        let choice = try ModeChoice(offered: ["Gray", "Color"], wanted: .bilevel, depth: 1, offersDepthOne: true)
        #expect(choice.word == "Gray")
        #expect(choice.needsDepthOne)
        #expect(choice.colour == .bilevel)
        #expect(choice.note == nil)
    }

    @Test("a scanner without any word for it is an error that lists the words")
    func nothingFits() {
        #expect(throws: ScanError.notOffered(wanted: "colour", offered: ["Infrared", "Lineart"])) {
            try ModeChoice(offered: ["Infrared", "Lineart"], wanted: .colour, depth: 8)
        }
    }
}
