import Imaging
import Scanning
import TestSupport
import Testing

@Suite("Stored pages while they are decoded")
struct PageDecoderTests {
    /// A kind of page.
    struct Kind: CustomTestStringConvertible {
        var channels: Int
        var depth: Int
        var width = 401
        var height = 307
        var testDescription: String { "\(channels) times \(depth) bits, \(width) by \(height)" }
    }

    private static let kinds = [
        Kind(channels: 1, depth: 1), Kind(channels: 1, depth: 8), Kind(channels: 1, depth: 16),
        Kind(channels: 3, depth: 8), Kind(channels: 3, depth: 16), Kind(channels: 1, depth: 1, width: 1, height: 1),
        Kind(channels: 3, depth: 8, width: 1, height: 9), Kind(channels: 3, depth: 8, width: 30_000, height: 20),
    ]

    private func decode(_ bytes: [UInt8], _ encoding: PageEncoding, pieces: Int = 5_000) throws -> Picture {
        var rest = bytes[...]
        let decoder = try PageDecoder(encoding) { buffer throws(ScanError) in
            let piece = rest.prefix(min(pieces, buffer.count))
            buffer.copyBytes(from: piece)
            rest = rest.dropFirst(piece.count)
            return piece.count
        }
        var rows: [UInt8] = []
        try decoder.eachStrip { block throws(ScanError) in
            rows += UnsafeRawBufferPointer(start: block.base, count: block.count * block.stride)
        }
        return Picture(format: decoder.picture, bytes: rows)
    }

    @Test("a PNG gives back the rows that it was made of", arguments: kinds)
    func png(kind: Kind) throws {
        let picture = Picture.mixed(
            channels: kind.channels,
            depth: kind.depth,
            width: kind.width,
            height: kind.height
        )
        let page = try StoredPage(picture, as: .png, promised: kind.height)
        // The bits behind the last pixel of a row are none of what happened to lie in memory, either.
        #expect(try decode(page.stored, .png) == picture)
    }

    @Test("a JPEG gives back what djpeg sees in it", arguments: kinds)
    func jpeg(kind: Kind) throws {
        let picture = Picture.mixed(
            channels: kind.channels,
            depth: kind.depth,
            width: kind.width,
            height: kind.height
        )
        let page = try StoredPage(picture, as: .jpeg(quality: 90), promised: kind.height)
        #expect(try decode(page.stored, .jpeg(quality: 1)) == Picture.decoded(page.stored, .jpeg(quality: 90)))
    }

    @Test(
        "pages that ended short or had no height are read at their true one",
        arguments: [PageEncoding.png, .jpeg(quality: 80)],
        [400, nil]
    )
    func trueHeight(encoding: PageEncoding, promised: Int?) throws {
        let picture = Picture.mixed(channels: 3, depth: 8, width: 300, height: 203)
        let page = try StoredPage(picture, as: encoding, promised: promised)
        let found = try decode(page.stored, encoding, pieces: 1)
        #expect(found.format.height == 203)
        #expect(try found == Picture.decoded(page.stored, encoding))
    }

    @Test(
        "a file that ends too early is refused, wherever that is",
        arguments: [PageEncoding.png, .jpeg(quality: 80)]
    )
    func cutOff(encoding: PageEncoding) throws {
        let picture = Picture.mixed(channels: 3, depth: 8, width: 60, height: 40)
        let bytes = try StoredPage(picture, as: encoding, promised: 40).stored
        for count in 0..<bytes.count {
            #expect(throws: ScanError.self, "\(count) of \(bytes.count)") {
                try decode(Array(bytes.prefix(count)), encoding)
            }
        }
    }

    @Test("a PNG of one wrong byte is refused or gives the same picture")
    func damaged() throws {
        let picture = Picture.mixed(channels: 1, depth: 8, width: 40, height: 30)
        let bytes = try StoredPage(picture, as: .png, promised: 30).stored
        for place in 0..<bytes.count {
            var wrong = bytes
            wrong[place] ^= 0x10
            guard let found = try? decode(wrong, .png) else { continue }
            #expect(found == picture, "byte \(place)")
        }
    }

    @Test(
        "kinds of file that are not written here are refused in words",
        arguments: [
            (["cjpeg", "-progressive"], PageEncoding.jpeg(quality: 75)),
            (["pnmtopng", "-quiet", "-interlace", "-force"], .png),
            // Of few colours it makes a palette.
            (["pnmtopng", "-quiet"], .png),
        ]
    )
    func otherKinds(command: [String], encoding: PageEncoding) throws {
        let map = Array("P6\n4 4\n255\n".utf8) + (0..<48).map { UInt8($0 * 5) }
        let file = try Program.run(command, input: map, seconds: 20)
        #expect(file.ending.succeeded)
        do {
            _ = try decode(file.bytes, encoding)
            Issue.record("it was taken")
        } catch {
            #expect((error as? ScanError)?.explanation.contains("of another kind") == true, "\(error)")
        }
    }

    @Test("what the source throws comes out", arguments: [PageEncoding.png, .jpeg(quality: 80)], [0, 1, 3])
    func sourceFails(encoding: PageEncoding, after pieces: Int) throws {
        let picture = Picture.mixed(channels: 3, depth: 8, width: 300, height: 300)
        let bytes = try StoredPage(picture, as: encoding, promised: 300).stored
        var rest = bytes[...]
        var left = pieces
        #expect(throws: ScanError.canceled) {
            let decoder = try PageDecoder(encoding) { buffer throws(ScanError) in
                guard left > 0 else { throw .canceled }
                left -= 1
                let piece = rest.prefix(min(4_000, buffer.count))
                buffer.copyBytes(from: piece)
                rest = rest.dropFirst(piece.count)
                return piece.count
            }
            try decoder.eachStrip { _ in }
        }
    }
}
