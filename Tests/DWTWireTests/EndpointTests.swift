import DWTWire
import Testing

@Suite("endpoints")
struct EndpointTests {
    @Test(
        "a call is found by method and path, in any case",
        arguments: [
            ("GET", "DWTAPI/Scanners", .legacyScanners, nil),
            ("HEAD", "dwtapi/scanners", .legacyScanners, nil),
            ("POST", "DWTAPI/SCANJOBS", .legacyCreateJob, nil),
            ("GET", "DWTAPI/ScanJobs/AbC-1/NextDocument", .legacyNextDocument, "AbC-1"),
            ("HEAD", "DWTAPI/ScanJobs/1/nextdocument", .legacyNextDocument, "1"),
            ("GET", "DWTAPI/ScanJobs/\"AbC-1\"/NextDocument", .legacyNextDocument, "AbC-1"),
            ("GET", "DWTAPI/ScanJobs/\"/NextDocument", .legacyNextDocument, "\""),
            ("GET", "DWTAPI/ScanJobs/NextDocument", .legacyNextDocument, ""),
            ("DELETE", "DWTAPI/ScanJobs/AbC-1", .legacyDeleteJob, "AbC-1"),
            ("DELETE", "DWTAPI/ScanJobs/NextDocument", .legacyDeleteJob, "NextDocument"),
            ("GET", "api/server/version", .serverVersion, nil),
            ("GET", "API/Server/Version", .serverVersion, nil),
        ] as [(String, String, Endpoint, String?)]
    )
    func found(_ row: (method: String, path: String, endpoint: Endpoint, id: String?)) {
        let segments = row.path.split(separator: "/").map(String.init)
        let parameters = row.id.map { ["jobuid": $0] } ?? [:]
        #expect(Endpoint.match(method: row.method, segments: segments) == .found(row.endpoint, parameters: parameters))
    }

    @Test("an escaped slash stays inside the id")
    func escapedSlash() {
        #expect(
            Endpoint.match(method: "DELETE", segments: ["DWTAPI", "ScanJobs", "../x"])
                == .found(.legacyDeleteJob, parameters: ["jobuid": "../x"])
        )
    }

    @Test(
        "a served path names its methods to a wrong one",
        arguments: [
            ("POST", "DWTAPI/Scanners", ["GET", "HEAD", "OPTIONS"], .legacy),
            ("GET", "DWTAPI/ScanJobs", ["POST", "OPTIONS"], .legacy),
            ("GET", "DWTAPI/ScanJobs/1", ["DELETE", "OPTIONS"], .legacy),
            ("TRACE", "DWTAPI/ScanJobs/1/NextDocument", ["GET", "HEAD", "OPTIONS"], .legacy),
            ("PUT", "DWTAPI/ScanJobs/NextDocument", ["GET", "HEAD", "DELETE", "OPTIONS"], .legacy),
            ("POST", "api/server/version", ["GET", "HEAD", "OPTIONS"], .v19),
            ("get", "api/server/version", ["GET", "HEAD", "OPTIONS"], .v19),
        ] as [(String, String, [String], Endpoint.Generation)]
    )
    func wrongMethod(_ row: (method: String, path: String, allowed: [String], generation: Endpoint.Generation)) {
        let segments = row.path.split(separator: "/").map(String.init)
        #expect(
            Endpoint.match(method: row.method, segments: segments)
                == .wrongMethod(allowed: row.allowed, row.generation)
        )
    }

    @Test(
        "an unknown path gets the errors of its generation",
        arguments: [
            ("", .v19), ("favicon.ico", .v19), ("api", .v19), ("api/nothing", .v19), ("DWTAPI", .legacy),
            ("dwtapi/Version", .legacy), ("DWTAPI/ScanJobs/1/NextDocument/2", .legacy),
        ] as [(String, Endpoint.Generation)]
    )
    func unknown(_ row: (path: String, generation: Endpoint.Generation)) {
        let segments = row.path.split(separator: "/").map(String.init)
        #expect(Endpoint.match(method: "GET", segments: segments) == .unknown(row.generation))
    }

    @Test("every endpoint is found by its own text")
    func everyEndpoint() {
        for endpoint in Endpoint.allCases {
            let segments = endpoint.path.split(separator: "/").map(String.init)
            guard case .found(endpoint, _) = Endpoint.match(method: endpoint.method, segments: segments) else {
                Issue.record("\(endpoint.rawValue) is not found")
                continue
            }
        }
    }

    @Test("a refusal is a sentence in the legacy generation and an envelope in v19")
    func failures() throws {
        let failure = WireFailure(status: 404, code: -1034, message: #"No job "x"."#)
        #expect(failure.body(.legacy) == #"No job "x"."#)
        #expect(failure.body(.v19) == #"{"code":-1034,"message":"No job \"x\".","statusCode":404}"#)
        #expect(WireFailure.mediaType(.v19) == "application/json")
        #expect(WireFailure.mediaType(.legacy).hasPrefix("text/plain"))
    }

    @Test(
        "the refusal of a method is worded as the vendor's",
        arguments: [
            (["GET", "HEAD", "OPTIONS"], "This endpoint only supports GET."),
            (["GET", "HEAD", "PATCH", "DELETE", "OPTIONS"], "This endpoint only supports GET, PATCH and DELETE."),
        ]
    )
    func methodWording(_ row: (allowed: [String], message: String)) {
        #expect(WireFailure.wrongMethod(allowed: row.allowed).message == row.message)
    }
}
