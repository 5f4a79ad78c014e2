import Foundation
import Testing

/// Runs a decoder that others wrote, with a time limit, and gives what it printed.
struct Program {
    var path: String
    var arguments: [String]

    static func djpeg(_ arguments: String...) -> Program { Program(path: "/usr/bin/djpeg", arguments: arguments) }
    static let pngtopnm = Program(path: "/usr/bin/pngtopnm", arguments: [])

    struct Failure: Error, CustomStringConvertible {
        var description: String
    }

    /// Standard output for `input`; an error unless the program ends well, in time and without a word on standard error.
    func silently(_ input: [UInt8]) throws -> [UInt8] {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("imaging-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }  // A leftover harms nobody.
        let files = ["in", "out", "err"].map { folder.appendingPathComponent($0) }
        try Data(input).write(to: files[0])
        for file in files[1...] { try Data().write(to: file) }

        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        process.standardInput = try FileHandle(forReadingFrom: files[0])
        process.standardOutput = try FileHandle(forWritingTo: files[1])
        process.standardError = try FileHandle(forWritingTo: files[2])
        let end = DispatchSemaphore(value: 0)
        process.terminationHandler = { _ in end.signal() }
        try process.run()
        guard end.wait(timeout: .now() + 20) == .success else {
            kill(process.processIdentifier, SIGKILL)
            throw Failure(description: "\(path) did not end")
        }
        let complaint = String(decoding: try Data(contentsOf: files[2]), as: UTF8.self)
        guard process.terminationStatus == 0, complaint.isEmpty else {
            throw Failure(description: "\(path) ended with \(process.terminationStatus): \(complaint)")
        }
        return Array(try Data(contentsOf: files[1]))
    }
}
