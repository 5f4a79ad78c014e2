import Imaging
import Scanning
import Testing

@Suite("JPEG pages")
struct JPEGTests {
    private static let quality90 = PageEncoding.jpeg(quality: 90)

    @Test("a soft picture looks as before", arguments: [1, 3], [75, nil])
    func soft(channels: Int, promised: Int?) throws {
        let picture = Picture.smooth(channels: channels, width: 131, height: 75)
        let page = try StoredPage(picture, as: Self.quality90, promised: promised, padding: 5)
        let decoded = try Picture.decoded(page.stored, Self.quality90)
        #expect(decoded.likeness(to: picture) >= 35)
        #expect(page.ending.rows == 75)
        #expect(page.ending.cut == nil)
    }

    @Test("16 bits lose their low byte, black and white becomes gray", arguments: [(1, 1), (1, 16), (3, 16)])
    func otherDepths(kind: (Int, Int)) throws {
        var picture = Picture.smooth(channels: kind.0, width: 64, height: 80).inDepth(kind.1)
        picture.format.height = 80
        let page = try StoredPage(picture, as: .jpeg(quality: 100), promised: 80, blockRows: 80)
        let decoded = try Picture.decoded(page.flowed, Self.quality90)
        #expect(decoded.likeness(to: picture.inEightBits) >= 35)
    }

    @Test("the file says the resolution in dots per inch", arguments: [(300.0, 300), (74.6, 75), (1200, 1200)])
    func resolution(dpi: Double, density: Int) throws {
        let picture = Picture.smooth(channels: 1, width: 10, height: 10)
        let page = try StoredPage(picture, as: Self.quality90, promised: 10, resolution: dpi)
        let number: [UInt8] = [UInt8(density >> 8), UInt8(density & 255)]
        var expected: [UInt8] = Array("JFIF".utf8)
        expected += [0, 1, 1, 1]
        expected += number
        expected += number
        #expect(page.flowed.dropFirst(6).starts(with: expected))
    }

    @Test("a better quality is a larger file")
    func qualities() throws {
        let picture = Picture.mixed(channels: 3, depth: 8, width: 100, height: 100)
        let sizes = try [1, 30, 75, 100].map { quality in
            try StoredPage(picture, as: .jpeg(quality: quality), promised: 100).flowed.count
        }
        #expect(sizes == sizes.sorted())
        #expect(Set(sizes).count == 4)
    }

    @Test("a page shorter than promised is white below, and its copy has the true height", arguments: [1, 3])
    func short(channels: Int) throws {
        let picture = Picture.smooth(channels: channels, width: 40, height: 40)
        let blockRows = channels == 3 ? 16 : 8
        for promised in [33, 40] {
            for rows in 1..<promised {
                let page = try StoredPage(picture, as: Self.quality90, promised: promised, rows: rows)
                #expect(page.ending.rows == rows)
                let copy = try Picture.decoded(page.stored, Self.quality90)
                #expect(copy.likeness(to: picture.top(rows)) >= 28, "\(rows) rows")
                if rows % blockRows == 0 {
                    let exact = try StoredPage(picture.top(rows), as: Self.quality90, promised: rows)
                    #expect(page.stored == exact.flowed)
                }
                let marker = page.flowed.dropFirst(page.ending.cut?.offset ?? 0).prefix(2)
                #expect(marker.first == 0xFF)
                #expect((0xD0...0xD9).contains(marker.last ?? 0))
                let filled = try Picture.decoded(page.flowed, Self.quality90)
                #expect(filled.format.height == promised)
                let firstWhite = (rows + blockRows - 1) / blockRows * blockRows
                let below = filled.bytes.dropFirst(min(firstWhite + 1, promised) * filled.format.rowBytes)
                #expect(below.allSatisfy { $0 == 255 }, "\(rows) rows")
            }
        }
    }

    @Test("a page of unknown height ends where its rows end", arguments: [1, 3])
    func unknown(channels: Int) throws {
        let picture = Picture.smooth(channels: channels, width: 40, height: 40)
        for rows in 1...40 {
            let page = try StoredPage(picture, as: Self.quality90, promised: nil, rows: rows)
            #expect(page.ending.rows == rows)
            let copy = try Picture.decoded(page.stored, Self.quality90)
            #expect(copy.likeness(to: picture.top(rows)) >= 35, "\(rows) rows")
        }
    }

    @Test("a noisy page that ends short can be cut wherever it ends", arguments: [100, 333, 511, 512, 513, 590])
    func noisyShort(rows: Int) throws {
        let picture = Picture.mixed(channels: 3, depth: 8, width: 700, height: 600, bandRows: 50)
        let whole = try StoredPage(picture.top(rows), as: .jpeg(quality: 95), promised: rows)
        let page = try StoredPage(picture, as: .jpeg(quality: 95), promised: 600, rows: rows, blockRows: 64)
        let copy = try Picture.decoded(page.stored, Self.quality90)
        let same = rows / 16 * 16 - 1
        #expect(copy.format.height == rows)
        let wanted = try Picture.decoded(whole.flowed, Self.quality90)
        #expect(copy.top(same) == wanted.top(same))
    }

    @Test("flushing does not change the file")
    func flushing() throws {
        let picture = Picture.mixed(channels: 3, depth: 8, width: 300, height: 200)
        let plain = try StoredPage(picture, as: Self.quality90, promised: 200, blockRows: 3)
        let flushed = try StoredPage(picture, as: Self.quality90, promised: 200, blockRows: 3, flushing: true)
        #expect(plain.flowed == flushed.flowed)
    }

    @Test("65 500 rows are the most: one more is an error that says so")
    func tooTall() throws {
        let picture = Picture.smooth(channels: 1, width: 8, height: 65_501)
        let page = try StoredPage(picture, as: Self.quality90, promised: nil, rows: 65_500, blockRows: 1000)
        #expect(try Picture.decoded(page.stored, Self.quality90).format.height == 65_500)
        let told = """
            The page could not be stored: a JPEG picture holds at most 65500 rows; scan a shorter page, or at a \
            lower resolution.
            """
        #expect(throws: ScanError.host(told)) {
            try StoredPage(picture, as: Self.quality90, promised: nil, blockRows: 1000)
        }
        #expect(throws: ScanError.self) { try StoredPage(picture, as: Self.quality90, promised: 65_501) }
    }
}
