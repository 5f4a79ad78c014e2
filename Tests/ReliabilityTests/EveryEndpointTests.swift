import DWTWire
import Foundation
import TestSupport
import Testing

/// What holds for every call there is, by the table of endpoints: a new one is covered by being in it.
@Suite("every endpoint", .timeLimit(.minutes(15)))
struct EveryEndpointTests {
    static let origin = "https://page.example"
    /// Every path that is served, and some that are not.
    static let paths = Set(Endpoint.allCases.map { $0.target() } + ["/", "/api/nothing", "/DWTAPI/nothing", "/fa/x"])

    @Test("a browser may ask from a public page for every path (BR-066)")
    func preflight() throws {
        let room = try Room()
        let client = try room.server.client()
        for path in Self.paths {
            let asks = ["Origin: \(Self.origin)", "Access-Control-Request-Method: DELETE"]
            let names = "content-type,dwt-product-key,x-dics-license-key,dwt-doc-password"
            let asked = try client.request(
                "OPTIONS",
                path,
                headers: asks + [
                    "Access-Control-Request-Private-Network: true", "Access-Control-Request-Headers: \(names)",
                ]
            )
            #expect(asked.status == 204, "\(path)")
            #expect(asked["Access-Control-Allow-Origin"] == Self.origin, "\(path)")
            #expect(asked["Access-Control-Allow-Credentials"] == "true", "\(path)")
            #expect(asked["Access-Control-Allow-Private-Network"] == "true", "\(path)")
            #expect(asked["Access-Control-Allow-Headers"] == names, "\(path)")
            #expect(asked["Vary"]?.contains("Origin") == true, "\(path)")
            let methods = asked["Access-Control-Allow-Methods"] ?? ""
            #expect(["GET", "POST", "PATCH", "DELETE"].allSatisfy(methods.contains), "\(path)")
            var served = Set(Endpoint.allCases.filter { $0.target() == path }.map(\.method))
            if served.contains("GET") { served.insert("HEAD") }
            let allowed = Set((asked["Allow"] ?? "").split(separator: ", ").map(String.init))
            #expect(allowed == (served.isEmpty ? [] : served.union(["OPTIONS"])), "\(path)")
            let unasked = try client.request("OPTIONS", path, headers: asks)
            #expect(unasked["Access-Control-Allow-Private-Network"] == nil, "\(path)")
        }
    }

    @Test("every refusal of every call has the form of its generation, and the page that asked can read it (BR-068)")
    func refusals() throws {
        let room = try Room()
        for endpoint in Endpoint.allCases {
            let (line, host) = ("\(endpoint.method) \(endpoint.target())", "Host: localhost")
            let heads: [(head: String, statuses: [Int])] = [
                ("\(line) HTTP/1.1\r\n\(host)\r\nContent-Length: 2\r\n\r\n[]", [200, 400, 404, 410]),
                ("\(line)?type=x HTTP/1.1\r\n\(host)\r\nContent-Length: 1\r\n\r\n{", [200, 400, 404, 410]),
                ("\(line) HTTP/1.1\r\nHost: evil.example\r\n\r\n", [403]),
                ("\(line) HTTP/1.1\r\n\r\n", [400]),
                ("\(line) HTTP/1.1\r\n\(host)\r\n\(host)\r\n\r\n", [400]),
                ("\(line) HTTP/1.1\r\n\(host)\r\nExpect: tea\r\n\r\n", [417]),
                ("\(line) HTTP/1.1\r\n\(host)\r\nTransfer-Encoding: chunked\r\nContent-Length: 1\r\n\r\n", [400]),
                ("\(line) HTTP/1.1\r\n\(host)\r\nContent-Length: 2000000000\r\n\r\n{", [413]),
                ("BREW \(endpoint.target()) HTTP/1.1\r\n\(host)\r\n\r\n", [405]),
            ]
            for (head, statuses) in heads {
                let client = try room.server.client()
                let parts = head.split(separator: "\r\n", maxSplits: 1)
                try client.send("\(parts[0])\r\nOrigin: \(Self.origin)\r\n\(parts[1])")
                let answer = try client.readResponse()
                #expect(statuses.contains(answer.status), "\(head): \(answer.status)")
                expectForm(answer, of: endpoint.generation, "\(head)")
            }
        }
        for path in Self.paths where !Endpoint.allCases.contains(where: { $0.target() == path }) {
            let answer = try room.server.client().request("GET", path, headers: ["Origin: \(Self.origin)"])
            #expect(answer.status == 404, "\(path)")
            let generation: Endpoint.Generation =
                path.hasPrefix("/DWTAPI") ? .legacy : path.hasPrefix("/fa") ? .library : .v19
            expectForm(answer, of: generation, path)
        }
    }

