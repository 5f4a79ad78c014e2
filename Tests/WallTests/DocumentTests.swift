import Foundation
import Testing

/// What the documents name must exist.
@Suite("The documents")
struct DocumentTests {
    /// Documents whose paths are looked up; a path is what stands in backticks, has a slash and begins with one of `roots`.
    static let documents = [
        "README.md", "CONTRIBUTING.md", "docs/architecture.md", "docs/follow-one-scan.md", "docs/troubleshooting.md",
        "docs/configuration.md",
        "docs/reliability.md",
        "docs/packaging.md", "docs/api.md",
    ]
    static let roots = ["Sources", "Tests", "docs", "scripts", "packaging", ".ci"]

    @Test("name only paths that exist", arguments: documents)
    func paths(document: String) throws {
        for path in try Self.paths(in: SourceTree.text(of: document)) {
            #expect(SourceTree.exists(path), "\(document) names \(path)")
        }
    }

    @Test("link only to files that exist", arguments: documents)
    func links(document: String) throws {
        let folder = URL(fileURLWithPath: document, relativeTo: SourceTree.root).deletingLastPathComponent()
        for link in try SourceTree.text(of: document).matches(of: #/\]\(([^)#:]+)(?:#[^)]*)?\)/#) {
            let target = folder.appendingPathComponent(String(link.1)).path
            #expect(FileManager.default.fileExists(atPath: target), "\(document) links to \(link.1)")
        }
    }

    @Test("show the way through the whole of a scan")
    func wholeWay() throws {
        let paths = try Self.paths(in: SourceTree.text(of: "docs/follow-one-scan.md"))
        for room in ["RESTServer/HTTP", "RESTServer/Service", "SaneBridge/Worker", "SaneBridge/Device", "CSane"] {
            #expect(paths.contains { $0.hasPrefix("Sources/\(room)/") }, "nothing of \(room)")
        }
    }

    @Test("name only make targets that exist", arguments: documents + ["CHANGELOG.md"])
    func targets(document: String) throws {
        let known = try SourceTree.text(of: "Makefile").matches(of: #/(?m)^([a-z-]+):/#)
            .map { String($0.1) }
        #expect(known.contains("run") && known.contains("test"))
        for target in try SourceTree.text(of: document).matches(of: #/(?m)(?:`|^ +)make ([a-z-]+)/#) {
            #expect(known.contains(String(target.1)), "\(document) names make \(target.1)")
        }
    }

    @Test("show the example that is compiled")
    func example() throws {
        let program = try SourceTree.text(of: "docs/examples/first-scan.swift")
        #expect(try SourceTree.text(of: "README.md").contains("```swift\n\(program)```"))
    }

    private static func paths(in text: String) throws -> [String] {
        text.matches(of: #/`([A-Za-z.][\w.+/-]*\/[\w.+/-]*)`/#)
            .map { String($0.1) }
            .filter { path in roots.contains { path.hasPrefix("\($0)/") } }
    }
}
