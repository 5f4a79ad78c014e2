import Foundation
import Imaging
import Scanning
import Testing

/// Strips that several threads encode, against the page that one thread makes.
@Suite("JPEG pages made by several threads", .serialized)
struct StripTests {
    private static let encoding = PageEncoding.jpeg(quality: 75)
    /// Wide enough that a strip is a few rows of blocks only.
    private static let width = 2501

    private func expectSame(
        _ picture: Picture,
        rows: Int? = nil,
        blockRows: Int,
        threads: Int,
        padding: Int = 0,
        flushing: Bool = false
    ) throws {
        let pages = try [1, threads].map { threads in
            try StoredPage(
                picture,
                as: Self.encoding,
                promised: picture.height,
                rows: rows,
                blockRows: blockRows,
                padding: padding,
                flushing: flushing,
                threads: threads
            )
        }
        #expect(pages[0].flowed == pages[1].flowed)
        #expect(pages[0].ending == pages[1].ending)
    }

    @Test("the bytes are the same, however many threads there are", arguments: [1, 3], [2, 3, 4])
    func same(channels: Int, threads: Int) throws {
        let picture = Picture.mixed(channels: channels, depth: 8, width: Self.width, height: 900, bandRows: 40)
        for blockRows in [1, 9, 64, 900] { try expectSame(picture, blockRows: blockRows, threads: threads, padding: 3) }
    }

    @Test("the bytes are the same for every height and width that a strip can end with", arguments: [1, 3])
    func remainders(channels: Int) throws {
        for height in 1...70 {
            let picture = Picture.mixed(channels: channels, depth: 8, width: 33 + height % 17, height: height)
            try expectSame(picture, blockRows: 7, threads: 2)
        }
        for height in 255...290 {
            let picture = Picture.smooth(channels: channels, width: 2000, height: height)
            try expectSame(picture, blockRows: 31, threads: 2)
        }
    }

    @Test("16 bits and black and white are the same, too", arguments: [(1, 1), (1, 16), (3, 16)])
    func otherDepths(kind: (Int, Int)) throws {
        let picture = Picture.mixed(channels: kind.0, depth: kind.1, width: Self.width, height: 500, bandRows: 30)
        try expectSame(picture, blockRows: 33, threads: 3, padding: 2)
    }

    @Test("a page that ends short is the same, with its cut", arguments: [1, 3])
    func short(channels: Int) throws {
        let picture = Picture.mixed(channels: channels, depth: 8, width: Self.width, height: 330, bandRows: 30)
        for rows in [1, 7, 8, 15, 16, 17, 100, 127, 128, 129, 310, 319, 320, 321, 328, 329] {
            try expectSame(picture, rows: rows, blockRows: 29, threads: 2)
        }
    }

    @Test("flushing does not change the file, and brings all whole rows of blocks", arguments: [1, 3])
    func flushing(channels: Int) throws {
        let picture = Picture.mixed(channels: channels, depth: 8, width: Self.width, height: 300, bandRows: 25)
        for blockRows in [1, 5, 16, 17, 90] {
            try expectSame(picture, blockRows: blockRows, threads: 3, flushing: true)
        }
        var count = 0
        let encoder = try PageEncoder(Self.encoding, picture: picture.format, resolution: 300, threads: 2) {
            count += $0.count
        }
        try write(15, of: picture, to: encoder)
        try encoder.flush()
        let headers = count
        try write(25, of: picture, to: encoder)
        try encoder.flush()
        #expect(count > headers + 1000)
    }

    @Test("a page that is given up ends its threads, wherever it is", arguments: 0..<12)
    func abandoned(strip: Int) throws {
        let picture = Picture.mixed(channels: 3, depth: 8, width: Self.width, height: 400, bandRows: 40)
        do {
            let encoder = try PageEncoder(Self.encoding, picture: picture.format, resolution: 300, threads: 4) { _ in }
            try write(33 * strip, of: picture, to: encoder)
        }
        try expectNoCrews()
    }

    private func expectNoCrews() throws {
        // Other tests of this process have such threads, too, but not for ever.
        let end = ContinuousClock.now + .seconds(30)
        while try threadsOfCrews() > 0, ContinuousClock.now < end { Thread.sleep(forTimeInterval: 0.01) }
        #expect(try threadsOfCrews() == 0)
    }

    @Test("what the sink throws ends the page and its threads, wherever it happens", arguments: [0, 1, 2, 5, 9])
    func sinkFails(piece: Int) throws {
        try failingPage(piece)
        try expectNoCrews()
    }

    private func failingPage(_ piece: Int) throws {
        let picture = Picture.mixed(channels: 3, depth: 8, width: Self.width, height: 800, bandRows: 40)
        var left = piece
        let encoder = try PageEncoder(Self.encoding, picture: picture.format, resolution: 300, threads: 3) {
            _ throws(ScanError) in
            if left == 0 { throw .canceled }
            left -= 1
        }
        #expect(throws: ScanError.canceled) {
            for _ in 0..<8 { try write(100, of: picture, to: encoder) }
            _ = try encoder.finish()
        }
        #expect(throws: ScanError.canceled) { try write(1, of: picture, to: encoder) }
        #expect(throws: ScanError.canceled) { try encoder.finish() }
    }

    @Test("many pages at once do not get into each other's way")
    func together() async throws {
        let picture = Picture.mixed(channels: 3, depth: 8, width: 1200, height: 500, bandRows: 40)
        let wanted = try StoredPage(picture, as: Self.encoding, promised: 500, threads: 1).flowed
        try await withThrowingTaskGroup(of: [UInt8].self) { group in
            for page in 0..<12 {
                group.addTask {
                    try StoredPage(
                        picture,
                        as: Self.encoding,
                        promised: 500,
                        blockRows: 20 + page,
                        threads: 2 + page % 3
                    ).flowed
                }
            }
            for try await page in group { #expect(page == wanted) }
        }
    }

    private func write(_ rows: Int, of picture: Picture, to encoder: PageEncoder) throws {
        try picture.bytes.withUnsafeBytes { whole in
            guard let base = whole.baseAddress else { return }
            try encoder.write(RowBlock(base: base, stride: picture.format.rowBytes, count: rows))
        }
    }

    /// Threads of this process that the encoder has named.
    private func threadsOfCrews() throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").filter { thread in
            // It may be gone by now.
            let name = try? String(contentsOfFile: "/proc/self/task/\(thread)/comm", encoding: .utf8)
            return name == "jpeg\n"
        }.count
    }
}
