/// What a client sends to have something scanned, in either generation of the API.
///
/// Source: vendor's REST reference, `POST /DWTAPI/ScanJobs` and `POST /api/device/scanners/jobs`. Unknown members are
/// ignored, as the vendor's samples send many.
public struct JobRequest: Hashable, Sendable {
    /// Any text or none; clients send keys, placeholders and nothing at all.
    public var license: String?
    /// What the scanner list said in `device`, or a name; nil is the scanner used last, else the first.
    public var device: String?
    /// Applied after `caps`, hence decides.
    public var config = DeviceConfiguration()
    /// Single capabilities by number.
    public var caps = CapabilitySettings()
    /// What the v19 generation says beside the scan; legacy requests leave it as it is.
    public var behaviour = JobBehaviour()

    /// A request that leaves everything to the house rules.
    public init() {}

    /// Reads the body of a request.
    ///
    /// - Throws: when the body is no object or a known member has a wrong type; the message names the member.
    public init(_ json: JSONValue, _ generation: Endpoint.Generation = .legacy) throws(WireError) {
        let body = try MemberReader(json, path: "")
        // A licence of whatever type must not stop anybody.
        if case .string(let text)? = body.value("license") { license = text }
        device = try body.text("device")
        let configuration = try body.reader("config")
        if let configuration { config = try DeviceConfiguration(configuration) }
        if let members = try body.reader("caps") { caps = try CapabilitySettings(members) }
        if generation == .v19 { behaviour = try JobBehaviour(body, config: configuration) }
    }
}
