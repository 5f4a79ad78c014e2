import Foundation

/// Runs other people's programs (scanimage, djpeg …) from start to end, under a hard time limit.
package enum Program {
    /// What a program left behind.
    package struct Output {
        package var ending: ChildProcess.Ending
        /// What it wrote to standard output.
        package var bytes: [UInt8]
        /// What it said on standard error.
        package var errors: String

        package var text: String { String(decoding: bytes, as: UTF8.self) }
    }

    /// An environment in which Debian's programs are found, and nothing else.
    package static let bareEnvironment = ["PATH": "/usr/bin:/bin"]

    /// Runs the program and arguments in `words`; killed, with what it started, after `seconds`.
    package static func run(
        _ words: [String],
        environment: [String: String] = bareEnvironment,
        input: [UInt8] = [],
        seconds: Int = 20
    ) throws -> Output {
        let folder = try BuiltProducts.freshFolder()
        defer { try? FileManager.default.removeItem(at: folder) }  // A leftover among the build's products at worst.
        let given = folder.appendingPathComponent("input")
        let written = folder.appendingPathComponent("output")
        let said = folder.appendingPathComponent("errors")
        try Data(input).write(to: given)
        let program = try ChildProcess(
            words[0],
            Array(words.dropFirst()),
            environment: environment,
            input: given.path,
            output: .file(written.path),
            errors: .file(said.path)
        )
        let ending = program.wait(atMost: .seconds(seconds))
        let errors = String(decoding: try Data(contentsOf: said), as: UTF8.self)
        return Output(ending: ending, bytes: Array(try Data(contentsOf: written)), errors: errors)
    }
}
