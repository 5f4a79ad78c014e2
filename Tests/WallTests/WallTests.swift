import Foundation
import Testing

/// The walls between the four rooms: docs/architecture.md.
@Suite("The walls between the rooms")
struct WallTests {
    @Test(
        "a module of the C room is imported by the one room that owns it",
        arguments: [
            ("CSane", ["Sources/SaneBridge/Device/"]),
            ("CImage", ["Sources/SaneBridge/Imaging/"]),
            ("CHTTPD", ["Sources/RESTServer/HTTP/"]),
            (
                "CPosix",
                ["Sources/SaneBridge/Worker/", "Sources/RESTServer/HTTP/", "Sources/RESTServer/Service/"]
            ),
        ]
    )
    func owners(module: String, folders: [String]) throws {
        let importers = try SourceTree.files(under: "Sources", endingIn: ".swift")
            .filter { try SourceTree.imports(of: $0).contains(module) }
        let strangers = importers.filter { importer in !folders.contains { importer.hasPrefix($0) } }
        #expect(strangers == [])
        #expect(importers != [], "nobody imports \(module): is the name still right?")
    }

    @Test(
        "what decides and what travels imports nothing",
        arguments: ["Sources/SaneBridge/Scanning", "Sources/Compat/Wire"]
    )
    func nothing(folder: String) throws {
        let files = SourceTree.files(under: folder, endingIn: ".swift")
        #expect(!files.isEmpty)
        for file in files {
            #expect(try SourceTree.imports(of: file) == [], "\(file)")
        }
    }

    @Test("server and worker do without full Foundation, which would make them five times as large")
    func foundation() throws {
        let importers = try SourceTree.files(under: "Sources", endingIn: ".swift")
            .filter { try SourceTree.imports(of: $0).contains("Foundation") }
        #expect(importers == [])
    }

    @Test("the worker, which is started for every scan, does without Foundation of any size, and without Dispatch")
    func worker() throws {
        let heavy: Set = ["Foundation", "FoundationEssentials", "Dispatch"]
        let importers = try SourceTree.files(under: "Sources/SaneBridge", endingIn: ".swift")
            .filter { try !heavy.isDisjoint(with: SourceTree.imports(of: $0)) }
        #expect(importers == [])
    }

    @Test("an import line is seen whatever stands before it")
    func importLines() throws {
        let text = """
            import One
            package import Two
            @preconcurrency internal import Three
                import struct Four.Value
            @_exported import Five
            // import NotThis
            let important = "import NotThat"
            """
        #expect(try SourceTree.imports(in: text) == ["One", "Two", "Three", "Four", "Five"])
    }

    @Test("there is no C outside the C room")
    func languages() {
        let strangers = SourceTree.files(under: "Sources")
            .filter { !$0.hasSuffix(".swift") && !$0.hasPrefix("Sources/CSane/") }
        #expect(strangers == [])
    }

    @Test("a file of more than 400 lines says at its top why it is one thing")
    func sizes() throws {
        for file in SourceTree.files(under: "Sources") {
            let lines = try SourceTree.text(of: file).split(separator: "\n", omittingEmptySubsequences: false)
            guard lines.count > 401 else { continue }
            let reason = lines.prefix(12).contains { $0.contains("One file because") }
            #expect(reason, "\(file) has \(lines.count - 1) lines; split it, or begin with \"One file because ...\"")
        }
    }

    @Test("no page ever lies in a folder that everybody can write to")
    func temporaryFolders() throws {
        // This one names them in order to refuse them.
        let refuser = "Sources/RESTServer/Service/Settings/SettingKind.swift"
        for file in SourceTree.files(under: "Sources") where file != refuser {
            let text = try SourceTree.text(of: file)
            #expect(!text.contains("\"/tmp"), "\(file)")
            #expect(!text.contains("\"/var/tmp"), "\(file)")
            #expect(!text.contains("NSTemporaryDirectory"), "\(file)")
        }
    }

    @Test("no test has a time limit that its wait for a free processor could use up")
    func timeLimits() throws {
        // All tests begin at once and then wait for each other; two processors need eight minutes for them.
        let limit = try Regex("timeLimit\\(\\.minutes\\((\\d+)\\)\\)", as: (Substring, Substring).self)
        var found = 0
        for path in SourceTree.files(under: "Tests", endingIn: ".swift") {
            for match in try SourceTree.text(of: path).matches(of: limit) {
                found += 1
                #expect(Int(match.output.1) ?? 0 >= 10, "\(path): \(match.output.0)")
            }
        }
        #expect(found > 20)
    }
}
