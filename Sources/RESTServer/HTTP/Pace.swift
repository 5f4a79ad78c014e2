/// How fast a client takes its answer, by what its kernel has acknowledged at one look after another.
///
/// What it takes buys time at the least rate that is wanted of it. Whoever is fast enough never owes any, whoever has
/// stopped owes all of it, and a few bytes now and then help nobody.
struct Pace {
    /// Up to here the client has kept the pace.
    private var paidUntil: UInt64
    private var lastLook: (time: UInt64, bytes: UInt64)?
    /// Looks in a row that saw a little and too little of it.
    private var drips = 0
    /// Bytes a second between the last two looks; nil while there were not two.
    private(set) var rate: UInt64?
    /// Nothing is left that the client could take.
    private(set) var isPaid = false

    /// One pause in mid-look makes a fast client look slow; several in a row don't happen to it.
    private static let fewDrips = 3
    private static let second = Duration.seconds(1).nanoseconds

    init(from now: UInt64) {
        paidUntil = now
    }

    /// How much time the client owes.
    func debt(at now: UInt64) -> UInt64 { now > paidUntil ? now - paidUntil : 0 }

    /// True when the client has been taking its answer drop by drop, and owes some time already.
    var isDripping: Bool { drips >= Self.fewDrips }

    /// When to look next.
    func nextLook(_ limits: ConnectionLimits) -> UInt64 {
        (lastLook?.time ?? paidUntil) + limits.lookInterval
    }

    /// The client has taken all that there is for it.
    mutating func noteAllTaken(at now: UInt64) {
        self = Pace(from: now)
        isPaid = true
    }

    /// Looks, unless the last look was just now.
    mutating func look(acknowledged: UInt64, at now: UInt64, _ limits: ConnectionLimits) {
        isPaid = false
        guard let last = lastLook else {
            // How much of it belongs to earlier answers nobody knows.
            lastLook = (now, acknowledged)
            return
        }
        guard now >= last.time + limits.lookInterval else { return }
        lastLook = (now, acknowledged)
        let taken = acknowledged > last.bytes ? acknowledged - last.bytes : 0
        let rate = taken * Self.second / (now - last.time)
        self.rate = rate
        let wanted = UInt64(max(1, limits.readerRate))
        paidUntil = min(now, paidUntil + taken * Self.second / wanted)
        if rate >= wanted {
            drips = 0
        } else if taken > 0 {
            drips += 1
        }
    }
}

extension ConnectionLimits {
    /// Time between two looks at a client that takes its answer.
    fileprivate var lookInterval: UInt64 {
        min(Duration.seconds(1).nanoseconds, stalledReader.nanoseconds / 4, slowReader.nanoseconds / 4)
    }
}
