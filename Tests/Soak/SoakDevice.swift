import TestSupport

/// A scanner of the soak, and what the model knows about it.
struct SoakDevice: Sendable {
    /// What people call it; the list's entry is found by it.
    var model: String
    /// How it behaves, in the words of docs/virtual-devices.md, or the name of a device of another driver.
    var words: String
    var hasGlass = false
    /// Sheets in the feeder; nil without a feeder.
    var sheets: Int?
    /// The feeder scans the backs of sheets, too.
    var hasDuplex = false
    /// The page on which the driver fails; pages before it are whole.
    var failingPage: Int?
    /// What jobs ask it for: 0 black and white, 1 gray, 2 colour.
    var pixelTypes = [1, 2]
    /// Where the size of pages depends on it, there are two.
    var resolutions = [75]
    /// A number is drawn into its pages.
    var isNumbered = true
    /// Backs come upside down.
    var turnsBacks = false
    /// Its address changes when it is plugged in again.
    var moves = false
    /// How often it is taken, compared with others: some keep a client waiting for a deadline.
    var weight = 4

    /// What a job brings that nothing disturbs.
    struct Outcome: Equatable, Sendable {
        var pages: Int
        var endsInError: Bool
    }

    /// Where a sheet can lie, and which of its sides are wanted.
    struct Way: Sendable {
        var fromFeeder: Bool
        var bothSides: Bool
    }

    var ways: [Way] {
        let glass = hasGlass ? [Way(fromFeeder: false, bothSides: false)] : []
        guard sheets != nil else { return glass }
        let sides = hasDuplex ? [false, true] : [false]
        return glass + sides.map { Way(fromFeeder: true, bothSides: $0) }
    }

    /// The model of the driver: the pages of a job, and whether it ends in an error. A limit counts sides.
    func outcome(_ way: Way, limit: Int?) -> Outcome {
        let held = (sheets ?? 0) * (way.bothSides ? 2 : 1)
        let wanted = way.fromFeeder ? min(limit ?? .max, held) : 1
        if let failingPage, failingPage <= wanted { return Outcome(pages: failingPage - 1, endsInError: true) }
        return Outcome(pages: wanted, endsInError: wanted == 0)
    }

    /// What must be drawn into the page of that place, counted from 0; nil where nothing is.
    func mark(ofPage place: Int, _ way: Way) -> PageMark? {
        guard isNumbered else { return nil }
        guard way.bothSides else { return PageMark(sheet: place + 1) }
        let isBack = place % 2 == 1
        let turn = isBack && turnsBacks ? PageMark.Turn.upsideDown : .upright
        return PageMark(sheet: place / 2 + 1, side: isBack ? .back : .front, turn: turn)
    }

    /// Width and height of the page of that place, counted from 0; nil where the job's area decides.
    func size(ofPage place: Int) -> (width: Int, height: Int)? {
        guard let word = words.split(separator: ",").first(where: { $0.hasPrefix("size=") }) else { return nil }
        let sizes = word.dropFirst(5).split(separator: "+").map { $0.split(separator: "x").compactMap { Int($0) } }
        let size = sizes[min(place, sizes.count - 1)]
        return size.count == 2 ? (size[0], size[1]) : nil
    }

    /// A device of the soak's own driver, not of another one.
    var isVirtual: Bool { !words.hasPrefix("test:") }

    /// The driver's words at the address that it has after so many moves.
    func name(address: Int) -> String {
        moves ? "libusb:001:\(address % 900 + 100),\(words)" : words
    }
}
