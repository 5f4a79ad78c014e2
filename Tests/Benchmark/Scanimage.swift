import Foundation
import TestSupport

/// The other side: one run of scanimage, from its start to its end.
struct Scanimage {
    let picture: TestPicture
    let world: SaneWorld

    /// Where it leaves its pages.
    private var output: URL { world.folder.appendingPathComponent("tmp") }

    /// A run that came to its end in time.
    struct Run {
        var milliseconds: Double
        var processorMilliseconds: Double
        /// What it wrote, all files together.
        var bytes: Int
    }

    /// One A4 page into a file; nil when scanimage hung (it can, while it leaves) or failed.
    func page(dpi: Int, _ colour: Colour, format: String = "jpeg") throws -> Run? {
        let file = output.appendingPathComponent("page")
        return try run(options(dpi, colour) + ["--format=\(format)"], output: .file(file.path)) {
            try size(of: file)
        }
    }

    /// All ten sheets of the feeder, each into a file.
    func batch(dpi: Int, _ colour: Colour) throws -> Run? {
        let names = output.appendingPathComponent("sheet%d").path
        let more = ["--source", "Automatic Document Feeder", "--format=jpeg", "--batch=\(names)"]
        return try run(options(dpi, colour) + more, output: .nowhere) {
            let sheets = try FileManager.default.contentsOfDirectory(atPath: output.path)
                .filter { $0.hasPrefix("sheet") }
            guard sheets.count == 10 else { return 0 }
            return try sheets.reduce(0) { try $0 + size(of: output.appendingPathComponent($1)) }
        }
    }

    private func size(of file: URL) throws -> Int {
        try FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int ?? 0
    }

    private func options(_ dpi: Int, _ colour: Colour) -> [String] {
        [
            "-d", "test:0", "--mode", colour.sane, "--depth", "8", "--resolution", "\(dpi)",
            "--test-picture", picture.rawValue, "-x", "210", "-y", "297",
        ]
    }

    private func run(
        _ arguments: [String],
        output destination: ChildProcess.Output,
        bytes: () throws -> Int
    ) throws -> Run? {
        for leftover in try FileManager.default.contentsOfDirectory(atPath: output.path) {
            try FileManager.default.removeItem(at: output.appendingPathComponent(leftover))
        }
        let start = ContinuousClock.now
        let scanimage = try ChildProcess("scanimage", arguments, environment: world.environment, output: destination)
        let ending = scanimage.wait(atMost: .seconds(30))
        let time = ContinuousClock.now - start
        // 7 is "out of paper", which is how a batch ends.
        guard !ending.overran, ending.exitCode == 0 || ending.exitCode == 7 else { return nil }
        let size = try bytes()
        guard size > 0 else { return nil }
        return Run(
            milliseconds: time.milliseconds,
            processorMilliseconds: ending.processorTime.milliseconds,
            bytes: size
        )
    }
}
