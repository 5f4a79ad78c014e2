/// How a job of the v19 generation behaves: the members of its request that say nothing about the scan itself.
///
/// Source: vendor's REST reference, `POST /api/device/scanners/jobs`. `requireWebsocket` and
/// `requestFocusForScanningUI`, which a host without a screen and without WebSockets cannot grant, are not read.
public struct JobBehaviour: Hashable, Sendable {
    /// False makes a job that waits until it is told to run.
    public var autoRun = true
    /// Seconds that a scanner may take for one step; nil leaves it to the service.
    public var scannerFailureTimeout: Int?
    /// Seconds that the job lives while it waits to be told to run, and once it is over; nil is for as long as the
    /// service keeps it.
    public var jobTimeout: Int?
    /// The feeder must hold paper, or the job fails before anything moves.
    public var checksFeeder = false
    /// What `scanner/settings` of an earlier job has answered; applied before everything else.
    public var settings: String?

    /// A job that behaves as always.
    public init() {}

    init(_ body: MemberReader, config: MemberReader?) throws(WireError) {
        autoRun = try body.flag("autoRun") ?? true
        scannerFailureTimeout = try Self.seconds(body, "scannerFailureTimeout")
        jobTimeout = try Self.seconds(body, "jobTimeout")
        // By the vendor's own text it may stand in either place.
        let inConfiguration = try config?.flag("checkFeederLoaded")
        checksFeeder = try body.flag("checkFeederLoaded") ?? inConfiguration ?? false
        settings = try body.text("settings")
    }

    /// A whole number of seconds; nil for 0, which is the API's word for "never".
    private static func seconds(_ body: MemberReader, _ name: String) throws(WireError) -> Int? {
        guard let seconds = try body.integer(name) else { return nil }
        guard seconds >= 0 else { throw WireError("\(body.full(name)) must not be negative, as \(seconds) is.") }
        return seconds == 0 ? nil : min(seconds, longest)
    }

    /// Ten years: beyond that numbers leave the range of clocks.
    private static let longest = 315_360_000
}
