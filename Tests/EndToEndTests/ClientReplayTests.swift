import Foundation
import TestSupport
import Testing

/// The exchange of one existing client, as it was seen on the wire: targets, headers and bodies to the letter.
struct ReplayedClient: Sendable, CustomTestStringConvertible {
    var name: String
    /// Headers of every request; `Host` is always sent.
    var headers: [String] = []
    var list = "/DWTAPI/Scanners"
    var create = "/DWTAPI/ScanJobs"
    var createHeaders: [String] = ["Content-Type: application/json"]
    /// `DEVICE` stands for the device as a JSON string.
    var body: String
    /// `ID` stands for the job.
    var next = "/DWTAPI/ScanJobs/ID/NextDocument"
    /// nil: this client never deletes.
    var delete: String?
    /// A browser: asks before it does, and reads only what its origin may.
    var origin: String?
    var preflights: [String] = []
    /// Each request on a connection of its own.
    var isCloseAfterEach = false
    /// Escapes slashes inside strings, as Foundation's encoder does.
    var escapesSlashes = false
    /// Components of the pages that it should get.
    var components = 3
    var pages = 1

    var testDescription: String { name }

    static let all: [ReplayedClient] = [
        ReplayedClient(
            name: "Swift app RemoteScanner",
            headers: [
                "Accept: */*", "User-Agent: RemoteScanner/1 CFNetwork/1494.0.7 Darwin/23.4.0",
                "Accept-Language: en-GB,en;q=0.9", "Accept-Encoding: gzip, deflate", "Connection: keep-alive",
            ],
            list: "/DWTAPI/Scanners?type=576",
            body: #"{"config":{"IfShowUI":false,"PixelType":2,"Resolution":200,"IfFeederEnabled":false,"#
                + #""IfDuplexEnabled":false},"device":DEVICE,"license":"DLS2eyJoYW5kc2hha2VDb2RlIjoi"}"#,
            next: "/DWTAPI/ScanJobs/ID/NextDocument?1700000000000",
            escapesSlashes: true
        ),
        ReplayedClient(
            name: "Python twain-wia-sane-scanner 1.0.0",
            headers: [
                "User-Agent: python-requests/2.31.0", "Accept-Encoding: gzip, deflate", "Accept: */*",
                "Connection: keep-alive",
            ],
            createHeaders: ["Content-Type: application/text"],
            body: #"{"license": "LICENSE-KEY", "device": DEVICE, "config": {"IfShowUI": false, "PixelType": 2, "#
                + #""Resolution": 200, "IfFeederEnabled": false, "IfDuplexEnabled": false}}"#,
            delete: "/DWTAPI/ScanJobs/ID",
            isCloseAfterEach: true
        ),
        ReplayedClient(
            name: "Node docscan4nodejs 1.0.2 (axios)",
            headers: [
                "Accept: application/json, text/plain, */*", "User-Agent: axios/1.2.1",
                "Accept-Encoding: gzip, compress, deflate, br", "Connection: close",
            ],
            list: "/DWTAPI/Scanners?type=80",
            create: "/DWTAPI/ScanJobs?timeout=30",
            body: #"{"license":"LICENSE-KEY","device":DEVICE,"config":{"IfShowUI":false,"PixelType":2,"#
                + #""Resolution":200,"IfFeederEnabled":true,"IfDuplexEnabled":false}}"#,
            delete: "/DWTAPI/ScanJobs/ID",
            isCloseAfterEach: true,
            pages: 10
        ),
        ReplayedClient(
            name: "Node docscan4nodejs 0.2",
            headers: ["Accept: application/json, text/plain, */*", "User-Agent: axios/1.2.1", "Connection: close"],
            list: "/DWTAPI/Scanners?type=64",
            body: #"{"license":"LICENSE-KEY","device":DEVICE,"config":{"PixelType":1,"Resolution":100}}"#,
            isCloseAfterEach: true,
            components: 1
        ),
        ReplayedClient(
            name: "Java JavaFX sample (OkHttp)",
            headers: ["Connection: Keep-Alive", "Accept-Encoding: gzip", "User-Agent: okhttp/3.13.1"],
            create: "/DWTAPI/ScanJobs?timeout=120",
            createHeaders: ["Content-Type: application/json; charset=utf-8"],
            body: #"{"license":"LICENSE-KEY","device":DEVICE,"config":{"IfShowUI":false,"Resolution":100,"#
                + #""IfFeederEnabled":false,"IfDuplexEnabled":false},"caps":{"exception":"ignore","capabilities":"#
                + #"[{"capability":257,"curValue":1,"exception":"ignore"}]}}"#,
            next: "/DWTAPI/ScanJobs/ID/NextDocument?timeout=120",
            components: 1
        ),
        ReplayedClient(
            name: "Java with the JDK's client, asking for HTTP/2",
            headers: [
                "Connection: Upgrade, HTTP2-Settings", "Upgrade: h2c",
                "HTTP2-Settings: AAEAAEAAAAIAAAABAAMAAABkAAQBAAAAAAUAAEAA", "User-Agent: Java-http-client/17.0.15",
            ],
            create: "/DWTAPI/ScanJobs?timeout=120",
            createHeaders: ["Content-Type: application/json; charset=utf-8"],
            body: #"{"license":"","device":DEVICE,"config":{"Resolution":100},"caps":{"exception":"","#
                + #""capabilities":[{"capability":257,"curValue":0,"exception":"ignore"}]}}"#,
            next: "/DWTAPI/ScanJobs/ID/NextDocument?timeout=120",
            components: 1
        ),
        ReplayedClient(
            name: ".NET dotnet-twain-wia-sane-scanner",
            list: "/DWTAPI/Scanners?type=16",
            createHeaders: ["Content-Type: application/json; charset=utf-8"],
            body: #"{"license":"LICENSE-KEY","device":DEVICE,"config":{"IfShowUI":false,"PixelType":2,"#
                + #""XferCount":7,"PageSize":1,"Resolution":100,"IfFeederEnabled":false,"IfDuplexEnabled":false}}"#,
            next: "/DWTAPI/ScanJobs/ID/NextDocument?1718000000000"
        ),
        ReplayedClient(
            name: ".NET Framework, with Expect and numbers as text",
            list: "/DWTAPI/Scanners?type=2064",
            createHeaders: [
                "Content-Type: text/plain; charset=utf-8", "Expect: 100-continue", "Connection: Keep-Alive",
            ],
            body: #"{"device":DEVICE,"config":{"PixelType":"1","PageSize":"1","ExtendedImageInfoQueryLevel":"0"},"#
                + #""caps":{"exception":"ignore","capabilities":[{"capability":"icap_xresolution","curValue":100}]}}"#,
            components: 1
        ),
        ReplayedClient(
            name: "browser page with axios",
            headers: ["Accept: application/json, text/plain, */*", "User-Agent: Mozilla/5.0", "Sec-Fetch-Mode: cors"],
            list: "/DWTAPI/Scanners?type=80",
            create: "/DWTAPI/ScanJobs?timeout=30",
            body: #"{"license":"LICENSE-KEY","device":DEVICE,"config":{"IfShowUI":false,"PixelType":2,"#
                + #""Resolution":100,"IfFeederEnabled":false,"IfDuplexEnabled":false}}"#,
            origin: "http://app.example:8080",
            preflights: ["content-type"]
        ),
        ReplayedClient(
            name: "browser page with fetch and credentials",
            headers: ["Accept: */*", "User-Agent: Mozilla/5.0", "Sec-Fetch-Mode: cors", "Cookie: session=1"],
            createHeaders: ["Content-Type: text/plain;charset=UTF-8"],
            body: #"{"license":"LICENSE-KEY","config":{"IfShowUI":false,"Resolution":100,"IfFeederEnabled":false},"#
                + #""caps":{"exception":"ignore","capabilities":[{"capability":257,"curValue":2}]}}"#,
            origin: "https://office.example"
        ),
        ReplayedClient(
            name: "Salesforce component",
            headers: ["Accept: */*", "User-Agent: Mozilla/5.0"],
            createHeaders: ["Content-Type: text/plain;charset=UTF-8"],
            body: #"{"license":"KEY","device":DEVICE,"config":{"IfShowUI":true,"PixelType":2,"Resolution":100}}"#,
            origin: "https://company.lightning.force.com"
        ),
        ReplayedClient(
            name: "Flutter plugin",
            headers: ["User-Agent: Dart/3.3 (dart:io)", "Accept-Encoding: gzip"],
            createHeaders: ["Content-Type: application/text"],
            body: #"{"license":"LICENSE-KEY","device":DEVICE,"config":{"IfShowUI":false,"PixelType":2,"#
                + #""Resolution":100,"IfFeederEnabled":false,"IfDuplexEnabled":false}}"#,
            delete: "/DWTAPI/ScanJobs/ID"
        ),
        ReplayedClient(
            name: "kiosk back end",
            headers: ["Content-Type: application/json", "Connection: close"],
            body: #"{"license":"KEY","device":DEVICE,"config":{"IfShowUI":false,"PixelType":2,"Resolution":100,"#
                + #""XferCount":1,"IfFeederEnabled":true,"IfAutoFeed":true,"IfDuplexEnabled":false}}"#,
            delete: "/DWTAPI/ScanJobs/ID",
            isCloseAfterEach: true
        ),
        ReplayedClient(
            name: "uni-app with a host that ends in a slash",
            headers: ["User-Agent: Mozilla/5.0 MicroMessenger/8.0"],
            list: "//DWTAPI/Scanners",
            create: "//DWTAPI/ScanJobs",
            body: #"{"license":"KEY","device":DEVICE,"config":{"IfShowUI":false,"Resolution":100},"caps":"#
                + #"{"capabilities":[{"capability":257,"curValue":2}]}}"#,
            next: "//DWTAPI/ScanJobs/ID/NextDocument"
        ),
    ]
}

