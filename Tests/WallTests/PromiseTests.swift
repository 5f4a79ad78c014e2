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
        "BR-101", "BR-102",
    ]

    /// One line of the table.
    private struct Promise {
        var row: String
        var sentence: String
        var tests: [(file: String, name: String)]
    }

    @Test("names only tests that exist, by their display names without the row's number")
    func tests() throws {
        let promises = try Self.promises()
        #expect(!promises.isEmpty)
        for promise in promises {
            #expect(promise.sentence.hasSuffix("."), "\(promise.sentence)")
            #expect(!promise.tests.isEmpty, "\(promise.row) is proved by nothing")
            for test in promise.tests {
                let names = try SourceTree.exists(test.file) ? Self.names(in: test.file) : []
                #expect(
                    names.contains { $0 == test.name || $0.hasPrefix("\(test.name) (BR-") },
                    "\(test.file) has no test \"\(test.name)\""
                )
            }
        }
    }

    @Test("holds every row by a test that bears its number, or says that it is not held yet", arguments: rows)
    func noneForgotten(row: String) throws {
        let parts = try SourceTree.text(of: Self.document).components(separatedBy: "\n## Not held yet")
        try #require(parts.count == 2)
        let promises = try Self.promises().filter { $0.row == row }
        #expect(
            promises.isEmpty == parts[1].contains(row),
            "\(row) is in the table and among the missing, or in neither"
        )
        guard !promises.isEmpty else { return }
        let hasOwn = try promises.flatMap(\.tests).contains { test in
            try Self.names(in: test.file).contains { $0.hasPrefix("\(test.name) (") && $0.contains(row) }
        }
        #expect(hasOwn, "no test is named after \(row)")
    }

    @Test("names every test that bears the number of a row or figure")
    func everyTest() throws {
        let promises = try Self.promises()
        for file in SourceTree.files(under: "Tests", endingIn: ".swift") {
            for name in try Self.names(in: file) {
                guard let numbers = name.firstMatch(of: #/ \(((?:BR-\d|T\d)[^)]*)\)$/#) else { continue }
                let bare = String(name[..<numbers.range.lowerBound])
                for row in numbers.1.split(separator: ", ") {
                    let isNamed = promises.contains { promise in
                        promise.row == row && promise.tests.contains { $0 == (file, bare) || $0 == (file, name) }
                    }
                    #expect(isNamed, "\(Self.document) should name \(file), \"\(bare)\", for \(row)")
                }
            }
        }
    }

    @Test("knows no test that is switched off")
    func none() throws {
        for file in SourceTree.files(under: "Tests", endingIn: ".swift") where !file.hasPrefix("Tests/WallTests/") {
            #expect(try !SourceTree.text(of: file).contains(".disabled("), "\(file)")
        }
    }

    /// The display names of a file's tests; those that go over several lines as one line.
    private static func names(in file: String) throws -> [String] {
        let text = try SourceTree.text(of: file).replacing(#/\\\n\s*/#, with: "")
        return text.matches(of: #/@Test\(\s*"([^"\n]+)"/#).map { String($0.1) }
            + text.matches(of: #/@Test\(\s*"""\n\s*([^\n]+)\n\s*"""/#).map { String($0.1) }
    }

    /// A table row is `| BR-001 | sentence. | `file`: "name"; "name"<br>`file`: "name" |`.
    private static func promises() throws -> [Promise] {
        try SourceTree.text(of: document).split(separator: "\n")
            .compactMap { try? #/\| (BR-\d{3}|T\d{1,2}|v19) \| (.+) \| (`.+) \|/#.wholeMatch(in: $0) }
            .map { line in
                let tests = line.3.split(separator: "<br>").flatMap { part in
                    let file = part.dropFirst().prefix { $0 != "`" }
                    return part.matches(of: #/"([^"]+)"/#).map { (String(file), String($0.1)) }
                }
                return Promise(row: "\(line.1)", sentence: "\(line.2)", tests: tests)
            }
    }
}
