import Foundation
import TestSupport
import Testing

/// More than an address may have.
private let long = String(repeating: "x", count: 33_000)

@Suite("every answer is one that clients understand", .timeLimit(.minutes(15)))
struct AnswerTests {
    @Test(
        "the type mask is a hint: the scanner is listed whatever is asked for",
        arguments: [
            ("?type=16", 16), ("?type=64", 64), ("?type=80", 16), ("?type=256", 256), ("?type=576", 64),
            ("?type=2064", 16), ("?type=0", 256), ("", 256), ("?type=", 256), ("?other=1", 256), ("?type=1", 256),
        ]
    )
    func typeMask(_ row: (query: String, type: Int)) throws {
        let server = try RunningServer(scanners: nil)
        let answer = try server.client().request("GET", "/DWTAPI/Scanners\(row.query)")
        #expect(answer.status == 200)
        let list = try JSONSerialization.jsonObject(with: Data(answer.body)) as? [[String: Any]]
        #expect(list?.count == 1)
        #expect(list?.first?["type"] as? Int == row.type)
    }

    @Test("a mask that is no number is refused", arguments: ["abc", "-1", "99999999999999999999", "0x40", "1.5"])
    func badMask(_ mask: String) throws {
        let server = try RunningServer(scanners: nil)
        let answer = try server.client().request("GET", "/DWTAPI/Scanners?type=\(mask)")
        #expect(answer.status == 400)
        #expect(answer["Content-Type"]?.hasPrefix("text/plain") == true)
        #expect(answer.body.count > 20)
    }

    /// One line of the table of answers: what is sent, and the status that comes.
    struct Row: Sendable, CustomTestStringConvertible {
        var request: String
        var body: String?
        var status: Int
        var has: String = ""

        var testDescription: String { "\(request.prefix(100)) \(body?.prefix(60) ?? "") → \(status)" }
    }