@Suite("existing clients scan without noticing", .timeLimit(.minutes(15)))
struct ClientReplayTests {
    @Test("the whole exchange: list, job, pages, end", arguments: ReplayedClient.all)
    func exchange(_ client: ReplayedClient) throws {
        let server = try RunningServer(scanners: nil)
        var wire = Wire(client: client, server: server)
        let list = try wire.send("GET", client.list)
        #expect(list.status == 200)
        let found = try JSONSerialization.jsonObject(with: Data(list.body)) as? [[String: Any]]
        let device = try #require(found?.first?["device"] as? String)
        for header in client.preflights {
            let answer = try wire.send(
                "OPTIONS",
                client.create,
                ["Access-Control-Request-Method: POST", "Access-Control-Request-Headers: \(header)"]
            )
            #expect(answer.status == 204 || answer.status == 200)
            #expect(answer["Access-Control-Allow-Headers"] == header)
            #expect(answer["Access-Control-Allow-Methods"]?.contains("POST") == true)
        }
        let created = try wire.send(
            "POST",
            client.create,
            client.createHeaders,
            body: client.body.replacingOccurrences(of: "DEVICE", with: client.text(of: device))
        )
        #expect(created.status == 201)
        let job = created.text
        #expect(job.wholeMatch(of: /[0-9A-Za-z]+(-[0-9A-Za-z]+)+/) != nil)
        let next = client.next.replacingOccurrences(of: "ID", with: job)
        for _ in 1...client.pages {
            let page = try wire.send("GET", next)
            #expect(page.status == 200)
            #expect(page["Content-Type"] == "image/jpeg")
            #expect(page["Content-Length"] == "\(page.body.count)")
            #expect(page.body.count >= 1024)
            #expect(JPEGFacts(page.body)?.components == client.components)
        }
        for _ in 1...2 { #expect(try wire.send("GET", next).status == 410) }
        if let delete = client.delete {
            // The job went with its last page; whoever cleans up is not told off for it.
            let target = delete.replacingOccurrences(of: "ID", with: job)
            #expect(try wire.send("DELETE", target).status == 200)
            #expect(try wire.send("DELETE", target).status == 410)
        }
    }

    @Test("the pages of a job that was refused end at once", arguments: ["", "/", "%22%22", "null", "undefined"])
    func pagesOfNothing(_ id: String) throws {
        let server = try RunningServer(scanners: nil)
        let answer = try server.client().request("GET", "/DWTAPI/ScanJobs/\(id)/NextDocument")
        #expect(answer.status == 410)
    }

    @Test("an id in quotes means the id")
    func quotedID() throws {
        let server = try RunningServer(scanners: nil)
        let client = LegacyClient(server: server)
        let job = try client.createJob(#"{"config":{"Resolution":50}}"#)
        #expect(try client.next("%22\(job.lowercased())%22").status == 200)
    }

    /// One client's connections.
    private struct Wire {
        let client: ReplayedClient
        let server: RunningServer
        private var connection: HTTPClient?

        init(client: ReplayedClient, server: RunningServer) {
            self.client = client
            self.server = server
        }

        mutating func send(
            _ method: String,
            _ target: String,
            _ headers: [String] = [],
            body: String? = nil
        ) throws -> HTTPResponse {
            let connection = try self.connection ?? server.client()
            self.connection = client.isCloseAfterEach ? nil : connection
            var all = client.headers + headers
            if let origin = client.origin { all.append("Origin: \(origin)") }
            let answer = try connection.request(method, target, headers: all, body: body)
            if let origin = client.origin {
                #expect(answer["Access-Control-Allow-Origin"] == origin)
                #expect(answer["Access-Control-Allow-Credentials"] == "true")
                #expect(answer["Vary"]?.contains("Origin") == true)
            }
            return answer
        }
    }
}

extension ReplayedClient {
    /// The device as this client writes it into its body.
    fileprivate func text(of device: String) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = escapesSlashes ? [] : [.withoutEscapingSlashes]
        return String(decoding: try encoder.encode(device), as: UTF8.self)
    }
}
