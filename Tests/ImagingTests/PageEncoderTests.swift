import Foundation
import Imaging
import Scanning
import Testing

@Suite("Pages while they are encoded")
struct PageEncoderTests {
    private static let encodings = [PageEncoding.jpeg(quality: 75), .png]
    private static let picture = Picture.mixed(channels: 3, depth: 8, width: 400, height: 300)

    private func write(_ rows: Int, of picture: Picture, to encoder: PageEncoder) throws {
        try picture.bytes.withUnsafeBytes { whole in
            guard let base = whole.baseAddress else { return }
            try encoder.write(RowBlock(base: base, stride: picture.format.rowBytes, count: rows))
        }
    }

    @Test("the headers leave with the first row", arguments: encodings)
    func headersFirst(encoding: PageEncoding) throws {
        var bytes: [UInt8] = []
        let encoder = try PageEncoder(encoding, picture: Self.picture.format, resolution: 200) { piece in
            bytes += piece
        }
        #expect(bytes.isEmpty)
        try write(1, of: Self.picture, to: encoder)
        #expect(bytes.starts(with: encoding == .png ? [137, 80, 78, 71] : [255, 0xD8, 255]))
        #expect(bytes.count > 50)
    }

    @Test("pieces have at most 64 KiB", arguments: encodings)
    func pieces(encoding: PageEncoding) throws {
        var sizes: [Int] = []
        let encoder = try PageEncoder(encoding, picture: Self.picture.format, resolution: 200) { piece in
            sizes.append(piece.count)
        }
        try write(300, of: Self.picture, to: encoder)
        _ = try encoder.finish()
        #expect(sizes.allSatisfy { (1...65_536).contains($0) })
        #expect(sizes.count > 1)
    }

    @Test("a page without rows is an error", arguments: encodings, [10, nil])
    func noRows(encoding: PageEncoding, height: Int?) throws {
        let format = PictureFormat(channels: 1, depth: 8, width: 10, height: height)
        let encoder = try PageEncoder(encoding, picture: format, resolution: 200) { _ in }
        try encoder.flush()
        #expect(throws: ScanError.noPicture) { try encoder.finish() }
    }

    @Test("what the sink throws ends the page, wherever it happens", arguments: encodings, 0..<12)
    func sinkFails(encoding: PageEncoding, piece: Int) throws {
        var left = piece
        var hasThrown = false
        let encoder = try PageEncoder(encoding, picture: Self.picture.format, resolution: 200) {
            _ throws(ScanError) in
            hasThrown = left == 0
            if hasThrown { throw .canceled }
            left -= 1
        }
        do {
            try write(150, of: Self.picture, to: encoder)
            #expect(try encoder.finish().rows == 150)
            #expect(!hasThrown && piece > 1)
        } catch {
            #expect(error as? ScanError == .canceled)
            #expect(hasThrown)
            #expect(throws: ScanError.canceled) { try write(1, of: Self.picture, to: encoder) }
            #expect(throws: ScanError.canceled) { try encoder.flush() }
        }
    }

    @Test("rows beyond the promised height are left out", arguments: encodings)
    func tooMany(encoding: PageEncoding) throws {
        let page = try StoredPage(Self.picture, as: encoding, promised: 290)
        let exact = try StoredPage(Self.picture.top(290), as: encoding, promised: 290)
        #expect(page.flowed == exact.flowed)
        #expect(page.ending == exact.ending)
    }

    @Test(
        "what no file can hold is refused before the first row",
        arguments: [
            (3, 1, 10, 10), (2, 8, 10, 10), (1, 4, 10, 10), (1, 8, 0, 10), (1, 8, 10, 0), (1, 8, 65_501, 10),
            (1, 8, 10, 65_501),
        ]
    )
    func refused(channels: Int, depth: Int, width: Int, height: Int) {
        let format = PictureFormat(channels: channels, depth: depth, width: width, height: height)
        #expect(throws: ScanError.self) {
            _ = try PageEncoder(.jpeg(quality: 75), picture: format, resolution: 200) { _ in }
        }
    }

    @Test("the widest pictures work", arguments: encodings, [1, 3])
    func widest(encoding: PageEncoding, channels: Int) throws {
        let picture = Picture.mixed(channels: channels, depth: 8, width: 65_500, height: 18)
        let page = try StoredPage(picture, as: encoding, promised: 40)
        #expect(try Picture.decoded(page.flowed, encoding).format.height == 40)
        #expect(try Picture.decoded(page.stored, encoding).format.height == 18)
    }

    @Test("memory does not grow with the page", arguments: encodings)
    func flatMemory(encoding: PageEncoding) throws {
        let band = Picture.mixed(channels: 3, depth: 8, width: 5000, height: 100)
        var format = band.format
        format.height = 10_000
        var count = 0
        let encoder = try PageEncoder(encoding, picture: format, resolution: 600) { piece in count += piece.count }
        try write(100, of: band, to: encoder)
        let growths = try (0..<3).map { _ in
            let before = try residentBytes()
            for _ in 0..<33 { try write(100, of: band, to: encoder) }
            return try residentBytes() - before
        }
        #expect(try encoder.finish().rows == 10_000)
        #expect(count > 1 << 20)
        // Each time 50 MB go through. Other tests run at the same time in this process, hence the least growth.
        #expect(growths.min() ?? .max < 10 << 20)
    }

    private func residentBytes() throws -> Int {
        let numbers = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
        return (Int(numbers[1]) ?? 0) * 4096
    }
}
