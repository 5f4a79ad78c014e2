import TestSupport
import Testing

@Suite("devices that describe themselves in odd ways", .timeLimit(.minutes(15)))
struct OddDeviceTests {
    /// A device, and what a gray A5 page at 100 dpi from it must be.
    struct Row: Sendable, CustomTestStringConvertible {
        var name: String
        var lines: [String]
        /// 148 x 210 mm.
        var size = [583, 827]
        var slack = 1
        var density: Int? = 100
        var components = 1
        var isNoted = false

        var testDescription: String { name }
    }

    private static let mode = "option mode string list Lineart Gray Color default Color"
    private static let resolution = "option resolution int unit dpi list 75 100 150 300 default 75"
    private static let corners = ["tl-x", "tl-y", "br-x", "br-y"].map { name in
        let most = name.hasSuffix("x") ? "215.9" : "297"
        return "option \(name) fixed unit mm range 0 \(most) 0 default \(name.hasPrefix("tl") ? "0" : "50")"
    }
    private static let plain = [mode, resolution]

    static let rows: [Row] = [
        Row(name: "plain", lines: plain + corners),
        Row(name: "only the far corner", lines: plain + corners.suffix(2)),
        Row(
            name: "only the right edge",
            lines: plain + [corners[2]] + ["bed 215.9 210"],
            isNoted: true
        ),
        Row(
            name: "corners in whole millimetres",
            lines: plain + ["br-x", "br-y"].map { "option \($0) int unit mm range 0 300 1 default 20" }
        ),
        Row(
            name: "corners in steps that do not divide",
            lines: plain + ["br-x", "br-y"].map { "option \($0) fixed unit mm range 0 300.5 7 default 20" },
            slack: 14
        ),
        Row(
            name: "corners of a list",
            lines: plain + ["br-x", "br-y"].map { "option \($0) fixed unit mm list 100 148.5 210 297 default 100" },
            slack: 3
        ),
        Row(
            name: "corners in pixels",
            lines: plain
                + ["tl-x", "tl-y", "br-x", "br-y"].map {
                    "option \($0) int unit pel range 0 3000 1 default \($0.hasPrefix("tl") ? 0 : 99)"
                }
        ),
        Row(
            name: "corners in pixels of a fixed resolution",
            lines: [mode, "option resolution int unit dpi default 300 ro"]
                + ["br-x", "br-y"].map {
                    "option \($0) int unit pel range 0 3000 1 default 99"
                },
            size: [1748, 2480],
            density: 300
        ),
        Row(
            name: "inactive corners",
            lines: plain + corners.map { $0.replacing(" default", with: " inactive default") } + ["bed 100 120"],
            size: [394, 472],
            isNoted: true
        ),
        Row(
            name: "corners that follow the page",
            lines: plain + [
                "option page-width fixed unit mm range 10 215 0.0211639 default 100",
                "option page-height fixed unit mm range 10 3000 0.0211639 default 100",
            ] + corners + ["follow br-x page-width", "follow br-y page-height"]
        ),
        Row(
            name: "a page size and no corners",
            lines: plain + [
                "option page-width fixed unit mm range 10 215 0 default 100",
                "option page-height fixed unit mm range 10 3000 0 default 100",
            ]
        ),
        Row(
            name: "a driver that rounds on its own",
            lines: plain + corners + ["round br-x 4", "round br-y 4"],
            slack: 8
        ),
        Row(
            name: "nothing is ever exact",
            lines: plain + corners + ["inexact resolution", "inexact br-x", "inexact br-y", "inexact mode"]
        ),
        Row(
            name: "every set changes the list",
            lines: plain + corners + ["reload mode", "reload resolution", "reload br-x", "reload br-y"]
        ),
        Row(
            name: "the resolution resets the mode, the mode the area, in silence",
            lines: plain + corners + ["on-set resolution reset mode Color", "silent resolution"]
        ),
        Row(name: "no mode", lines: [resolution] + corners),
        Row(
            name: "one mode, which nobody can change",
            lines: ["option mode string list Gray default Gray ro", resolution] + corners
        ),
        Row(name: "no resolution", lines: [mode] + corners),
        Row(
            name: "a resolution in words",
            lines: [mode, #"option resolution string list Auto "75 dpi" "100 dpi" "300 dpi" default Auto"#] + corners
        ),
        Row(
            name: "a resolution for each direction",
            lines: [
                mode, "option x-resolution int unit dpi list 75 100 300 default 75",
                "option y-resolution int unit dpi range 50 600 1 default 75",
            ] + corners
        ),
        Row(
            name: "a fixed-point list of resolutions, and one that means automatic",
            lines: [mode, "option resolution fixed unit dpi list 0 75 99.5 300 default 0 auto"] + corners,
            size: [580, 823],
            density: 100
        ),
        Row(
            name: "a depth that starts at 1",
            lines: plain + ["option depth int list 1 8 16 default 1"] + corners
        ),
        Row(
            name: "a depth that is active in every mode",
            lines: plain + ["option depth int unit bit list 8 12 16 default 16"] + corners
        ),
        Row(
            name: "groups and options without a name",
            lines: ["group A", #"option "" string list x y default x"#, "group B"] + plain + ["group C"] + corners
        ),
        Row(
            name: "advanced, automatic and emulated options",
            lines: (plain + corners).map { "\($0) advanced auto emulated" }
        ),
        Row(
            name: "names in capitals, with underscores",
            lines: [
                "option Mode string list GRAY COLOR default COLOR",
                "option Resolution int unit dpi list 75 100 default 75",
                "option BR_X fixed unit mm range 0 215 0 default 9",
                "option BR_Y fixed unit mm range 0 297 0 default 9",
            ],
            size: [850, 1169]
        ),
        Row(
            name: "words of another language",
            lines: [
                "option mode string list Schwarzweiß Graustufen Farbe default Schwarzweiß",
                "option source string list Vorlageneinzug Flachbett default Flachbett", resolution,
            ] + corners,
            components: 1
        ),
        Row(
            name: "a source that nobody knows",
            lines: plain + ["option source string list Auto Bay default Bay"] + corners
        ),
        Row(
            name: "a source that is read-only",
            lines: plain + ["option source string list Flatbed ADF default Flatbed ro"] + corners
        ),
    ]

    @Test(
        "a page of the right size, density and colour, with a note where that cannot be (BR-018, BR-024, BR-088)",
        arguments: rows
    )
    func page(_ row: Row) throws {
        let room = try Room(["odd"], describing: ["odd": ["vendor V", "model M", "type T"] + row.lines])
        let config = #""IfFeederEnabled":false,"PageSize":5,"Resolution":100,"PixelType":1"#
        let scan = try room.scan("odd", config)
        #expect(scan.end == 410, "\(scan.text)")
        let facts = try #require(scan.pages.first.flatMap(JPEGFacts.init))
        #expect(abs(facts.width - row.size[0]) <= row.slack, "\(facts.width)")
        #expect(abs(facts.height - row.size[1]) <= row.slack, "\(facts.height)")
        #expect(facts.density == row.density.map { [$0, $0] })
        #expect(facts.components == row.components)
        #expect(room.notes.contains { $0.contains("which part of the page") } == row.isNoted, "\(room.notes)")
    }

    @Test("a mode that nobody knows is refused with the words that the scanner offers (BR-029)")
    func unknownModes() throws {
        let lines = ["vendor V", "model M", "type T", "option mode string list Sepia Cyan default Cyan"]
        let room = try Room(["odd"], describing: ["odd": lines])
        let scan = try room.scan("odd", #""PixelType":2"#)
        #expect(scan.pages.isEmpty)
        #expect(scan.text.contains("Sepia") && scan.text.contains("Cyan"), "\(scan.text)")
    }
}
