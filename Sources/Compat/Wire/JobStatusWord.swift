/// How a job stands, as it travels.
///
/// Source: vendor's REST reference, `JobStatus`.
public enum JobStatusWord: String, Codable, Hashable, Sendable, CaseIterable {
    case pending, running, completed, faulted, canceled
}

/// The answer to `POST /api/device/scanners/jobs`.
///
/// Source: vendor's OpenAPI file. It never has a member `protocol`: clients that ask for a WebSocket then pull pages.
public struct JobCreated: Codable, Hashable, Sendable {
    /// The id that all further calls name.
    public var jobuid: String
    /// `pending` or `running`, or `faulted` when the scanner could not be opened.
    public var status: JobStatusWord
    /// The scanner that does the job.
    public var scanner: ScannerInfo

    /// Makes an answer.
    public init(jobuid: String, status: JobStatusWord, scanner: ScannerInfo) {
        self.jobuid = jobuid
        self.status = status
        self.scanner = scanner
    }
}

/// The answer to `GET /api/device/scanners/jobs/{jobuid}`.
///
/// Source: vendor's OpenAPI file; `code` is a number there, a text in its prose, and clients take both.
public struct JobReport: Codable, Hashable, Sendable {
    /// Where the job is in its life.
    public var status: JobStatusWord
    /// 0, or why the job is faulted: one of `WireCode`.
    public var code: Int
    /// The same for people.
    public var message: String

    /// Makes an answer; a job that nothing has happened to is successful.
    public init(_ status: JobStatusWord, code: Int = 0, message: String = "Successful") {
        self.status = status
        self.code = code
        self.message = message
    }
}

/// What `PATCH /api/device/scanners/jobs/{jobuid}` asks for, and its answer.
public struct JobUpdate: Codable, Hashable, Sendable {
    /// `running` or `canceled`.
    public var status: JobStatusWord

    /// Makes an answer.
    public init(status: JobStatusWord) {
        self.status = status
    }

    /// Reads the body of a request.
    public init(_ json: JSONValue) throws(WireError) {
        let body = try MemberReader(json, path: "")
        guard let word = try body.text("status") else {
            throw WireError("status is missing: say \"running\" or \"canceled\".")
        }
        switch JobStatusWord(rawValue: word.trimmed.lowercased()) {
        case .running: status = .running
        case .canceled: status = .canceled
        default: throw WireError("status must be running or canceled, not \(JSONValue.quoted(word)).")
        }
    }
}
