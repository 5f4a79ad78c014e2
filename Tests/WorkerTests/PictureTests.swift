import Scanning
import TestSupport
import Testing

@Suite("A worker's pictures")
struct PictureTests {
    @Test("a PNG page is scanimage's picture, bit by bit", arguments: Way.comparable)
    func png(_ way: Way) throws {
        let world = try way.world()
        let page = try #require(try scan(way, in: world, as: .png))
        let picture = try PortableMap(png: page.bytes)
        let reference = try way.reference(in: world)
        #expect(picture == reference)
        #expect(page.ending.rows == picture.height)
        #expect(page.ending.notes == [])
        #expect(page.info.resolution == 75)
        #expect(page.info.picture.height == (way.variant.name == "hand scanner" ? nil : picture.height))
    }

    @Test("a JPEG page looks like scanimage's picture", arguments: Way.comparableGlass)
    func jpeg(_ way: Way) throws {
        // The pattern of the other tests is all edges of colour, which no JPEG file holds.
        let world = try way.world(picture: "Grid")
        let page = try #require(try scan(way, in: world, as: .jpeg(quality: 90)))
        let likeness = try PortableMap(jpeg: page.bytes).likeness(to: way.reference(in: world).eightBit)
        #expect(try #require(likeness) >= 35)
    }

    @Test(
        "colour of one bit becomes colour of eight, of the right size and only full or none",
        arguments: Way.colourBits
    )
    func colourBits(_ way: Way) throws {
        let world = try way.world()
        let page = try #require(try scan(way, in: world, as: .png))
        let picture = try PortableMap(png: page.bytes)
        #expect(picture.kind == 6)
        #expect(picture.height == page.ending.rows)
        #expect(picture.width == page.info.picture.width)
        #expect(Set(picture.bytes).isSubset(of: [0, 255]))
    }

    private func scan(_ way: Way, in world: SaneWorld, as encoding: PageEncoding) throws -> ReceivedPage? {
        let worker = try WorkerProcess(in: world)
        _ = try worker.open("test:0", way.request)
        let page = try worker.page(encoding)
        #expect(try worker.leave() == .exit(0))
        return page
    }
}