    @Test("every other method of every path is told the right ones")
    func otherMethods() throws {
        let room = try Room()
        for (path, endpoints) in Dictionary(grouping: Endpoint.allCases, by: { $0.target() }) {
            var served = Set(endpoints.map(\.method))
            if served.contains("GET") { served.insert("HEAD") }
            for method in ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "TRACE", "PROPFIND", "get"]
            where !served.contains(method) {
                let answer = try room.server.client().request(method, path, headers: ["Origin: \(Self.origin)"])
                #expect(answer.status == 405, "\(method) \(path)")
                let allowed = answer["Allow"]?.split(separator: ", ").map(String.init) ?? []
                #expect(Set(allowed) == served.union(["OPTIONS"]), "\(method) \(path): \(allowed)")
                guard method != "HEAD" else { continue }
                expectForm(answer, of: endpoints[0].generation, "\(method) \(path)")
                if endpoints[0].generation == .v19 { #expect(answer.text.contains("-2112"), "\(answer.text)") }
            }
        }
    }

    @Test("a client of every call that waits for 100 before its body gets it, or a refusal instead (BR-070)")
    func expectation() throws {
        let room = try Room()
        for endpoint in Endpoint.allCases {
            let head = "\(endpoint.method) \(endpoint.target()) HTTP/1.1\r\nHost: localhost\r\n"
            let body = endpoint.harmlessBody
            let client = try room.server.client()
            try client.send("\(head)Expect: 100-continue\r\nContent-Length: \(body.utf8.count)\r\n\r\n")
            #expect(try client.readHead().status == 100, "\(head)")
            try client.send(body)
            let plain = try room.server.client().request(endpoint.method, endpoint.target(), body: body)
            #expect(try client.readResponse().status == plain.status, "\(head)")
            let long = try room.server.client()
            try long.send("\(head)Expect: 100-continue\r\nContent-Length: 99999999\r\n\r\n")
            #expect(try long.readHead().status == 413, "\(head)")
        }
    }

    @Test("every call reads a long body and refuses one over the limit at once, without the memory for it (BR-072)")
    func longBodies() throws {
        let room = try Room()
        _ = try room.server.client().request("GET", "/api/device/scanners")
        let figures = ProcessFigures(pid: room.server.pid)
        try figures.forgetPeak()
        let before = figures.residentMiB
        for endpoint in Endpoint.allCases {
            let (method, target, body) = (endpoint.method, endpoint.target(), endpoint.harmlessBody)
            let short = try room.server.client().request(method, target, body: body)
            for length in [3_000, 40_000, 900_000] {
                let unknown = #"{"unknown":"\#(String(repeating: "x", count: length))""#
                let rest = body == "{}" ? "}" : "," + body.dropFirst()
                let long = try room.server.client().request(method, target, body: unknown + rest)
                #expect(long.status == short.status, "\(endpoint.rawValue), \(length) bytes: \(long.text.prefix(200))")
                #expect(long.text == short.text || short.status < 300, "\(endpoint.rawValue), \(length) bytes")
            }
            for framing in ["Transfer-Encoding: chunked", "Content-Length: 2147483648"] {
                let client = try room.server.client()
                try client.send("\(method) \(target) HTTP/1.1\r\nHost: localhost\r\n\(framing)\r\n\r\n")
                let piece = Array("10000\r\n".utf8) + [UInt8](repeating: 120, count: 65_536) + Array("\r\n".utf8)
                try? { for _ in 0..<20 { try client.send(piece) } }()
                #expect(try client.readResponse().status == 413, "\(endpoint.rawValue), \(framing)")
                // Whoever goes on sending talks to the wall, or is cut off.
                try? { for _ in 0..<400 { try client.send(piece) } }()
            }
        }
        #expect(figures.peakMiB - before < 20)
    }

    @Test("an id that cannot be one is an unknown one in every call, never a fault (BR-074)")
    func strangeIDs() throws {
        let room = try Room()
        let client = try room.server.client()
        for endpoint in Endpoint.allCases where endpoint.path.contains("{jobuid}") {
            for id in ["%22x%22", "%22", "a%0ab", "%00", "%ff", "''", "1;2", "a+b", "%25", "1e5", "null", "%7B%7D"] {
                let answer = try client.request(
                    endpoint.method,
                    endpoint.target(id),
                    headers: ["Origin: \(Self.origin)"],
                    body: endpoint.harmlessBody
                )
                #expect(answer.status == (endpoint.generation == .legacy ? 410 : 404), "\(endpoint.rawValue) \(id)")
                expectForm(answer, of: endpoint.generation, "\(endpoint.rawValue) \(id)")
            }
        }
    }

