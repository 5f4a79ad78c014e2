import Testing

@testable import Scanning

@Suite("text for any bytes")
struct LosslessTextTests {
    static let samples: [[UInt8]] = [
        [], Array("epson2:libusb:001:004".utf8), Array("Müller Сканер 📠 e\u{301}".utf8), [0x4D, 0xFC, 0x6C],
        [0xFF, 0xFE],
        [0xE2, 0x82], [0xE2, 0x82, 0x41], [0xED, 0xA0, 0x80], [0xC0, 0x80], [0xF5, 0x80, 0x80, 0x80],
        Array(0x80...0xFF),
        Array("\u{EF80}\u{EFFF}\u{EF7F}\u{F000}".utf8), Array(1...0x7F),
    ]

    @Test("comes back as the bytes it stands for, whatever they are (BR-047)", arguments: samples)
    func roundTrip(_ bytes: [UInt8]) {
        #expect(LosslessText.bytes(of: LosslessText.text(of: bytes)) == bytes)
    }

    @Test("is the text itself when the bytes are UTF-8", arguments: ["net:host:plustek", "Müller №5 📠", #"a\b"c"#])
    func utf8(_ text: String) {
        #expect(Array(LosslessText.text(of: Array(text.utf8)).unicodeScalars) == Array(text.unicodeScalars))
    }

    @Test("differs for bytes that differ")
    func injective() {
        let texts = Self.samples.map { Array(LosslessText.text(of: $0).utf8) }
        #expect(Set(texts).count == Self.samples.count)
    }
}
