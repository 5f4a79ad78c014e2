/// The answer to `GET /api/server/version`.
///
/// Source: vendor's OpenAPI file of that version, and `moduleVersions` of service 19.4; clients print it and read
/// `compatible` as a flag.
public struct ServerVersion: Codable, Hashable, Sendable {
    /// The version of the API, not of the program.
    public var version = "20250428"
    /// True: the service and the API fit together.
    public var compatible = true
    /// The versions of the program's parts, by their names.
    public var moduleVersions: [String: [String]]

    /// The version that is served, by a program that consists of these parts.
    public init(modules: [String: [String]]) {
        moduleVersions = modules
    }
}
