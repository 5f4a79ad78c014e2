import Foundation
import TestSupport
import Testing

/// The README's Swift client against the real service.
@Suite("The example", .timeLimit(.minutes(15)))
struct ExampleTests {
    @Test("scans a page into a file")
    func firstScan() throws {
        let server = try RunningServer(scanners: nil)
        let example = try run("http://127.0.0.1:\(server.port)", in: server.folder)
        #expect(example.ending.succeeded, "\(example.text)\(example.errors)")
        let page = try Data(contentsOf: server.folder.appendingPathComponent("page-1.jpg"))
        #expect(JPEGFacts(Array(page))?.density == [300, 300])
        #expect(!FileManager.default.fileExists(atPath: server.folder.appendingPathComponent("page-2.jpg").path))
        #expect(server.stop().succeeded)
    }

    @Test("says that nobody answers, or what the service said")
    func refusals() throws {
        let world = try World(virtual: ["device denied-open;Maker;Locked;scanner"], backends: ["virtual"])
        let refused = try run("http://127.0.0.1:\(world.server.port)", in: world.server.folder)
        #expect(refused.ending.exitCode == 1)
        #expect(refused.text.hasPrefix("Scanning with Maker Locked\n"))
        #expect(refused.text.split(separator: "\n").count == 2, "\(refused.text)\(refused.errors)")
        world.server.stop()
        let alone = try run("http://127.0.0.1:\(world.server.port)", in: world.server.folder)
        #expect(alone.ending.exitCode == 1)
        #expect(alone.text.contains("Is the service running?"), "\(alone.text)\(alone.errors)")
    }

    /// It writes where it stands.
    private func run(_ address: String, in folder: URL) throws -> Program.Output {
        let program = BuiltProducts.folder.appendingPathComponent("FirstScan").path
        // The tests' own search path may hold the Swift runtime.
        let libraries = ProcessInfo.processInfo.environment["LD_LIBRARY_PATH"] ?? ""
        return try Program.run(
            ["env", "-C", folder.path, program, address],
            environment: Program.bareEnvironment.merging(["LD_LIBRARY_PATH": libraries]) { $1 },
            seconds: 60
        )
    }
}
