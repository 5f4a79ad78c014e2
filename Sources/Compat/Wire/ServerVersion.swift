/// The answer to `GET /api/server/version`.
///
/// Source: vendor's OpenAPI file of that version; clients print it and read `compatible` as a flag.
public struct ServerVersion: Codable, Hashable, Sendable {
    /// The version of the API, not of the program.
    public var version = "20250428"
    /// True: the service and the API fit together.
    public var compatible = true

    /// The version that is served.
    public init() {}
}
