import Foundation
import TestSupport
import Testing

/// The exchange of one existing client of v19, as it was seen on the wire: targets, headers and bodies to the letter.
struct V19ReplayedClient: Sendable, CustomTestStringConvertible {
    var name: String
    /// Headers of every request; `Host` is always sent.
    var headers: [String] = []
    var list = "/api/device/scanners"
    var createHeaders: [String] = ["Content-Type: application/json"]
    /// `DEVICE` stands for the device as a JSON string.
    var body: String
    /// nil: the job runs from the beginning. Else the job is pending, its capabilities are read, and this starts it.
    var start: (headers: [String], body: String)?
    /// What follows the job's address.
    var next = "next-page"
    var type = "image/png"
    /// The answer on which this client stops asking.
    var end = 204
    var deleteHeaders: [String] = []
    /// A browser: asks before it does, and reads only what its origin may.
    var origin: String?

    var testDescription: String { name }

    private static let config =
        #"{"IfShowUI":false,"PixelType":2,"Resolution":100,"IfFeederEnabled":false,"#
        + #""IfDuplexEnabled":false}"#

    static let all: [V19ReplayedClient] = [
        V19ReplayedClient(
            name: "Python twain-wia-sane-scanner 2.0.3",
            headers: [
                "User-Agent: python-requests/2.31.0", "Accept-Encoding: gzip, deflate", "Accept: */*",
                "Connection: keep-alive", "DWT-PRODUCT-KEY: LICENSE-KEY",
            ],
            body: #"{"autoRun": false, "device": DEVICE, "config": \#(config)}"#,
            start: (headers: ["Content-Type: application/json"], body: #"{"status": "running"}"#),
            next: "next-page?type=image%2Fpng"
        ),
        V19ReplayedClient(
            name: "Node docscan4nodejs 2.1",
            headers: ["DWT-PRODUCT-KEY: LICENSE-KEY", "Connection: close"],
            list: "/api/device/scanners?type=80",
            body: #"{"license":"LICENSE-KEY","device":DEVICE,"config":\#(config)}"#
        ),
        V19ReplayedClient(
            name: "Node docscan4nodejs 2.0",
            headers: ["X-DICS-LICENSE-KEY: LICENSE-KEY"],
            body: #"{"license":"LICENSE-KEY","device":DEVICE,"config":\#(config)}"#
        ),
        V19ReplayedClient(
            name: "Java docscan4j",
            headers: [
                "User-Agent: okhttp/4.12.0", "Accept-Encoding: gzip", "Connection: Keep-Alive",
                "DWT-PRODUCT-KEY: LICENSE-KEY",
            ],
            createHeaders: ["Content-Type: application/json; charset=utf-8"],
            body: #"{"license":"LICENSE-KEY","device":DEVICE,"config":{"IfShowUI":false,"Resolution":100,"#
                + #""IfFeederEnabled":false,"IfDuplexEnabled":false},"caps":{"exception":"ignore","capabilities":"#
                + #"[{"capability":257,"curValue":2,"exception":"ignore"}]}}"#,
            deleteHeaders: ["Content-Type: text/plain", "Content-Length: 0"]
        ),
        V19ReplayedClient(
            name: "the vendor's .NET client",
            headers: [
                "DWT-PRODUCT-KEY: LICENSE-KEY",
                "Origin: dynamic-web-twain.net://ZjA4YjQ1/YTYtZ+U0Yi00==", "Accept: */*",
            ],
            list: "/api/device/scanners?type=16",
            createHeaders: ["Content-Type: text/plain; charset=utf-8"],
            body: #"{"autoRun":false,"requireWebsocket":true,"requestFocusForScanningUI":true,"device":DEVICE,"#
                + #""config":{"PixelType":"2","Resolution":100,"PageSize":"1","ExtendedImageInfoQueryLevel":"0"},"#
                + #""caps":{"exception":"ignore","capabilities":[{"capability":"icap_xresolution","curValue":100}]}}"#,
            start: (headers: ["Content-Type: text/plain; charset=utf-8"], body: #"{"status":"running"}"#),
            next: "next-page?type=image%2Fjpeg",
            type: "image/jpeg"
        ),
        V19ReplayedClient(
            name: "Flutter plugin 1.x, getImageFiles",
            headers: ["User-Agent: Dart/3.3 (dart:io)", "DWT-PRODUCT-KEY: LICENSE-KEY"],
            body: #"{"device":DEVICE,"config":\#(config)}"#,
            end: 410
        ),
        V19ReplayedClient(
            name: "browser, comparison page",
            headers: ["DWT-PRODUCT-KEY: LICENSE-KEY"],
            list: "/api/device/scanners?type=80",
            body: #"{"autoRun":true,"name":"job","device":DEVICE,"config":\#(config)}"#,
            next: "next-page?type=image/png",
            origin: "http://scan.example:8080"
        ),
    ]
}

@Suite("existing clients of v19 scan without noticing", .timeLimit(.minutes(15)))
struct V19ReplayTests {
    @Test("the whole exchange of v19: list, job, pages, end, deletion", arguments: V19ReplayedClient.all)
    func exchange(_ client: V19ReplayedClient) throws {
        let server = try RunningServer(scanners: nil)
        let list = try send(client, server, "GET", client.list)
        #expect(list.status == 200)
        let found = try JSONDecoder().decode([World.Entry].self, from: Data(list.body))
        let device = try #require(found.first).device

        let jobs = "/api/device/scanners/jobs"
        let body = try client.body.replacingOccurrences(of: "DEVICE", with: quoted(device))
        let created = try send(client, server, "POST", jobs, client.createHeaders, body)
        #expect(created.status == 201)
        #expect(created["Content-Type"] == "application/json")
        #expect(!created.text.contains("protocol"))
        let made = try V19Client.decode(V19Client.Job.self, created)
        let job = "\(jobs)/\(made.jobuid)"
        #expect(made.scanner.device == device)
        try start(client, server, job, made)

        let page = try send(client, server, "GET", "\(job)/\(client.next)")
        #expect(page.status == 200)
        #expect(page["Content-Type"] == client.type)
        #expect(page["Content-Length"] == "\(page.body.count)")
        #expect(page.body.starts(with: client.type == "image/png" ? [0x89, 0x50] : [0xFF, 0xD8]))
        // 204 first, for all; 410 in the end, for the one that waits for it.
        let ends = try (1...5).map { _ in try send(client, server, "GET", "\(job)/\(client.next)").status }
        #expect(ends == [204, 204, 204, 410, 410])
        #expect(ends.contains(client.end))

        let gone = try send(client, server, "DELETE", job, client.deleteHeaders)
        #expect(gone.status == 204)
        #expect(gone.body.isEmpty)
        #expect(try send(client, server, "DELETE", job, client.deleteHeaders).status == 410)
    }

    /// Those who make a pending job read what its scanner can do, and start it.
    private func start(
        _ client: V19ReplayedClient,
        _ server: RunningServer,
        _ job: String,
        _ made: V19Client.Job
    ) throws {
        guard let start = client.start else {
            #expect(made.status == "running")
            return
        }
        #expect(made.status == "pending")
        let offers = try send(client, server, "GET", "\(job)/scanner/capabilities?caps=257%2C4376")
        #expect(offers.status == 200)
        let offered = try JSONSerialization.jsonObject(with: Data(offers.body)) as? [Any]
        #expect(offered?.count == 2)
        let report = try send(client, server, "GET", job)
        #expect(try V19Client.decode(V19Client.Report.self, report).status == "pending")
        let started = try send(client, server, "PATCH", job, start.headers, start.body)
        #expect(started.status == 200)
        #expect(started.text == #"{"status":"running"}"#)
    }

    private func send(
        _ client: V19ReplayedClient,
        _ server: RunningServer,
        _ method: String,
        _ target: String,
        _ headers: [String] = [],
        _ body: String? = nil
    ) throws -> HTTPResponse {
        let origin = client.origin.map { ["Origin: \($0)"] } ?? []
        let own = client.headers + headers + origin
        let answer = try server.client(timeLimit: .seconds(30)).request(method, target, headers: own, body: body)
        if let origin = client.origin {
            #expect(answer["Access-Control-Allow-Origin"] == origin)
            #expect(answer["Access-Control-Allow-Credentials"] == "true")
        }
        return answer
    }
}
