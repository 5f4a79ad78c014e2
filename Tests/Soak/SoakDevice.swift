/// A scanner of the soak, and what the model knows about it.
struct SoakDevice: Sendable {
    /// What people call it; the list's entry is found by it.
    var model: String
    /// How it behaves, in the words of docs/virtual-devices.md.
    var words: String
    var hasGlass = false
    /// Sheets in the feeder; nil without a feeder.
    var sheets: Int?
    /// The page on which the driver fails; pages before it are whole.
    var failingPage: Int?
    /// Every page has the same size, whatever is asked for.
    var isSized = true
    /// Its address changes when it is plugged in again.
    var moves = false
    /// How often it is taken, compared with others: some keep a client waiting for a deadline.
    var weight = 4

    /// What a job brings that nothing disturbs.
    struct Outcome: Equatable, Sendable {
        var pages: Int
        var endsInError: Bool
    }

    /// The model of the driver: the pages of a job, and whether it ends in an error.
    func outcome(fromFeeder: Bool, limit: Int?) -> Outcome {
        let wanted = fromFeeder ? min(limit ?? .max, sheets ?? 0) : 1
        if let failingPage, failingPage <= wanted { return Outcome(pages: failingPage - 1, endsInError: true) }
        return Outcome(pages: wanted, endsInError: wanted == 0)
    }

    /// The driver's words at the address that it has after so many moves.
    func name(address: Int) -> String {
        moves ? "libusb:001:\(address % 900 + 100),\(words)" : words
    }

    static let all = [
        SoakDevice(model: "Glass", words: "glass,size=640x480", hasGlass: true, weight: 6),
        SoakDevice(model: "Feeder", words: "feeder,pages=5,size=320x240+333x241+200x420", sheets: 5, weight: 8),
        SoakDevice(model: "Both", words: "pages=3", hasGlass: true, sheets: 3, isSized: false, weight: 6),
        SoakDevice(model: "Slow", words: "feeder,pages=4,size=401x300,delay=2000,chunk=20000", sheets: 4),
        SoakDevice(model: "Trickle", words: "pages=6,trickle,lines=unknown,size=222x333", hasGlass: true, sheets: 6),
        SoakDevice(model: "Moving", words: "feeder,pages=3,size=350x250", sheets: 3, moves: true),
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
        SoakDevice(model: "Sticky", words: "pages=2,size=300x244,hang-close", hasGlass: true, sheets: 2, weight: 1),
        SoakDevice(model: "Parking", words: "feeder,pages=2,size=300x266,hang0.3-cancel", sheets: 2),
        SoakDevice(model: "Empty", words: "feeder,pages=0,size=300x255", sheets: 0, weight: 1),
    ]
}
