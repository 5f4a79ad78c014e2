import Foundation
import TestSupport
import Testing

/// The README's Swift client against the real service.
@Suite("The example")
struct ExampleTests {
    @Test("scans a page into a file")
    func firstScan() throws {
        let server = try RunningServer(scanners: nil)
        let program = BuiltProducts.folder.appendingPathComponent("FirstScan").path
        // It writes where it stands.
        let example = try Program.run(
            ["env", "-C", server.folder.path, program, "http://127.0.0.1:\(server.port)"],
            environment: Program.bareEnvironment.merging(["LD_LIBRARY_PATH": swiftLibraries]) { $1 },
            seconds: 60
        )
        #expect(example.ending.succeeded, "\(example.text)\(example.errors)")
        let page = try Data(contentsOf: server.folder.appendingPathComponent("page-1.jpg"))
        #expect(JPEGFacts(Array(page))?.density == [300, 300])
        #expect(!FileManager.default.fileExists(atPath: server.folder.appendingPathComponent("page-2.jpg").path))
        #expect(server.stop().succeeded)
    }

    /// The tests' own search path may hold the Swift runtime.
    private var swiftLibraries: String { ProcessInfo.processInfo.environment["LD_LIBRARY_PATH"] ?? "" }
}
