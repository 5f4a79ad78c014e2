import Scanning

/// How often a scan that failed before any data is begun again, after which pause, and whether the scanner is looked for
/// before.
struct Attempts {
    /// One more try.
    struct Attempt {
        var pause: Duration
        /// It may have another address by now. A search is work, and disturbs whoever keeps the scanner busy: one is enough.
        var looksAgain: Bool
    }

    /// Another program, or the scanner's own warming up, lets go after a while. Together they leave time to tell the
    /// reason before a waiting POST gives up.
    private static let whileBusy: [Duration] = [
        .milliseconds(200), .milliseconds(400), .milliseconds(800), .milliseconds(1_600), .milliseconds(3_000),
    ]

    private var busy = whileBusy.enumerated().map { Attempt(pause: $1, looksAgain: $0 == 0) }[...]
    private var second: Attempt? = Attempt(pause: .milliseconds(200), looksAgain: true)

    /// The next attempt; nil when the failure stands.
    mutating func next(after error: ScanError) -> Attempt? {
        switch error {
        case .device(.busy):
            return busy.popFirst()
        // A device that slept, or moved to another address, says one of these once.
        case .device(.invalid), .device(.inputOutput):
            defer { second = nil }
            return second
        default:
            return nil
        }
    }
}
