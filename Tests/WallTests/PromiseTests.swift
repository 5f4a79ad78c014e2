import Foundation
import Testing

/// The table of promises in docs/reliability.md: each names a test that is there, and no row is forgotten.
@Suite("The table of promises")
struct PromiseTests {
    static let document = "docs/reliability.md"
    /// Every kind of mishap that the project has collected.
    static let rows = [
        "BR-001", "BR-002", "BR-003", "BR-005", "BR-006", "BR-007", "BR-010", "BR-011", "BR-013", "BR-014", "BR-016",
        "BR-017",
        "BR-018", "BR-022", "BR-023", "BR-024", "BR-025", "BR-026", "BR-027", "BR-029", "BR-030", "BR-031", "BR-033",
        "BR-034",
        "BR-036", "BR-038", "BR-039", "BR-040", "BR-041", "BR-042", "BR-044", "BR-045", "BR-047", "BR-048", "BR-050",
        "BR-051",
        "BR-052", "BR-054", "BR-055", "BR-056", "BR-058", "BR-059", "BR-063", "BR-065", "BR-066", "BR-067", "BR-068",
        "BR-069",
        "BR-070", "BR-072", "BR-074", "BR-075", "BR-078", "BR-079", "BR-080", "BR-082", "BR-084", "BR-088",
    ]

    /// One line of the table.
    private struct Promise {
        var sentence: String
        var file: String
        var test: String
        var rows: [String]
    }

    @Test("names only tests that exist, by their display names")
    func tests() throws {
        let promises = try Self.promises()
        #expect(!promises.isEmpty)
        for promise in promises {
            let text = SourceTree.exists(promise.file) ? try SourceTree.text(of: promise.file) : ""
            #expect(text.contains("\"\(promise.test)\""), "\(promise.file) has no test \"\(promise.test)\"")
            #expect(promise.sentence.hasSuffix("."), "\(promise.sentence)")
        }
    }

    @Test("holds every row, or says that it is not held yet", arguments: rows)
    func noneForgotten(row: String) throws {
        let parts = try SourceTree.text(of: Self.document).components(separatedBy: "\n## Not held yet")
        try #require(parts.count == 2)
        let isHeld = try Self.promises().contains { $0.rows.contains(row) }
        #expect(isHeld != parts[1].contains(row), "\(row) is in the table and among the missing, or in neither")
    }

    @Test("has a line for every test that bears the id of a row")
    func everyTest() throws {
        let promises = try Self.promises()
        for file in SourceTree.files(under: "Tests", endingIn: ".swift") {
            for name in try SourceTree.text(of: file).matches(of: #/"([^"]*\((BR-\d{3}[^")]*)\))"/#) {
                let lines = promises.filter { $0.file == file && $0.test == String(name.1) }
                let listed = lines.flatMap(\.rows)
                for row in String(name.2).split(separator: ", ") {
                    #expect(listed.contains(String(row)), "\(file): \(name.1)")
                }
            }
        }
    }

    /// A table row is `| sentence. | `file`: display name | BR-001, BR-002 |`.
    private static func promises() throws -> [Promise] {
        try SourceTree.text(of: document).split(separator: "\n")
            .compactMap { try? #/\| (.+) \| `([^`]+)`: (.+) \| (BR-[^|]+) \|/#.wholeMatch(in: $0) }
            .map { line in
                let rows = line.4.split(separator: ", ").map(String.init)
                return Promise(sentence: "\(line.1)", file: "\(line.2)", test: "\(line.3)", rows: rows)
            }
    }
}
