import Testing

/// What people read.
@Suite("The wording of messages")
struct WordingTests {
    @Test("numbers and what they count are put together in one place, which knows \"1 second\"")
    func counted() throws {
        let noun = #/\\\([^)]*\)+ (?:bit|byte|character|day|hour|job|line|minute|option|page|pixel|row|second|time)s\b/#
        for file in SourceTree.files(under: "Sources", endingIn: ".swift") {
            for line in try SourceTree.text(of: file).split(separator: "\n") where !line.contains("precondition") {
                #expect(try noun.firstMatch(in: line) == nil, "\(file): \(line)")
            }
        }
    }
}
