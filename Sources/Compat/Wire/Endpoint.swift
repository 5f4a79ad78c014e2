/// Every call that is served, once: method and path, parameters in braces.
public enum Endpoint: String, CaseIterable, Sendable {
    case legacyScanners = "GET /DWTAPI/Scanners"
    case legacyCreateJob = "POST /DWTAPI/ScanJobs"
    case legacyNextDocument = "GET /DWTAPI/ScanJobs/{jobuid}/NextDocument"
    case legacyDeleteJob = "DELETE /DWTAPI/ScanJobs/{jobuid}"
    case server = "GET /api/server"
    case updateServer = "PATCH /api/server"
    case serverVersion = "GET /api/server/version"
    case openAPI = "GET /api/openapi.json"
    case scanners = "GET /api/device/scanners"
    case createJob = "POST /api/device/scanners/jobs"
    case job = "GET /api/device/scanners/jobs/{jobuid}"
    case updateJob = "PATCH /api/device/scanners/jobs/{jobuid}"
    case capabilities = "GET /api/device/scanners/jobs/{jobuid}/scanner/capabilities"
    case scannerSettings = "GET /api/device/scanners/jobs/{jobuid}/scanner/settings"
    case deleteJob = "DELETE /api/device/scanners/jobs/{jobuid}"
    case nextPage = "GET /api/device/scanners/jobs/{jobuid}/next-page"
    case nextPageInfo = "GET /api/device/scanners/jobs/{jobuid}/next-page-info"
    case content = "GET /api/device/scanners/jobs/{jobuid}/content"
    case versionInfo = "POST /fa/VersionInfo"
    case getVersionInfo = "GET /fa/VersionInfo"
    case administer = "POST /dcp/{version}/admin"

    /// The forms of the API, with different errors and different ends of pages.
    public enum Generation: Hashable, Sendable {
        /// `/DWTAPI/…`
        case legacy
        /// `/api/…`
        case v19
        /// `/fa/…` and `/dcp/…`: the few commands of the vendor's JavaScript library that other programs send, too.
        case library
    }

    /// The method it is called with.
    public var method: String { String(rawValue.prefix { $0 != " " }) }

    /// The path as it is written here.
    public var path: String { String(rawValue.drop { $0 != " " }.dropFirst()) }

    /// The generation whose rules its answers follow.
    public var generation: Generation { Self.generation(of: pattern) }

    /// The pieces of the path.
    var pattern: [String] { path.split(separator: "/").map(String.init) }

    /// The generation whose errors a path gets, known or not.
    static func generation(of segments: [String]) -> Generation {
        switch segments.first?.lowercased() {
        case "dwtapi": .legacy
        case "fa", "dcp": .library
        default: .v19
        }
    }
}
