import RESTServer

extension FuzzHarness {
    /// A configuration file. What is wrong is told with its line; what is not can be printed and read again.
    static let configuration = FuzzHarness("configuration") { input in
        let file = ConfigurationFile(input, path: path)
        let ends = input.filter { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }.count
        for problem in file.problems {
            try promise((1...ends + 1).contains(problem.place.line ?? 0), "a problem in line \(problem.place.text)")
            try promise(problem.message.last.map(".?".contains) ?? false, "no sentence: \(problem.message)")
        }
        guard file.problems.isEmpty, !file.holdsSecret else { return }
        let read = try configuration(input)
        let text = ConfigurationText.text(of: read, environment: [:])
        let again = try configuration(Array(text.utf8))
        try promise(again.settings == read.settings, "\(read.settings) became \(again.settings)")
        try promise(again.rules == read.rules, "\(read.rules) became \(again.rules)")
    }

    private static let path = "some.conf"

    private static func configuration(_ bytes: [UInt8]) throws -> Configuration {
        let files = ConfigurationFiles { $0 == path ? .init(bytes) : nil }
        return try Configuration(path: path, flags: [], environment: [:], files: files)
    }
}
