import DWTWire
import Testing

@Suite("tables of the API")
struct TableTests {
    @Test(
        "paper sizes are found by code and by name",
        arguments: [
            ("twss_a4", 1, 210.0, 297.0), ("a4letter", 1, 210, 297), ("twss_usletter", 3, 215.9, 279.4),
            ("letter", 3, 215.9, 279.4), ("twss_b5letter", 2, 182, 257), ("jisb5", 2, 182, 257),
            ("b4", 6, 250, 353), ("twss_isob4", 6, 250, 353), ("4a0", 17, 1682, 2378), ("businesscard", 53, 90, 55),
        ]
    )
    func pageSizes(_ row: (name: String, code: Int, width: Double, height: Double)) throws {
        #expect(PageSize.code(named: row.name) == row.code)
        let sheet = try #require(PageSize.size(code: row.code)?.millimetres)
        #expect(sheet.width == row.width)
        #expect(sheet.height == row.height)
    }

    @Test("the whole bed has two codes, 8 is no size, and no name stands for two sizes")
    func pageSizeTable() {
        #expect(PageSize.all.map(\.code) == Array(0...7) + Array(9...54))
        #expect(PageSize.all.filter { $0.millimetres == nil }.map(\.code) == [0, 54])
        #expect(PageSize.size(code: 8) == nil)
        let names = PageSize.all.flatMap(\.names)
        #expect(Set(names).count == names.count)
        #expect(PageSize.size(code: 1)?.name == "TWSS_A4")
    }

    @Test("every pixel type and every capability is found by its constant's name")
    func constants() {
        for type in PixelType.allCases {
            #expect(type.name.hasPrefix("TWPT_"))
            #expect(PixelType.code(named: type.name.lowercased()) == type.rawValue)
        }
        for capability in Capability.allCases {
            #expect(capability.name.contains("CAP_"))
            #expect(Capability.code(named: capability.name.lowercased()) == capability.rawValue)
        }
        #expect(PixelType.code(named: "color") == 2)
        #expect(PixelType.code(named: "") == nil)
    }

    @Test(
        "a type mask is decimal, and nothing asks for everything",
        arguments: [
            (nil, 0), ("", 0), (" 16 ", 16), ("0", 0), ("256", 256), ("4294967295", 4_294_967_295),
        ] as [(String?, UInt32)]
    )
    func masks(_ row: (query: String?, bits: UInt32)) throws {
        #expect(try TypeMask(query: row.query).bits == row.bits)
    }

    @Test(
        "a malformed type mask is refused",
        arguments: ["abc", "-1", "4294967296", "12345678901234567890", "1.5", "0x100", "1 2", "٣", "+5"]
    )
    func malformedMasks(_ query: String) {
        #expect(throws: WireError.self) { try TypeMask(query: query) }
    }

    @Test(
        "a SANE scanner is listed under the bit that was asked for, and strictly only under its own",
        arguments: [
            (0, 256, 256), (256, 256, 256), (336, 256, 256), (16, 16, nil), (64, 64, nil), (80, 16, nil),
            (576, 64, nil), (2064, 16, nil), (512, 512, nil), (1, 256, nil), (0x1001, 256, nil),
        ] as [(UInt32, Int, Int?)]
    )
    func shownTypes(_ row: (bits: UInt32, lenient: Int, strict: Int?)) {
        let mask = TypeMask(bits: row.bits)
        #expect(mask.shownType(strict: false)?.rawValue == row.lenient)
        #expect(mask.shownType(strict: true)?.rawValue == row.strict)
    }

    @Test(
        "base64 follows the test vectors of RFC 4648",
        arguments: [
            ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"), ("Überscanner ½ 😀", "w5xiZXJzY2FubmVyIMK9IPCfmIA="),
        ]
    )
    func base64(_ row: (text: String, encoded: String)) {
        #expect(Base64.encoded(row.text) == row.encoded)
        #expect(Base64.decoded(row.encoded) == row.text)
    }

    @Test("base64 without padding is read, other characters and broken UTF-8 are not")
    func looseBase64() {
        #expect(Base64.decoded("Zm8") == "fo")
        #expect(Base64.decoded("Zm8*") == nil)
        #expect(Base64.decoded("/w==") == nil)
    }
}
