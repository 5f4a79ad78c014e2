import Scanning

/// How often a scan that failed before any data is begun again, and after which pause.
struct Attempts {
    /// Another program, or the scanner's own warming up, lets go after a while. Together they leave time to tell the
    /// reason before a waiting POST gives up.
    private static let whileBusy: [Duration] = [
        .milliseconds(200), .milliseconds(400), .milliseconds(800), .milliseconds(1_600), .milliseconds(3_000),
    ]

    private var busyPauses = whileBusy[...]
    private var secondTry: Duration? = .milliseconds(200)

    /// The pause before the next attempt; nil when the failure stands.
    mutating func pause(after error: ScanError) -> Duration? {
        switch error {
        case .device(.busy):
            return busyPauses.popFirst()
        // A device that slept, or moved to another address, says one of these once.
        case .device(.invalid), .device(.inputOutput):
            defer { secondTry = nil }
            return secondTry
        default:
            return nil
        }
    }
}
