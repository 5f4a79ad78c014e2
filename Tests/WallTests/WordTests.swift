import Foundation
import Testing

/// What docs/virtual-devices.md offers to tests, against what tests ask for: a word that nobody uses may be broken.
@Suite("The words of virtual devices")
struct WordTests {
    static let document = "docs/virtual-devices.md"

    /// The words of the tables under this heading, by what stands for them in a device's name or a line of a description.
    private static func words(under heading: String) throws -> [String] {
        try lines(under: heading).filter { $0.hasPrefix("| `") }.flatMap { line in
            line.split(separator: "|")[0].matches(of: #/`([^`]+)`/#).map { String($0.1) }
        }
    }

    /// The words in the second cell of a row of `heading`'s table that begins with `part`.
    private static func values(of part: String, under heading: String) throws -> [String] {
        let row = try lines(under: heading).first { $0.hasPrefix("| \(part) |") }
        return row.map { $0.matches(of: #/`([^`]+)`/#).map { String($0.1) } } ?? []
    }

    private static func lines(under heading: String) throws -> [Substring] {
        let text = try SourceTree.text(of: document)
        guard let start = text.range(of: "\n\(heading)\n") else { return [] }
        return text[start.upperBound...].components(separatedBy: "\n#")[0].split(separator: "\n")
    }

    /// Everything in quotes in tests, and the descriptions of real devices, which tests open one and all.
    private static let texts: [String] = {
        let swift = SourceTree.files(under: "Tests", endingIn: ".swift").filter { !$0.hasPrefix("Tests/WallTests/") }
        let quoted = swift.flatMap { file -> [String] in
            // A file that cannot be read has no words.
            let text = (try? SourceTree.text(of: file)) ?? ""
            return text.matches(of: #/"((?:[^"\\\n]|\\.)*)"/#).map { String($0.1) }
                + text.matches(of: #/"""\n((?s:.*?))"""/#).map { String($0.1) }
        }
        let devices = SourceTree.files(under: "Tests/Devices").compactMap { try? SourceTree.text(of: $0) }
        return quoted + devices
    }()

    private static func isUsed(_ pattern: String) throws -> Bool {
        let regex = try Regex(pattern)
        return texts.contains { $0.contains(regex) }
    }

    @Test("each word of a name is used by a test", arguments: ["### Paper", "### Image", "### Behaviour"])
    func names(_ heading: String) throws {
        let words = try Self.words(under: heading)
        #expect(words.count > 5, "\(heading) has no table")
        for word in words {
            // `pages=N` is any number; `picture=paper` and `frames=3` are what they say.
            let fixed = try word.firstMatch(of: Regex("^([a-z-]+(?:=[a-z0-9]+)?)$")) != nil
            let stem = word.prefix { $0 != "=" && $0 != "[" }
            let pattern: String =
                switch word {
                case "CALL-delay=N": "[a-z]-delay=[0-9]"
                case "libusb:BUS:DEVICE": "libusb:"
                case "size=WxH[+WxH...]mm": #"size=[0-9x+]+mm\b"#
                case "ask=USER:PASSWORD": "ask=[^,]+:"
                default: fixed ? "(?:^|[,; ])\(word)(?:$|[,;\\\\])" : "(?:^|[,; ])\(stem)="
                }
            #expect(try Self.isUsed(pattern), "no test uses \(word), which \(Self.document) offers")
        }
    }

    @Test("each deed, each call and each form of a fault is used by a test")
    func faults() throws {
        let calls = try Self.values(of: "CALL", under: "### Faults")
        let deeds = try Self.values(of: "DEED", under: "### Faults").filter { $0 != "sane_cancel" && $0 != "hang0.5" }
        #expect(calls.count == 11)
        #expect(deeds.count > 18)
        let anyCall = calls.joined(separator: "|")
        let anyDeed = deeds.joined(separator: "|")
        for deed in deeds {
            // Tables of tests put deed and call together by themselves.
            let pattern = "(?:^|[,; ])\(deed)(?:-(?:\(anyCall)|\\\\)|$)"
            #expect(try Self.isUsed(pattern), "no test uses the fault \(deed)")
        }
        for call in calls {
            #expect(try Self.isUsed("(?:\(anyDeed)|hang[0-9.]+)-\(call)(?:$|[^a-z])"), "no test has a fault in \(call)")
        }
        for form in ["hang[0-9]+\\.[0-9]+-", "-[a-z]+\\+", "-[a-z]+\\*[0-9]", "-read@[0-9]+:[0-9]+", "-[a-z]+@[0-9]+"] {
            #expect(try Self.isUsed(form), "no test has a fault of the form \(form)")
        }
    }

    @Test("each statement, type, unit and flag of a description is used by a test")
    func descriptions() throws {
        let statements = try Self.words(under: "## Descriptions").filter { $0.first?.isLowercase == true }
            .map { String($0.prefix { $0 != " " }) }
        #expect(statements.count > 10)
        for word in statements {
            #expect(try Self.isUsed("(?m)(?:^|n|\")\\s*\(word) [\\w\\\\\"]"), "no test uses the statement \(word)")
        }
        let kinds = try ["TYPE", "U", "FLAG"].map { try Self.values(of: $0, under: "## Descriptions") }
        #expect(kinds.allSatisfy { $0.count > 4 })
        for type in kinds[0] where type != "yes" && type != "no" && type != "size" {
            #expect(try Self.isUsed("option [\\w-]+ \(type)\\b"), "no test uses the type \(type)")
        }
        for unit in kinds[1] { #expect(try Self.isUsed(" unit \(unit)\\b"), "no test uses the unit \(unit)") }
        for flag in kinds[2] {
            #expect(try Self.isUsed("(?m)option .* \(flag)(?:$| )"), "no test uses the flag \(flag)")
        }
    }

    @Test("each line of virtual.conf is used by a test", arguments: ["device ", "strict", "fault "])
    func configuration(_ word: String) throws {
        #expect(try SourceTree.text(of: Self.document).contains("\n    \(word)"))
        #expect(try Self.isUsed("^\(word)"))
    }
}
