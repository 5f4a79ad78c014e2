import DWTWire
import Foundation
import TestSupport
import Testing

/// The examples of the API's description, sent to a running service.
@Suite("the description of the API and the service agree", .timeLimit(.minutes(10)))
struct DescriptionTests {
    typealias Example = EndpointDescription.Example

    @Test("each example is answered as it says, in the shape that the document states", arguments: Endpoint.allCases)
    func examples(_ endpoint: Endpoint) throws {
        let description = try #require(endpoint.documentation)
        let server = try RunningServer(scanners: nil)
        let stage = Stage(server: server)
        let document = try JSONValue(parsing: server.client().request("GET", "/api/openapi.json").body)
        let check = SchemaCheck(document: document)
        let path = try #require(document.member("paths")?.member(endpoint.path))
        let operation = try #require(path.member(endpoint.method.lowercased()))
        for example in description.examples {
            let what = "\(endpoint.rawValue), \(example.name)"
            let scene = try stage.set(example.stage, needsPage: example.query.contains("{imageuid}"))
            var target = endpoint.path.replacingOccurrences(of: "{jobuid}", with: scene.job)
                .replacingOccurrences(of: "{version}", with: "dwasm2_19301028")
            if !example.query.isEmpty {
                target += "?" + example.query.replacingOccurrences(of: "{imageuid}", with: scene.page)
            }
            let answer = try server.client().request(endpoint.method, target, body: example.body)
            #expect(answer.status == example.status, "\(what): \(answer.text.prefix(300))")
            let stated = operation.member("responses")?.member("\(answer.status)").map(check.resolved)
            expect(answer, by: check, as: try #require(stated, "\(what)"), like: example, what)
            try stage.clear(scene, made: answer)
        }
    }

    /// The answer, and the one that is shown, have the stated shape.
    private func expect(
        _ answer: HTTPResponse,
        by check: SchemaCheck,
        as stated: JSONValue,
        like example: Example,
        _ what: String
    ) {
        guard let content = stated.member("content") else {
            #expect(answer.body.isEmpty, "\(what)")
            return
        }
        let type = String((answer["Content-Type"] ?? "none").prefix { $0 != ";" })
        guard let media = content.member(type) else {
            Issue.record("\(what): \(type) is not stated")
            return
        }
        switch type {
        case "application/json":
            guard let schema = media.member("schema"), let came = try? JSONValue(parsing: answer.body) else {
                Issue.record("\(what): no JSON, or no schema for it: \(answer.text.prefix(300))")
                return
            }
            #expect(check.faults(of: came, by: schema) == [], "\(what): \(answer.text.prefix(300))")
            guard let text = example.answer, let shown = try? JSONValue(parsing: Array(text.utf8)) else { return }
            #expect(check.faults(of: shown, by: schema) == [], "\(what), as it is shown")
            if answer.status >= 400 { #expect(came.member("code") == shown.member("code"), "\(what)") }
        case "text/plain":
            guard let schema = media.member("schema") else { return }
            for text in [answer.text, example.answer ?? answer.text] {
                #expect(check.faults(of: .string(text), by: schema) == [], "\(what)")
            }
            if answer.status >= 400 { #expect(answer.text == example.answer, "\(what)") }
        case "image/jpeg": #expect(answer.body.starts(with: [0xFF, 0xD8]), "\(what)")
        case "image/png": #expect(answer.body.starts(with: [0x89, 0x50, 0x4E, 0x47]), "\(what)")
        default: Issue.record("\(what): nobody knows \(type)")
        }
    }
}

/// Brings about what must have happened before an example.
private struct Stage {
    let server: RunningServer
    private var client: V19Client { V19Client(server: server) }

    /// What an example is about.
    struct Scene {
        var job = "none"
        var page = "none"
        var path = ""
    }

    init(server: RunningServer) { self.server = server }

    func set(_ stage: EndpointDescription.Example.Stage, needsPage: Bool) throws -> Scene {
        switch stage {
        case .none: return Scene()
        case .unknownJob: return Scene(job: "00000000-0000-0000-0000-000000000000")
        case .deletedJob:
            let scene = try make("pending")
            try clear(scene)
            return scene
        case .pendingJob: return try make("pending")
        case .runningJob: return try make("running")
        case .endedJob:
            var scene = try make("running")
            if needsPage { scene.page = try page(of: scene) }
            try takeAll(of: scene)
            return scene
        case .legacyJob:
            let job = try LegacyClient(server: server).createJob(#"{"config":{"Resolution":75}}"#)
            return Scene(job: job, path: "/DWTAPI/ScanJobs/\(job)")
        }
    }

    /// Deletes what an example was about, and what it made.
    func clear(_ scene: Scene, made answer: HTTPResponse? = nil) throws {
        var paths = [scene.path]
        if let answer, answer.status == 201 {
            let created = (try? JSONValue(parsing: answer.body))?.member("jobuid")
            if case .string(let job)? = created {
                paths.append("/api/device/scanners/jobs/\(job)")
            } else {
                paths.append("/DWTAPI/ScanJobs/\(answer.text)")
            }
        }
        for path in paths where !path.isEmpty {
            let status = try server.client().request("DELETE", path).status
            #expect([200, 204, 410].contains(status), "\(path)")
        }
    }

    private func make(_ state: String) throws -> Scene {
        let body = #"{"autoRun":\#(state == "running"),"config":{"Resolution":75}}"#
        let job = try client.makeJob(body).jobuid
        return Scene(job: job, path: "/api/device/scanners/jobs/\(job)")
    }

    private func page(of scene: Scene) throws -> String {
        let answer = try server.client().request("GET", "\(scene.path)/next-page-info")
        guard case .array(let pages)? = try? JSONValue(parsing: answer.body),
            case .string(let page)? = pages.first?.member("imageuid")
        else { return "none" }
        return page
    }

    /// Takes the pages of a job until there are no more.
    private func takeAll(of scene: Scene) throws {
        let connection = try server.client()
        var status = 200
        while status == 200 { status = try connection.request("GET", "\(scene.path)/next-page").status }
    }
}
