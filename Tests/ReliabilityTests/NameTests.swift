import Foundation
import TestSupport
import Testing

@Suite("names with anything in them", .timeLimit(.minutes(15)))
struct NameTests {
    static let texts = [
        #"Scan "Pro" 'One'"#, "a/b/../../c", "100%2Fcolour%00?x=1&y=2#z", "Müller & Söhne", "Сканер № 5", "スキャナ",
        "📠👩‍👩‍👧 flag 🇩🇪", #"back\slash\n\u0041\"#, "$(touch /tmp/x) `id` | cat > y; a, b", "tab\tbell\u{7}escape\u{1B}[31m",
        " blanks ",
        "e\u{301} and \u{E9}", "right \u{202E}left", String(repeating: "x", count: 300), "null \u{FFFD} \u{10FFFF}",
    ]

    @Test(
        "a scanner whose name holds anything is listed as it is, and opens by every name it has (BR-047)",
        arguments: texts
    )
    func anything(_ text: String) throws {
        let world = try SaneWorld(backends: ["virtual"])
        try world.plug(VirtualDevice(text, as: "page,pages=2,size=300x400", vendor: "Maker", model: text))
        let place = try Neighbourhood(world)
        let list = try place.list()
        try #require(list.count == 1)
        #expect(Array(list[0].name.utf8) == Array("Maker \(text)".utf8))
        for name in [list[0].device, list[0].name, "virtual:\(text)"] {
            #expect(try place.scan(name).pages.count == 2)
        }
        // The log of calls has tabs between its columns.
        #expect(place.count("open") == 3 || text.contains("\t"))
        try Self.expectNoStrangeFiles(place)
        #expect(place.server.log.allSatisfy { line in !line.unicodeScalars.contains { $0.value < 0x20 } })
    }

    @Test("a name that is no UTF-8 is listed, and its bytes reach the driver as they were (BR-047)")
    func notUTF8() throws {
        let world = try SaneWorld(backends: ["virtual"])
        let words = "page,size=300x400,libusb:"
        // Latin 1, a byte that UTF-8 never has, a sequence that ends short, and characters that we use for such bytes.
        let names: [[UInt8]] = [
            [0x4D, 0xFC, 0x6C], [0xFF, 0xFE], [0x61, 0xE2, 0x82], Array("\u{EFFC}".utf8), [0xFC],
        ]
        var text: [UInt8] = []
        for (index, name) in names.enumerated() {
            text += Array("device pages=\(index + 1),\(words)".utf8) + name + Array(";M".utf8) + name
            text += Array(";Model;scanner\n".utf8)
        }
        try Data(text).write(to: world.folder.appendingPathComponent("conf/virtual.conf"))
        let place = try Neighbourhood(world)
        let list = try place.list()
        #expect(list.count == names.count)
        #expect(Set(list.map(\.device)).count == names.count)
        #expect(list.contains { $0.name == "MMül Model" })
        let counts = try list.map { try place.scan($0.device).pages.count }
        #expect(counts.sorted() == [1, 2, 3, 4, 5])
        let calls = try Data(contentsOf: world.folder.appendingPathComponent("calls.log"))
        for name in names { #expect(calls.firstRange(of: Data(Array(words.utf8) + name + [0x09])) != nil) }
    }

    @Test("a driver that lists thousands of scanners, or endless names, does not empty the list (BR-047)")
    func endless() throws {
        let long = String(repeating: "y", count: 900)
        let lines = (1...16).map { "device page,size=300x400,libusb:\($0)\(long);Maker;Long;scanner" }
        let place = try Neighbourhood(lines, backends: ["test", "virtual"])
        #expect(try place.list().count == 17)
        // Of more than a message holds there is as much as it holds, and the others' are there all the same.
        let many = (1...3_000).map { "device page,size=300x400,libusb:\($0)\(long.prefix(450));Maker;Long;scanner" }
        let crowd = try Neighbourhood(many, backends: ["test", "virtual"])
        #expect(try eventually(within: 30) { try crowd.list().count > 1_000 })
        #expect(try crowd.names().contains(BackendFaultTests.good))
    }

    private static func expectNoStrangeFiles(_ place: Neighbourhood) throws {
        let known = ["state", "spool", "backends", "scanners.json", "backends.json", "dll.conf", "dll.d", "none"]
        let files = FileManager.default.enumerator(atPath: place.server.folder.path)?.allObjects as? [String] ?? []
        #expect(!files.isEmpty)
        for file in files {
            let name = URL(fileURLWithPath: file).lastPathComponent
            #expect(known.contains(name) || name.hasPrefix("backend-") || name.hasSuffix("-backends"), "\(file)")
        }
    }
}