    @Test("no path in any parameter or member of any call reaches a file, or comes back in a message (BR-075)")
    func traversal() throws {
        let room = try Room()
        let folder = room.server.folder.path
        _ = try room.server.client().request("GET", "/api/device/scanners")
        #expect(eventually { FileManager.default.fileExists(atPath: "\(folder)/state/scanners.json") })
        let before = try Set(FileManager.default.subpathsOfDirectory(atPath: folder))
        for endpoint in Endpoint.allCases {
            let queries = endpoint.documentation?.parameters.filter { $0.place == .query }.map(\.name) ?? []
            for payload in BrowserTests.payloads {
                let body = endpoint.bodySaying(try quoted(payload.removingPercentEncoding ?? payload))
                var targets = queries.map { "\(endpoint.target())?\($0)=\(payload)" } + [endpoint.target()]
                if endpoint.path.contains("{") { targets.append(endpoint.target(payload)) }
                for target in targets {
                    let answer = try room.server.client().request(endpoint.method, target, body: body)
                    #expect(answer.status < 500, "\(target): \(answer.status)")
                    #expect(!answer.text.contains(folder) && !answer.text.contains("root:"), "\(target)")
                    #expect(answer["Set-Cookie"] == nil)
                }
            }
        }
        let after = try Set(FileManager.default.subpathsOfDirectory(atPath: folder))
        #expect(after == before)
    }

    /// A page of that origin can read the answer, and a refusal is said as its generation says it.
    private func expectForm(_ answer: HTTPResponse, of generation: Endpoint.Generation, _ what: String) {
        #expect(answer["Access-Control-Allow-Origin"] == Self.origin, "\(what)")
        #expect(answer["Access-Control-Allow-Credentials"] == "true", "\(what)")
        #expect(answer["Vary"]?.contains("Origin") == true, "\(what)")
        let exposed = answer["Access-Control-Expose-Headers"] ?? ""
        #expect(exposed.contains("Location") && exposed.contains("Content-Disposition"), "\(what): \(exposed)")
        guard answer.status >= 400 else { return }
        guard generation != .legacy else {
            #expect(answer["Content-Type"] == "text/plain; charset=utf-8", "\(what)")
            #expect(answer.text.hasSuffix(".") && !answer.text.hasPrefix("{"), "\(what): \(answer.text)")
            return
        }
        #expect(answer["Content-Type"] == "application/json", "\(what)")
        let members = (try? JSONSerialization.jsonObject(with: Data(answer.body))) as? [String: Any] ?? [:]
        #expect((members["code"] as? Int ?? 1) < 0, "\(what): \(answer.text)")
        #expect((members["message"] as? String)?.hasSuffix(".") == true, "\(what): \(answer.text)")
        #expect(members["statusCode"] as? Int == answer.status, "\(what): \(answer.text)")
        #expect(members.count == (generation == .library ? 5 : 3), "\(what): \(answer.text)")
    }
}

extension Endpoint {
    /// The path with a value for what stands in braces.
    fileprivate func target(_ value: String = "1-2") -> String {
        path.replacing(#/\{[^}]*\}/#, with: value)
    }

    /// A body of this call that scans nothing: of an example about nothing, or about a job that nobody knows.
    fileprivate var harmlessBody: String {
        let examples = documentation?.examples ?? []
        return examples.first { $0.body != nil && $0.status != 201 && [.none, .unknownJob].contains($0.stage) }?.body
            ?? "{}"
    }

    /// A body that says a text wherever one may stand.
    fileprivate func bodySaying(_ text: String) -> String {
        switch self {
        case .updateServer: #"{"logLevel":\#(text)}"#
        case .administer: #"{"id":\#(text),"method":\#(text),"parameter":[\#(text)],"version":\#(text)}"#
        case .versionInfo: #"{"id":\#(text),"cmdId":\#(text),"method":\#(text)}"#
        default:
            // The device is unknown, so that nothing is scanned.
            #"{"device":\#(text),"settings":\#(text),"status":\#(text),"license":\#(text),"name":\#(text)}"#
        }
    }
}
