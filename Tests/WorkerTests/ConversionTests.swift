import Foundation
import Scanning
import TestSupport
import Testing
import WorkerProtocol

@Suite("A stored page in another encoding")
struct ConversionTests {
    /// A page of some mode, stored one way and wanted the other.
    static let pages: [(colour: ColourMode, words: String, stored: PageEncoding, wanted: PageEncoding)] = [
        (.colour, "", .png, .jpeg(quality: 95)), (.colour, "", .jpeg(quality: 95), .png),
        (.gray, "", .png, .jpeg(quality: 95)), (.gray, "", .jpeg(quality: 95), .png),
        (.gray, "depth=16", .png, .jpeg(quality: 95)), (.bilevel, "depth=1", .png, .jpeg(quality: 95)),
        (.colour, "missing=9000", .jpeg(quality: 95), .png), (.gray, "lines=unknown", .png, .jpeg(quality: 95)),
    ]

    /// Lends a file with those bytes, opened for reading.
    private func withFile<Result>(_ bytes: [UInt8], _ body: (Int32) throws -> Result) throws -> Result {
        let folder = try BuiltProducts.freshFolder()
        let file = folder.appendingPathComponent("page")
        try Data(bytes).write(to: file)
        defer { try? FileManager.default.removeItem(at: folder) }  // A leftover among the build's products at worst.
        let handle = try FileHandle(forReadingFrom: file)
        // The place is everybody's: whoever reads must not depend on it.
        try handle.seekToEnd()
        return try body(handle.fileDescriptor)
    }

    private func convert(
        _ bytes: [UInt8],
        _ conversion: Conversion,
        look: (WorkerProcess) throws -> Void = { _ in }
    ) throws -> Result<ReceivedPage, ScanError> {
        let world = try SaneWorld()
        return try withFile(bytes) { file in
            let worker = try WorkerProcess(in: world, page: file)
            try worker.greet()
            try worker.send(.convert(conversion))
            let first = try worker.nextAnswer(seconds: 30)
            if case .failed(let error) = first { return .failure(error) }
            guard case .pageStarted(let info) = first else { throw WorkerProcess.Trouble.unexpected(first) }
            let last = try worker.nextAnswer(seconds: 60)
            if case .failed(let error) = last { return .failure(error) }
            guard case .pageEnded(let ending) = last else { throw WorkerProcess.Trouble.unexpected(last) }
            try look(worker)
            #expect(try worker.leave() == .exit(0))
            return .success(ReceivedPage(info: info, ending: ending, bytes: ending.applied(to: worker.takePage())))
        }
    }

    private func scan(_ words: String, _ colour: ColourMode, _ encoding: PageEncoding) throws -> ReceivedPage {
        let world = try SaneWorld()
        let worker = try WorkerProcess(in: world)
        var request = ScanRequest.small(.glass)
        request.colour = colour
        _ = try worker.open("virtual:size=150x130,\(words)", request)
        let page = try #require(try worker.page(encoding))
        #expect(try worker.leave() == .exit(0))
        return page
    }

    private func decoded(_ page: ReceivedPage) throws -> PortableMap {
        page.info.encoding == .png ? try PortableMap(png: page.bytes) : try PortableMap(jpeg: page.bytes)
    }

    @Test("is the same picture of the same size", arguments: pages)
    func samePicture(
        _ page: (colour: ColourMode, words: String, stored: PageEncoding, wanted: PageEncoding)
    ) throws {
        let stored = try scan(page.words, page.colour, page.stored)
        let order = Conversion(from: page.stored, to: page.wanted, resolution: 123, memoryLimit: 160 << 20)
        let found = try convert(stored.bytes, order).get()
        #expect(found.info.encoding == page.wanted)
        #expect(found.info.resolution == 123)
        let before = try decoded(stored)
        let after = try decoded(found)
        #expect(after.width == before.width)
        #expect(after.height == before.height)
        #expect(found.ending.rows == before.height)
        #expect(found.ending.patches == [] && found.ending.cut == nil)
        guard page.wanted == .png else { return }
        #expect(after == before)
    }

    @Test("is refused in words where the stored bytes are none", arguments: [PageEncoding.png, .jpeg(quality: 90)])
    func broken(stored: PageEncoding) throws {
        let bytes = try scan("", .gray, stored).bytes
        let order = Conversion(from: stored, to: .png, resolution: 100, memoryLimit: 160 << 20)
        for some in [[], Array(bytes.prefix(20)), Array(bytes.prefix(bytes.count - 5)), Array(bytes.reversed())] {
            guard case .failure(.host(let sentence)) = try convert(some, order) else {
                Issue.record("\(some.count) bytes were taken")
                continue
            }
            #expect(sentence.hasSuffix("."))
        }
    }

    @Test("takes no more memory than it may, and has no other file")
    func memory() throws {
        let page = try scan("", .colour, .png)
        let order = Conversion(from: .png, to: .jpeg(quality: 90), resolution: 100, memoryLimit: 32 << 20)
        _ = try convert(page.bytes, order) { worker in
            let limits = try String(contentsOfFile: "/proc/\(worker.pid)/limits", encoding: .utf8)
            let line = try #require(limits.split(separator: "\n").first { $0.hasPrefix("Max address space") })
            #expect(!line.contains("unlimited"))
            let files = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(worker.pid)/fd").sorted()
            #expect(files == ["0", "1", "2", "3", "4"])
        }.get()
    }

    @Test("takes as much memory for a page of a hundred megabytes as for one of ten", arguments: [0, 1])
    func flatMemory(way: Int) throws {
        let world = try SaneWorld(test: ["mode": "Color"])
        let encodings = [PageEncoding.png, .jpeg(quality: 75)]
        var peaks: [Double] = []
        for height in [20.0, 200] {
            let worker = try WorkerProcess(in: world)
            var request = ScanRequest()
            request.resolution = 600
            request.area = .page(width: .millimetres(200), height: .millimetres(height))
            _ = try worker.open("test:0", request)
            let page = try #require(try worker.page(encodings[way], seconds: 120))
            #expect(try worker.leave() == .exit(0))
            let order = Conversion(
                from: encodings[way],
                to: encodings[1 - way],
                resolution: 600,
                memoryLimit: 160 << 20
            )
            let found = try convert(page.bytes, order) { peaks.append(ProcessFigures(pid: $0.pid).peakMiB) }
            #expect(try found.get().ending.rows == page.ending.rows)
        }
        #expect(peaks[1] - peaks[0] <= 4, "\(peaks) MiB")
    }
}
