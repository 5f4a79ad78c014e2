import Foundation
import TestSupport
import Testing

@Suite("HTTP and browsers", .timeLimit(.minutes(15)))
struct BrowserTests {
    static let origin = "https://page.example"

    @Test("a browser may ask from a public page: the preflight allows the private network, when asked (BR-066)")
    func preflight() throws {
        let room = try Room()
        let asks = ["Origin: \(Self.origin)", "Access-Control-Request-Method: POST"]
        for path in ["/DWTAPI/ScanJobs", "/DWTAPI/ScanJobs/1-2/NextDocument", "/api/device/scanners/jobs", "/x"] {
            let asked = try room.server.client().request(
                "OPTIONS",
                path,
                headers: asks + [
                    "Access-Control-Request-Private-Network: true",
                    "Access-Control-Request-Headers: content-type,dwt-product-key",
                ]
            )
            #expect(asked.status == 204)
            #expect(asked["Access-Control-Allow-Origin"] == Self.origin)
            #expect(asked["Access-Control-Allow-Private-Network"] == "true")
            #expect(asked["Access-Control-Allow-Methods"]?.contains("DELETE") == true)
            #expect(asked["Access-Control-Allow-Headers"]?.contains("content-type") == true)
            #expect(asked["Vary"]?.contains("Origin") == true)
            let unasked = try room.server.client().request("OPTIONS", path, headers: asks)
            #expect(unasked.status == 204)
            #expect(unasked["Access-Control-Allow-Private-Network"] == nil)
        }
    }

