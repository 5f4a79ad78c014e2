import Imaging
import Scanning
import Testing

@Suite("PNG pages")
struct PNGTests {
    private static let kinds = [(1, 1), (1, 8), (1, 16), (3, 8), (3, 16)]

    @Test("every sample comes back", arguments: kinds, [1, 2, 7, 8, 9, 333])
    func everySample(kind: (Int, Int), width: Int) throws {
        let picture = Picture.mixed(channels: kind.0, depth: kind.1, width: width, height: 45)
        for promised in [45, nil] {
            let page = try StoredPage(picture, as: .png, promised: promised, padding: 3)
            #expect(try Picture.decoded(page.stored, .png) == picture)
            #expect(page.ending.rows == 45)
            #expect(page.ending.cut == nil)
            #expect(page.ending.patches.isEmpty == (promised != nil))
        }
    }

    @Test("a page of many strips comes back whole, flushed or not", arguments: kinds, [false, true])
    func manyStrips(kind: (Int, Int), flushing: Bool) throws {
        let picture = Picture.mixed(channels: kind.0, depth: kind.1, width: 1001, height: 400, bandRows: 60)
        let page = try StoredPage(picture, as: .png, promised: 400, blockRows: 33, flushing: flushing)
        #expect(try Picture.decoded(page.stored, .png) == picture)
    }

    @Test("a page shorter than promised is white below, and its copy has the true height", arguments: kinds)
    func short(kind: (Int, Int)) throws {
        let picture = Picture.mixed(channels: kind.0, depth: kind.1, width: 37, height: 40)
        for rows in 1..<40 {
            let page = try StoredPage(picture, as: .png, promised: 40, rows: rows)
            #expect(page.ending.rows == rows)
            #expect(try Picture.decoded(page.stored, .png) == picture.top(rows))
            let filled = try Picture.decoded(page.flowed, .png)
            let below = filled.bytes.dropFirst(rows * filled.format.rowBytes)
            #expect(filled.top(rows) == picture.top(rows))
            #expect(filled.format.height == 40)
            // The last byte of a row of bits has some that mean nothing.
            let white: UInt8 = kind.1 == 1 ? 0 : 255
            let isWhite = below.enumerated().allSatisfy { $0.element == white || kind.1 == 1 && $0.offset % 5 == 4 }
            #expect(isWhite)
        }
    }

    @Test("a long page that ends short can be cut after many strips", arguments: [1, 100, 517, 799])
    func longShort(rows: Int) throws {
        let picture = Picture.mixed(channels: 3, depth: 8, width: 500, height: 800, bandRows: 90)
        let page = try StoredPage(picture, as: .png, promised: 800, rows: rows, blockRows: 50)
        #expect(try Picture.decoded(page.stored, .png) == picture.top(rows))
        #expect(try Picture.decoded(page.flowed, .png).top(rows) == picture.top(rows))
    }

    @Test("the file says the resolution in pixels per metre", arguments: [(300.0, 11_811), (72.5, 2854)])
    func resolution(dpi: Double, dotsPerMetre: Int) throws {
        let picture = Picture.mixed(channels: 1, depth: 8, width: 10, height: 10)
        let page = try StoredPage(picture, as: .png, promised: 10, resolution: dpi)
        let chunk = page.flowed[33..<54]
        let number: [UInt8] = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: dotsPerMetre >> $0) }
        var expected: [UInt8] = [0, 0, 0, 9]
        expected += Array("pHYs".utf8)
        expected += number
        expected += number
        expected.append(1)
        #expect(chunk.starts(with: expected))
    }
}
