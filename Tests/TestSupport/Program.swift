import Foundation

/// Runs other people's programs (scanimage, djpeg …) under a hard time limit.
package enum Program {
    package struct Output {
        package var status: Int32
        package var bytes: [UInt8]
    }

    /// Runs `words` in `environment`, killed after `seconds`; `input` is a file it reads.
    package static func run(
        _ words: [String],
        environment: [String: String],
        input: String = "/dev/null",
        seconds: Int = 20
    ) throws -> Output {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/timeout")
        process.arguments = ["-k", "2", "\(seconds)"] + words
        process.environment = environment
        let pipe = Pipe()
        process.standardInput = FileHandle(forReadingAtPath: input)
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        try process.run()
        let bytes = Array(pipe.fileHandleForReading.readDataToEndOfFile())
        process.waitUntilExit()
        return Output(status: process.terminationStatus, bytes: bytes)
    }
}
