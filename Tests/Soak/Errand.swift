/// What one client does for one job, decided before it begins: a pure function of seed, lane and step.
struct Errand: Sendable {
    /// How a client fetches its pages, or leaves.
    enum Manner: Sendable {
        /// One connection until the end is told, then perhaps DELETE, as the vendor's library does.
        case wholeOnOneConnection(deletes: Bool)
        case eachPageOnItsOwnConnection
        case twoPagesAtOnce
        /// HEAD before each page.
        case lookingFirst
        /// Takes the bytes in small pieces with pauses.
        case slowly
        /// Leaves in the middle of every page once, and comes back for it.
        case leavingMidPage(percent: Int, byReset: Bool)
        /// Leaves before anything of the answer has come, and comes back.
        case leavingUnanswered(byReset: Bool)
        case deleting(afterPages: Int, twice: Bool)
        case deletingMidPage(afterMilliseconds: Int)
        /// Goes away after some pages; the lane comes back for the rest later.
        case abandoning(afterPages: Int)
        case leavingAtConnect(byReset: Bool)
        case leavingMidRequest(percent: Int, byReset: Bool)
        /// Never learns the id of its job.
        case leavingAfterRequest(byReset: Bool)
    }

    var device: Int
    var fromFeeder: Bool
    var bothSides: Bool
    /// 0 black and white, 1 gray, 2 colour.
    var pixelType: Int
    var resolution: Int
    /// XferCount; nil is not said.
    var limit: Int?
    var manner: Manner

    init(seed: UInt64, lane: Int, step: Int) {
        var chance = Chance(seed: seed, actor: lane, step: step)
        device = chance.pick(SoakDevice.all.enumerated().map { ($1.weight, $0) })
        let scanner = SoakDevice.all[device]
        fromFeeder = scanner.sheets != nil && (!scanner.hasGlass || chance.percent(50))
        bothSides = scanner.hasDuplex && fromFeeder && chance.percent(60)
        pixelType = chance.one(of: scanner.pixelTypes)
        resolution = chance.one(of: scanner.resolutions)
        limit = [nil, -1, 1, 2, chance.number(1...6)][chance.number(0...4)]
        manner = Self.manner(&chance)
    }

    /// A client of the quiet beginning: fetches all pages that a job of that kind has.
    init(all kind: Kind) {
        device = kind.device
        fromFeeder = kind.fromFeeder
        bothSides = kind.bothSides
        pixelType = kind.pixelType
        resolution = kind.resolution
        limit = nil
        manner = .wholeOnOneConnection(deletes: false)
    }

    private static func manner(_ chance: inout Chance) -> Manner {
        let byReset = chance.percent(50)
        let percent = chance.number(0...90)
        let pages = chance.number(0...3)
        let coin = chance.percent(50)
        return chance.pick([
            (20, .wholeOnOneConnection(deletes: coin)),
            (10, .eachPageOnItsOwnConnection),
            (8, .twoPagesAtOnce),
            (4, .lookingFirst),
            (4, .slowly),
            (16, .leavingMidPage(percent: percent, byReset: byReset)),
            (8, .leavingUnanswered(byReset: byReset)),
            (8, .deleting(afterPages: pages, twice: coin)),
            (6, .deletingMidPage(afterMilliseconds: percent)),
            (6, .abandoning(afterPages: pages)),
            (3, .leavingAtConnect(byReset: byReset)),
            (3, .leavingMidRequest(percent: percent, byReset: byReset)),
            (4, .leavingAfterRequest(byReset: byReset)),
        ])
    }

    var scanner: SoakDevice { SoakDevice.all[device] }

    /// What the device makes of it when nothing disturbs.
    var outcome: SoakDevice.Outcome {
        let told = limit.flatMap { $0 > 0 ? $0 : nil }
        return scanner.outcome(way, limit: told)
    }

    var way: SoakDevice.Way { SoakDevice.Way(fromFeeder: fromFeeder, bothSides: bothSides) }

    var kind: Kind {
        Kind(
            device: device,
            fromFeeder: fromFeeder,
            bothSides: bothSides,
            pixelType: pixelType,
            resolution: resolution
        )
    }

    /// The body of the request that makes the job; `address` is the list's word for the device.
    func body(address: String) -> String {
        var config = [
            "\"PixelType\":\(pixelType)", "\"Resolution\":\(resolution)", "\"IfFeederEnabled\":\(fromFeeder)",
        ]
        if bothSides { config.append("\"IfDuplexEnabled\":true") }
        if let limit { config.append("\"XferCount\":\(limit)") }
        return "{\"device\":\(address),\"config\":{\(config.joined(separator: ","))}}"
    }
}
