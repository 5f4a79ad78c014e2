import DWTWire
import Foundation
import Testing

@Suite("the description of the API")
struct DocumentTests {
    @Test("every endpoint is described, and once", arguments: Endpoint.allCases)
    func complete(_ endpoint: Endpoint) throws {
        let matching = EndpointDescription.all.filter { $0.call == endpoint.rawValue }
        #expect(matching.count == 1)
        let description = try #require(matching.first)
        #expect(!description.examples.isEmpty)
        let inPath = endpoint.path.matches(of: #/\{([^}]*)\}/#).map { String($0.1) }
        #expect(description.parameters.filter { $0.place == .path }.map(\.name) == inPath)
        let statuses = description.answers.map(\.status)
        #expect(Set(statuses).count == statuses.count)
        for example in description.examples {
            #expect(statuses.contains(example.status), "\(example.name)")
        }
    }

    @Test("every description is of an endpoint")
    func noOthers() {
        let calls = Set(Endpoint.allCases.map(\.rawValue))
        #expect(EndpointDescription.all.map(\.call).filter { !calls.contains($0) } == [])
    }

    @Test("the document has all paths and methods, and only names that it defines")
    func document() throws {
        let document = OpenAPIDocument(programVersion: "1.2.3").json
        let paths = try #require(document.member("paths"))
        for endpoint in Endpoint.allCases {
            let operation = paths.member(endpoint.path)?.member(endpoint.method.lowercased())
            #expect(operation?.member("operationId") == .string("\(endpoint)"), "\(endpoint.rawValue)")
            #expect(operation?.member("responses")?.member("405") != nil, "\(endpoint.rawValue)")
        }
        let text = document.text
        for reference in Set(text.matches(of: #/"#\/components\/(\w+)\/([^"]+)"/#).map { [$0.1, $0.2] }) {
            let components = document.member("components")?.member(String(reference[0]))
            #expect(components?.member(String(reference[1])) != nil, "\(reference)")
        }
        #expect(try JSONValue(parsing: Array(text.utf8)) == document)
    }

    @Test("the page about the API says the same; API_DOCUMENT=write in the environment makes it anew")
    func page() throws {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../\(APIDocument.path)").standardized
        if ProcessInfo.processInfo.environment["API_DOCUMENT"] == "write" {
            try APIDocument.text.write(to: file, atomically: true, encoding: .utf8)
        }
        #expect(try String(contentsOf: file, encoding: .utf8) == APIDocument.text)
    }

    @Test("every body in an example is JSON, but for those of the legacy generation's answers")
    func examples() throws {
        for description in EndpointDescription.all {
            let isText = description.group == .legacy
            for example in description.examples {
                let answer = isText && !(example.answer ?? "").hasPrefix("[") ? nil : example.answer
                for text in [example.body, answer].compactMap(\.self) {
                    #expect(throws: Never.self, "\(description.call): \(text)") {
                        try JSONValue(parsing: Array(text.utf8))
                    }
                }
            }
        }
    }
}