    static let rows: [Row] = [
        Row(request: "POST /DWTAPI/ScanJobs", body: "", status: 400),
        Row(request: "POST /DWTAPI/ScanJobs", body: "{", status: 400),
        Row(request: "POST /DWTAPI/ScanJobs", body: "[]", status: 400),
        Row(request: "POST /DWTAPI/ScanJobs", body: "null", status: 400),
        Row(request: "POST /DWTAPI/ScanJobs", body: #"{"config":[]}"#, status: 400, has: "config"),
        Row(request: "POST /DWTAPI/ScanJobs", body: #"{"config":{"PixelType":{}}}"#, status: 400, has: "PixelType"),
        Row(
            request: "POST /DWTAPI/ScanJobs",
            body: #"{"config":{"Resolution":"many"}}"#,
            status: 400,
            has: "Resolution"
        ),
        Row(request: "POST /DWTAPI/ScanJobs", body: #"{"device":"nobody"}"#, status: 404, has: "frontend-tester"),
        Row(request: "POST /DWTAPI/ScanJobs", body: #"{"device":7}"#, status: 400, has: "device"),
        Row(
            request: "POST /DWTAPI/ScanJobs",
            body: #"{"caps":{"exception":"fail","capabilities":[{"capability":4128,"curValue":1}]}}"#,
            status: 400,
            has: "cannot be set. Leave it out"
        ),
        Row(
            request: "POST /DWTAPI/ScanJobs",
            body: #"{"caps":{"exception":"fail","capabilities":[{"capability":257,"curValue":77}]}}"#,
            status: 400,
            has: "cannot have this value"
        ),
        Row(request: "GET /DWTAPI/ScanJobs", status: 405),
        Row(request: "PUT /DWTAPI/Scanners", body: "", status: 405),
        Row(request: "GET /DWTAPI/Scanners?\(long)", status: 414, has: "The request's address is too long;"),
        Row(request: "GET /api/server?\(long)", status: 414, has: #""code":-2113"#),
        Row(request: "GET /fa/VersionInfo?\(long)", status: 414, has: #""exception":-2113"#),
        Row(request: "DELETE /DWTAPI/Scanners", status: 405),
        Row(request: "GET /DWTAPI/ScanJobs/123-4/NextDocument", status: 410),
        Row(request: "GET /DWTAPI/ScanJobs/%2e%2e%2fetc/NextDocument", status: 410),
        Row(request: "DELETE /DWTAPI/ScanJobs/123-4", status: 410),
        Row(request: "GET /DWTAPI/Version", status: 404),
        Row(request: "GET /", status: 404),
        Row(request: "GET /api/server/version", status: 200, has: #""compatible":true"#),
        Row(request: "POST /api/server/version", body: "", status: 405, has: "-2112"),
        Row(request: "GET /api/server/version", status: 200, has: #""moduleVersions":{"core":["#),
        Row(request: "GET /api/server", status: 200, has: #"{"logLevel":1}"#),
        Row(request: "PATCH /api/server", body: #"{"logLevel":30}"#, status: 200, has: #"{"logLevel":30}"#),
        Row(request: "PATCH /api/server", body: #"{"logLevel":"0"}"#, status: 200, has: #"{"logLevel":0}"#),
        Row(request: "PATCH /api/server", body: #"{"logLevel":false}"#, status: 400, has: "logLevel must be a number"),
        Row(request: "PATCH /api/server", body: #"{"logLevel":"x"}"#, status: 400, has: "logLevel must be a number"),
        Row(request: "PATCH /api/server", body: #"{"logLevel":2}"#, status: 400, has: "0 (off), 1 (normal) or 30"),
        Row(request: "PATCH /api/server", body: "{}", status: 400, has: #""code":-2113"#),
        Row(request: "PATCH /api/server", body: "[1]", status: 400, has: #""code":-2113"#),
        Row(request: "PATCH /api/server", body: "{", status: 400, has: #""code":-2113"#),
        Row(request: "DELETE /api/server", status: 405, has: "only supports GET and PATCH"),
        Row(request: "GET /api/openapi.json", status: 200, has: #""openapi":"3.1.0""#),
        Row(request: "GET /api/device/scanners", status: 200, has: #""name":"#),
        Row(request: "GET /api/device/scanners?type=576", status: 200, has: #""type":64"#),
        Row(request: "GET /api/device/scanners?type=abc", status: 400, has: #""code":-2113"#),
        Row(request: "GET /api/device/scanners?type=-1", status: 400, has: #""statusCode":400"#),
        Row(request: "PUT /api/device/scanners", body: "", status: 405, has: "-2112"),
        Row(request: "POST /api/storage/documents", body: "{}", status: 404, has: #""code":-2113"#),
        Row(request: "GET /api/storage/documents/190807444d76", status: 404, has: #""statusCode":404"#),
        Row(request: "POST /api/process/read-barcode", body: "{}", status: 404, has: #""code":-2113"#),
        Row(request: "POST /fa/VersionInfo?ts=1", body: "", status: 200, has: #""method":"VersionInfo""#),
        Row(request: "GET /fa/VersionInfo", status: 200, has: #"","64"]"#),
        Row(request: "POST /fa/VersionInfo", body: #"{"id":"7","cmdId":"c"}"#, status: 200, has: #""id":"7""#),
        Row(request: "POST /fa/VersionInfo", body: "{", status: 400, has: #""exception":-2113"#),
        Row(request: "PUT /fa/VersionInfo", body: "", status: 405, has: #""exception":-2112"#),
        Row(request: "POST /fa/LogLevel", body: "{}", status: 404, has: #""exception":-2113"#),
        Row(request: "GET /dcp/dwasm2_19000318/admin", status: 405, has: "only supports POST"),
        Row(request: "GET /dwtapi/SCANNERS/", status: 200),
        Row(request: "GET //DWTAPI//Scanners", status: 200),
        Row(request: "HEAD /DWTAPI/Scanners", status: 200),
        Row(request: "OPTIONS /anything/at/all", status: 204),
    ]

    @Test("the table of answers, each readable by a page of any origin", arguments: rows)
    func answers(_ row: Row) throws {
        let server = try RunningServer(scanners: nil)
        let words = row.request.split(separator: " ").map(String.init)
        let origin = "dynamic-web-twain.net://QUJD/ZGVm+Zw=="
        let answer = try server.client().request(words[0], words[1], headers: ["Origin: \(origin)"], body: row.body)
        #expect(answer.status == row.status)
        #expect(answer.text.contains(row.has) || row.has.isEmpty, "\(answer.text)")
        #expect(answer["Access-Control-Allow-Origin"] == origin)
        #expect(answer["Access-Control-Allow-Credentials"] == "true")
        if row.status == 405 { #expect(answer["Allow"] != nil) }
        if row.status >= 400 {
            let type = words[1].hasPrefix("/DWTAPI") ? "text/plain; charset=utf-8" : "application/json"
            #expect(answer["Content-Type"] == type)
        }
    }

    @Test(
        "a name that is not this host's gets nothing",
        arguments: ["evil.example", "evil.example:18622", "localhost.evil"]
    )
    func foreignHost(_ host: String) throws {
        let server = try RunningServer(scanners: nil)
        for method in ["GET", "OPTIONS"] {
            let client = try server.client()
            try client.send("\(method) /DWTAPI/Scanners HTTP/1.1\r\nHost: \(host)\r\n\r\n")
            #expect(try client.readResponse().status == 403)
        }
    }

    @Test(
        "the names of this host are admitted",
        arguments: ["localhost", "LOCALHOST.:18622", "127.0.0.1", "[::1]:1", "10.0.0.7"]
    )
    func ownHost(_ host: String) throws {
        let server = try RunningServer(scanners: nil)
        let client = try server.client()
        try client.send("GET /DWTAPI/Scanners HTTP/1.1\r\nHost: \(host)\r\n\r\n")
        #expect(try client.readResponse().status == 200)
    }

    @Test("a page of a public site may ask for this private host")
    func privateNetwork() throws {
        let server = try RunningServer(scanners: nil)
        let asked = try server.client().request(
            "OPTIONS",
            "/DWTAPI/ScanJobs",
            headers: [
                "Origin: https://site.example", "Access-Control-Request-Method: POST",
                "Access-Control-Request-Private-Network: true",
            ]
        )
        #expect(asked["Access-Control-Allow-Private-Network"] == "true")
        let unasked = try server.client().request(
            "OPTIONS",
            "/DWTAPI/ScanJobs",
            headers: ["Origin: https://site.example"]
        )
        #expect(unasked["Access-Control-Allow-Private-Network"] == nil)
    }

    @Test("a body over the limit is refused at once")
    func longBody() throws {
        let server = try RunningServer(scanners: nil)
        let client = try server.client()
        try client.send("POST /DWTAPI/ScanJobs HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2000000000\r\n\r\n{")
        #expect(try client.readResponse().status == 413)
    }
}
