extension SoakDevice {
    /// The scanners of the soak.
    static let all: [SoakDevice] = plain + odd + failing

    private static let plain: [SoakDevice] = [
        SoakDevice(model: "Glass", words: "glass,size=640x480", hasGlass: true, pixelTypes: [0, 1, 2], weight: 6),
        SoakDevice(
            model: "Feeder",
            words: "feeder,pages=5,size=320x240+333x241+200x420",
            sheets: 5,
            pixelTypes: [0, 1, 2],
            weight: 8
        ),
        SoakDevice(model: "Both", words: "pages=3", hasGlass: true, sheets: 3, resolutions: [75, 150], weight: 6),
        SoakDevice(model: "Slow", words: "feeder,pages=4,size=401x300,delay=2000,chunk=20000", sheets: 4),
        SoakDevice(model: "Trickle", words: "pages=6,trickle,lines=unknown,size=222x333", hasGlass: true, sheets: 6),
        SoakDevice(model: "Moving", words: "feeder,pages=3,size=350x250", sheets: 3, moves: true),
        // libsane's own: ten sheets without a number.
        SoakDevice(
            model: "frontend-tester",
            words: "test:0",
            hasGlass: true,
            sheets: 10,
            isNumbered: false,
            weight: 3
        ),
    ]

    private static let odd: [SoakDevice] = [
        // Hangs at the next opening unless an image was read to its end or cancelled.
        SoakDevice(model: "Grudge", words: "grudge,pages=3,size=310x230", hasGlass: true, sheets: 3),
        SoakDevice(
            model: "fi-7260",
            words: "fujitsu-fi7260,pages=2,turned-backs",
            hasGlass: true,
            sheets: 2,
            hasDuplex: true,
            turnsBacks: true
        ),
        // No glass, an area without corners.
        SoakDevice(
            model: "ScanSnap",
            words: "fujitsu-scansnap-epjitsu,pages=3,size=330x250",
            sheets: 3,
            hasDuplex: true,
            pixelTypes: [0, 2]
        ),
        // Neither mode nor resolution nor area.
        SoakDevice(
            model: "P-215",
            words: "canon-p215-canon_dr,pages=2,size=340x260",
            sheets: 2,
            hasDuplex: true,
            pixelTypes: [1],
            weight: 3
        ),
        // Modes of 16 bits beside those of 8.
        SoakDevice(model: "PIXMA", words: "canon-pixma-48bit,size=310x222", hasGlass: true, weight: 3),
        SoakDevice(model: "Passes", words: "frames=3,pages=3,size=321x243", hasGlass: true, sheets: 3, weight: 3),
        SoakDevice(model: "Deep", words: "depth=16,pad=5,pages=2,size=300x213", hasGlass: true, sheets: 2, weight: 3),
        SoakDevice(model: "Fuzzy", words: "fuzzy,surplus=3,pages=2,size=300x217", hasGlass: true, sheets: 2, weight: 3),
        // Leaves a child behind that keeps everything open, and tells stories.
        SoakDevice(
            model: "Forking",
            words: "fork,prints,feeder,pages=2,size=300x219",
            sheets: 2,
            pixelTypes: [2],
            weight: 3
        ),
        SoakDevice(model: "Parking", words: "feeder,pages=2,size=300x266,hang0.3-cancel", sheets: 2),
        SoakDevice(model: "Sticky", words: "pages=2,size=300x244,hang-close", hasGlass: true, sheets: 2, weight: 1),
    ]

    private static let failing: [SoakDevice] = [
        SoakDevice(
            model: "Jam",
            words: "feeder,pages=6,size=300x211,jammed-read@3:20000",
            sheets: 6,
            failingPage: 3
        ),
        SoakDevice(
            model: "Crash",
            words: "feeder,pages=4,size=300x222,segv-read@2:10000",
            sheets: 4,
            failingPage: 2
        ),
        SoakDevice(
            model: "Hang",
            words: "feeder,pages=4,size=300x233,hang-read@2:10000",
            sheets: 4,
            failingPage: 2,
            weight: 1
        ),
        SoakDevice(model: "Empty", words: "feeder,pages=0,size=300x255", sheets: 0, weight: 1),
    ]
}
