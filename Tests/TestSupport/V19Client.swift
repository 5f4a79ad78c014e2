import Foundation

/// The v19 API as its clients use it: every call on a connection of its own unless one is given.
package struct V19Client: Sendable {
    package let server: RunningServer

    package init(server: RunningServer) { self.server = server }

    /// What a client knows of a job that was made.
    package struct Job: Decodable, Sendable {
        package var jobuid: String
        package var status: String
        package var scanner: Scanner
    }

    /// The scanner that does a job.
    package struct Scanner: Decodable, Equatable, Sendable {
        package var name: String
        package var type: Int
        package var device: String
    }

    /// How a job stands.
    package struct Report: Decodable, Equatable, Sendable {
        package var status: String
        package var code: Int
        package var message: String
    }

    /// The envelope of every error.
    package struct Envelope: Decodable, Equatable, Sendable {
        package var code: Int
        package var message: String
        package var statusCode: Int
    }

    /// Any call; `path` is what follows `/api`.
    package func call(
        _ method: String,
        _ path: String,
        headers: [String] = [],
        body: String? = nil,
        on client: HTTPClient? = nil
    ) throws -> HTTPResponse {
        let type = body == nil ? [] : ["Content-Type: application/json"]
        return try (client ?? server.client()).request(method, "/api\(path)", headers: headers + type, body: body)
    }

    /// Asks for a job, whatever the answer.
    package func post(_ body: String = "{}", headers: [String] = []) throws -> HTTPResponse {
        try call("POST", "/device/scanners/jobs", headers: headers, body: body)
    }

    /// Makes a job.
    package func makeJob(_ body: String = "{}") throws -> Job {
        let answer = try post(body)
        guard answer.status == 201 else { throw Refused(status: answer.status, text: answer.text) }
        return try Self.decode(Job.self, answer)
    }

    /// How a job stands.
    package func report(_ job: String) throws -> Report {
        let answer = try get(job)
        guard answer.status == 200 else { throw Refused(status: answer.status, text: answer.text) }
        return try Self.decode(Report.self, answer)
    }

    /// Asks for a job's status, whatever the answer.
    package func get(_ job: String) throws -> HTTPResponse {
        try call("GET", "/device/scanners/jobs/\(job)")
    }

    /// Changes a job's status, whatever the answer.
    package func patch(_ job: String, _ status: String) throws -> HTTPResponse {
        try call("PATCH", "/device/scanners/jobs/\(job)", body: #"{"status":"\#(status)"}"#)
    }

    /// Deletes a job, whatever the answer.
    package func delete(_ job: String) throws -> HTTPResponse {
        try call("DELETE", "/device/scanners/jobs/\(job)")
    }

    /// Asks for something below a job ("next-page?type=image/png"), whatever the answer.
    package func ask(_ job: String, _ what: String, on client: HTTPClient? = nil) throws -> HTTPResponse {
        try call("GET", "/device/scanners/jobs/\(job)/\(what)", on: client)
    }

    /// The envelope of an error; throws when the answer is none.
    package func envelope(_ answer: HTTPResponse) throws -> Envelope {
        try Self.decode(Envelope.self, answer)
    }

    /// An answer's JSON as a value.
    package static func decode<Value: Decodable>(_ type: Value.Type, _ answer: HTTPResponse) throws -> Value {
        try JSONDecoder().decode(type, from: Data(answer.body))
    }

    /// The call was refused.
    package struct Refused: Error {
        package var status: Int
        package var text: String
    }
}