    @Test("every answer can be read by the page that asked, whatever its status (BR-068)")
    func everyAnswer() throws {
        let room = try Room(["io-read,size=60x40", "page,size=60x40"])
        let (good, bad) = (
            #"{"device":"virtual:page,size=60x40"}"#, #"{"device":"virtual:io-read,size=60x40","config":{}}"#
        )
        let job = try room.client.createJob(good)
        let broken = try room.client.createJob(bad)
        let rows: [(request: String, body: String?, status: Int)] = [
            ("GET /DWTAPI/Scanners", nil, 200), ("GET /DWTAPI/Scanners?type=x", nil, 400),
            ("POST /DWTAPI/ScanJobs", good, 201), ("POST /DWTAPI/ScanJobs", "{", 400),
            ("POST /DWTAPI/ScanJobs", #"{"device":"nobody"}"#, 404), ("PATCH /DWTAPI/Scanners", "", 405),
            ("GET /DWTAPI/ScanJobs/\(job)/NextDocument", nil, 200),
            ("GET /DWTAPI/ScanJobs/\(job)/NextDocument", nil, 410),
            ("DELETE /DWTAPI/ScanJobs/\(job)", nil, 200), ("DELETE /DWTAPI/ScanJobs/\(job)", nil, 410),
            ("GET /DWTAPI/ScanJobs/\(broken)/NextDocument", nil, 500), ("GET /nowhere", nil, 404),
            ("OPTIONS /DWTAPI/ScanJobs", nil, 204), ("HEAD /DWTAPI/Scanners", nil, 200),
        ]
        for row in rows {
            let words = row.request.split(separator: " ").map(String.init)
            let answer = try room.server.client().request(
                words[0],
                words[1],
                headers: ["Origin: \(Self.origin)"],
                body: row.body
            )
            try check(answer, status: row.status, row.request)
        }
        let client = try room.server.client()
        try client.send(
            "POST /DWTAPI/ScanJobs HTTP/1.1\r\nHost: localhost\r\nOrigin: \(Self.origin)\r\nContent-Length: 9999999\r\n\r\n"
        )
        try check(client.readResponse(), status: 413, "a body that is too long")
    }

    private func check(_ answer: HTTPResponse, status: Int, _ what: String) throws {
        #expect(answer.status == status, "\(what)")
        #expect(answer["Access-Control-Allow-Origin"] == Self.origin, "\(what)")
        #expect(answer["Vary"]?.contains("Origin") == true, "\(what)")
        guard status != 204 else { return }
        let exposed = answer["Access-Control-Expose-Headers"] ?? ""
        #expect(exposed.contains("Location") && exposed.contains("Content-Disposition"), "\(what): \(exposed)")
    }

    /// Host headers as they may come, and whether they name this machine.
    static let hosts: [(lines: String, status: Int)] = [
        ("Host: evil.example", 403), ("Host: evil.example:18622", 403), ("Host: localhost.evil.example", 403),
        ("Host: 127.0.0.1.evil.example", 403), ("Host: localhostx", 403), ("Host: evil.local", 403),
        ("Host: LocalHost", 200), ("Host: localhost.", 200), ("Host: localhost:18622", 200),
        ("Host: 127.0.0.1", 200), ("Host: 192.168.1.9:18622", 200), ("Host: [::1]", 200), ("Host: [fe80::1]:1", 200),
        ("Host: \(ProcessInfo.processInfo.hostName.split(separator: ".").first ?? "localhost").local", 200),
        ("Host: scanner.house", 200), ("X-Other: 1", 400), ("Host: localhost\r\nHost: localhost", 400),
        ("Host: localhost\r\nHost: evil.example", 400), ("Host: ", 400),
    ]

    @Test("a name that is not this machine's gets nothing, whatever it asks for (BR-069)")
    func rebinding() throws {
        let room = try Room(arguments: ["--host-names", "scanner.house"])
        for host in Self.hosts {
            for line in [
                "GET /DWTAPI/Scanners", "OPTIONS /DWTAPI/ScanJobs", "GET /nowhere", "DELETE /DWTAPI/ScanJobs/1",
            ] {
                let client = try room.server.client()
                try client.send("\(line) HTTP/1.1\r\n\(host.lines)\r\n\r\n")
                let status = try client.readResponse().status
                if host.status == 200 {
                    #expect(status != 403 && status != 400, "\(host.lines): \(line)")
                } else {
                    #expect(status == host.status, "\(host.lines): \(line)")
                }
            }
        }
    }

    @Test("a client that waits for 100 before its body gets it, then its answer; other expectations get 417 (BR-070)")
    func expectation() throws {
        let room = try Room(["page,size=60x40"])
        let body = #"{"device":"virtual:page,size=60x40"}"#
        let head = "POST /DWTAPI/ScanJobs HTTP/1.1\r\nHost: localhost\r\n"
        let client = try room.server.client()
        try client.send("\(head)Expect: 100-continue\r\nContent-Length: \(body.utf8.count)\r\n\r\n")
        #expect(try client.readHead().status == 100)
        try client.send(body)
        #expect(try client.readResponse().status == 201)
        let other = try room.server.client()
        try other.send("\(head)Expect: the-moon\r\nContent-Length: \(body.utf8.count)\r\n\r\n")
        #expect(try other.readHead().status == 417)
        let long = try room.server.client()
        try long.send("\(head)Expect: 100-continue\r\nContent-Length: 99999999\r\n\r\n")
        #expect(try long.readHead().status == 413)
    }

    @Test("a long JSON is read, one over the limit refused at once, and no body costs memory (BR-072)")
    func longBodies() throws {
        let room = try Room(["page,size=60x40"])
        for length in [3_000, 40_000, 900_000] {
            let unknown = String(repeating: "x", count: length)
            let body = #"{"unknown":"\#(unknown)","device":"virtual:page,size=60x40","more":{"a":[1,2,{"b":null}]}}"#
            #expect(try room.client.pages(room.client.createJob(body)).pages.count == 1, "\(length)")
        }
        let figures = ProcessFigures(pid: room.server.pid)
        try figures.forgetPeak()
        let before = figures.residentMiB
        for head in ["Transfer-Encoding: chunked", "Content-Length: 2147483648"] {
            let client = try room.server.client()
            try client.send("POST /DWTAPI/ScanJobs HTTP/1.1\r\nHost: localhost\r\n\(head)\r\n\r\n")
            let piece = Array("10000\r\n".utf8) + [UInt8](repeating: 120, count: 65_536) + Array("\r\n".utf8)
            for _ in 0..<20 { try client.send(piece) }
            #expect(try client.readResponse().status == 413, "\(head)")
            // Whoever goes on sending talks to the wall, or is cut off.
            try? { for _ in 0..<2_000 { try client.send(piece) } }()
        }
        #expect(figures.peakMiB - before < 20)
        #expect(try room.scan("page,size=60x40").pages.count == 1)
    }

    @Test("the answer to a new job is its id and nothing else, fit to be pasted into the next address (BR-074)")
    func bareID() throws {
        let room = try Room(["page,size=60x40"])
        let body = #"{"device":"virtual:page,size=60x40"}"#
        let answer = try room.server.client().request("POST", "/DWTAPI/ScanJobs", body: body)
        #expect(answer.status == 201)
        #expect(answer.text.wholeMatch(of: #/[A-Za-z0-9-]+/#) != nil, "\(answer.text)")
        #expect(answer["Content-Type"]?.hasPrefix("text/plain") == true)
        let client = try room.server.client()
        #expect(try client.request("GET", "/DWTAPI/ScanJobs/\(answer.text)/NextDocument").status == 200)
        for id in ["%22x%22", "%22", "a%0ab", "%00", "%ff", "''", "1;2", "a+b", "%25"] {
            #expect(try client.request("GET", "/DWTAPI/ScanJobs/\(id)/NextDocument").status == 410, "\(id)")
            #expect(try client.request("DELETE", "/DWTAPI/ScanJobs/\(id)").status == 410, "\(id)")
        }
    }

    /// What people put where a name belongs, to reach files.
    static let payloads: [String] =
        [
            "../../../../etc/passwd", "/etc/passwd", "..\\..\\etc\\passwd", "file:///etc/passwd",
            "....//....//etc/passwd",
        ]
        .flatMap { path in
            let once = path.utf8.map { byte in "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
            return [
                path.replacingOccurrences(of: "/", with: "%2f"), once, once.replacingOccurrences(of: "%", with: "%25"),
            ]
        } + [
            "%2e%2e", "..", ".", "%00", "x%00.jpg", "%c0%ae%c0%ae%2f", "%ff%fe", "~", "%7e%2f", "$HOME", "%24%28id%29",
            "%60id%60", "%3bid", "%7cid", "con", "%5c%5c127.0.0.1%5cc%24", "%0d%0aSet-Cookie:%20x", "-rf",
        ]

    @Test("no path in any parameter reaches a file, or comes back in a message (BR-075)")
    func traversal() throws {
        let room = try Room(["page,size=60x40"])
        let secret = room.server.folder.path
        _ = try room.scan("page,size=60x40")
        #expect(eventually { FileManager.default.fileExists(atPath: "\(secret)/state/scanners.json") })
        let before = try Set(FileManager.default.subpathsOfDirectory(atPath: room.server.folder.path))
        for payload in Self.payloads {
            for target in [
                "GET /DWTAPI/ScanJobs/\(payload)/NextDocument", "DELETE /DWTAPI/ScanJobs/\(payload)",
                "GET /DWTAPI/Scanners?type=\(payload)", "GET /\(payload)", "GET /DWTAPI/\(payload)/Scanners",
                "POST /DWTAPI/ScanJobs?timeout=\(payload)",
            ] {
                let words = target.split(separator: " ").map(String.init)
                let body = words[0] == "POST" ? #"{"device":\#(try quoted(payload))}"# : nil
                let answer = try room.server.client().request(words[0], words[1], body: body)
                #expect([400, 404, 405, 410].contains(answer.status), "\(target): \(answer.status)")
                #expect(!answer.text.contains(secret) && !answer.text.contains("root:"), "\(target)")
                #expect(answer["Set-Cookie"] == nil)
            }
        }
        let after = try Set(FileManager.default.subpathsOfDirectory(atPath: room.server.folder.path))
        #expect(after == before)
        #expect(try room.scan("page,size=60x40").pages.count == 1)
    }
}
