import Foundation
import FuzzHarnesses
import Testing

/// Inputs that were found to be telling, without a fuzzer: what was mended stays mended with every toolchain.
@Suite("Inputs from strangers")
struct CorpusTests {
    private static let corpus = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Fuzz/Corpus")

    @Test("break no promise, whatever was sent", arguments: FuzzHarness.all.map(\.name))
    func replay(name: String) throws {
        let harness = try #require(FuzzHarness.named(name))
        let folder = Self.corpus.appendingPathComponent(name)
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        #expect(!files.isEmpty, "no inputs for \(name)")
        for file in files {
            let input = try Data(contentsOf: folder.appendingPathComponent(file))
            #expect(throws: Never.self, "\(name)/\(file)") { try harness.run([UInt8](input)) }
        }
    }

    @Test("each lie in the folder of a harness that exists")
    func folders() throws {
        let folders = try FileManager.default.contentsOfDirectory(atPath: Self.corpus.path)
        #expect(Set(folders) == Set(FuzzHarness.all.map(\.name)))
    }
}
