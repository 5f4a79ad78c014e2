import Foundation
import Testing

@testable import RESTServer

@Suite("what is written about the configuration")
struct ConfigurationDocumentTests {
    private static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    }

    /// Indented blocks, each a file of its own; commands to type are none.
    private static func examples(in text: String) -> [String] {
        var examples: [String] = []
        var current: [Substring] = []
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) + ["end"[...]] {
            if line.hasPrefix("    ") || (line.isEmpty && !current.isEmpty) {
                current.append(line.dropFirst(4))
            } else {
                let example = current.joined(separator: "\n")
                if example.contains(" = ") { examples.append(example) }
                current = []
            }
        }
        return examples
    }

    @Test("examples are configuration files without a mistake")
    func examples() throws {
        let examples = Self.examples(in: try Self.text("docs/configuration.md"))
        #expect(examples.count == 5)
        for example in examples {
            let file = ConfigurationFile(Array(example.utf8), path: "example")
            #expect(file.problems == [], "\(example)")
            #expect(!file.sections.isEmpty)
        }
    }

    @Test("the table has every key about scanners and no other")
    func table() throws {
        let rows = try Self.text("docs/configuration.md").split(separator: "\n").filter { $0.hasPrefix("| `") }
        let keys = rows.flatMap { row in
            row.split(separator: "|")[0].matches(of: /`([a-z-]+)[^`]*`/).map { String($0.1) }
        }
        #expect(keys == DeviceTable.rows.map(\.key) + [DeviceTable.OwnOptions.key])
    }

    @Test("keys that other documents name exist")
    func otherDocuments() throws {
        let names = try Self.text("docs/troubleshooting.md").matches(of: /\(((?:`[a-z-]+`(?:, )?)+)/)
            .flatMap { $0.1.matches(of: /`([a-z-]+)`/).map { String($0.1) } }
        #expect(names.contains("rotate-backs"))
        for name in names { #expect(DeviceTable.isKey(name), "\(name)") }
    }

    @Test("known quirks have no mistake, say little, and give a reason each")
    func quirks() throws {
        let text = try Self.text("packaging/quirks.conf")
        let file = ConfigurationFile(Array(text.utf8), path: "quirks.conf")
        #expect(file.problems == [])
        #expect(file.entries == [])
        #expect(!file.holdsSecret)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        for section in file.sections {
            let line = try #require(section.place.line)
            #expect(!section.entries.isEmpty)
            #expect(lines[line - 2].hasPrefix("# "), "\(section.rule.pattern.text) has no reason")
        }
    }
}
