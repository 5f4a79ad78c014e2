/// What `GET /api/server` answers, and `PATCH /api/server` takes and answers.
///
/// Source: vendor's REST reference, server.
public struct ServerSettings: Codable, Hashable, Sendable {
    /// How much the service writes into its log.
    public var logLevel: Level

    /// The levels that the API knows.
    public enum Level: Int, Codable, Hashable, Sendable, CaseIterable {
        /// Nothing at all.
        case off = 0
        /// What happens.
        case normal = 1
        /// All there is to tell.
        case verbose = 30
    }

    /// The settings with that level.
    public init(logLevel: Level) {
        self.logLevel = logLevel
    }

    /// Reads the body of a PATCH.
    ///
    /// - Throws: when the level is absent or none of those there are.
    public init(_ json: JSONValue) throws(WireError) {
        let body = try MemberReader(json, path: "")
        let number = try body.integer("logLevel")
        guard let number, let level = Level(rawValue: number) else {
            let found = number.map { ", not \($0)" } ?? ""
            throw WireError("logLevel must be 0 (off), 1 (normal) or 30 (verbose)\(found).")
        }
        logLevel = level
    }
}
