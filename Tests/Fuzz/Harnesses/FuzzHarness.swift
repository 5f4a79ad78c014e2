/// A way into the program for bytes that nobody has checked, and what must hold whatever they are.
///
/// libFuzzer looks for bytes that break it (`make fuzz`); the unit tests replay what was found (Tests/Fuzz/Corpus).
package struct FuzzHarness: Sendable {
    /// Also the name of its folder in the corpus.
    package let name: String
    /// Feeds the bytes; throws a `Finding` when a promise is broken. A trap is a finding as well.
    package let run: @Sendable (_ input: [UInt8]) throws -> Void

    package init(_ name: String, run: @escaping @Sendable (_ input: [UInt8]) throws -> Void) {
        self.name = name
        self.run = run
    }

    /// All there are.
    package static let all: [FuzzHarness] =
        [
            requestTarget, query, host, jobRequest, configuration, workerFrames, serverFrames, page, pageShape,
            jpegFile, pngFile,
        ] + reachingInside

    #if DEBUG || FUZZING
        private static let reachingInside = [scan]
    #else
        private static let reachingInside: [FuzzHarness] = []
    #endif

    /// The harness of that name.
    package static func named(_ name: String) -> FuzzHarness? {
        all.first { $0.name == name }
    }
}

/// A promise that does not hold for some input, as a sentence.
package struct Finding: Error, CustomStringConvertible {
    package let description: String
}

/// Throws when a promise does not hold.
func promise(_ holds: Bool, _ sentence: @autoclosure () -> String) throws(Finding) {
    guard holds else { throw Finding(description: sentence()) }
}
