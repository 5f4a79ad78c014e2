/// A command as the vendor's JavaScript library sends it to `/fa/…` and `/dcp/…`.
///
/// Source: seen in programs that use the REST API alone and borrow two of these: the sign of life, and the restart.
public struct LibraryCall: Hashable, Sendable {
    /// Names the command to its sender, who gets it back as it came.
    public var id: JSONValue = .string("")
    /// The same, for the library's own book-keeping.
    public var commandID: JSONValue = .string("")
    /// What is to be done.
    public var method = ""
    /// What it is to be done with.
    public var parameters: [JSONValue] = []

    /// A command that says nothing.
    public init() {}

    /// Reads a request's body. The version that some send is of no importance.
    ///
    /// - Throws: when the body is no object, or a member that is used has a wrong type.
    public init(_ json: JSONValue) throws(WireError) {
        let body = try MemberReader(json, path: "")
        id = body.value("id") ?? id
        commandID = body.value("cmdId") ?? commandID
        method = try body.text("method") ?? ""
        parameters = try body.elements("parameter") ?? []
    }

    /// The answer to a command that was carried out.
    public func answer(_ result: [JSONValue]) -> JSONValue {
        .object(["id": id, "result": .array(result)])
    }

    /// The answer to `VersionInfo`: version, an empty text for "usable", and the width of the program's addresses.
    ///
    /// Source: what version 19.3 of the library reads; it wants commas in the version.
    public var versionAnswer: JSONValue {
        .object([
            "id": id, "cmdId": commandID, "method": .string("VersionInfo"),
            "result": .array([.string("19, 1, 0, 0507"), .string(""), .string("64")]),
        ])
    }
}

/// Where the service listens, as `GetServerInfo` answers it.
///
/// Source: the vendor's configuration page.
public struct LibraryServerInfo: Hashable, Sendable {
    /// A numeric address.
    public var address: String
    /// The port for HTTP.
    public var port: Int

    /// A service at that address and port, without TLS.
    public init(address: String, port: Int) {
        self.address = address
        self.port = port
    }

    /// The answer; `*` stands for all addresses, port 0 for none.
    public var json: JSONValue {
        let host = ["0.0.0.0", "::"].contains(address) ? "*" : address
        return .object([
            "Host": .string(host),
            "dwt": .object(["port": .integer(port), "sslPort": .integer(0)]),
        ])
    }
}
