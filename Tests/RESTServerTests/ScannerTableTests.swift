import DWTWire
import Scanning
import Testing

@testable import RESTServer

@Suite("the list of scanners")
struct ScannerTableTests {
    private func row(_ id: String, _ label: String, _ deviceName: String) -> KnownScanner {
        KnownScanner(
            id: id,
            label: label,
            description: ScannerDescription(deviceName: deviceName, vendor: "V", model: "M", type: "flatbed scanner")
        )
    }

    @Test("people get columns")
    func columns() {
        let table = ScannerTable([row("a", "Epson DS-530", "epson2:libusb:001:004"), row("bb", "Büro 📠", "test:0")])
        #expect(
            table.text == """
                NAME          DEVICE                 ID
                Epson DS-530  epson2:libusb:001:004  a
                Büro 📠        test:0                 bb

                """
        )
    }

    @Test("a driver cannot steer the terminal or add lines")
    func printable() {
        let text = ScannerTable([row("a\u{1B}[2J", "x\ny", "\u{202E}z")]).text
        #expect(text.split(separator: "\n").count == 2)
        #expect(!text.contains("\u{1B}"))
        #expect(!text.contains("\u{202E}"))
    }

    @Test("nothing found is said in words and as an empty array")
    func empty() {
        #expect(ScannerTable([]).text == "No scanners found.\n")
        #expect(ScannerTable([]).json == "[]\n")
    }

    @Test("programs get JSON, whatever the names")
    func json() throws {
        let names = [#"Canon "DR" \ 2580"#, "a\tb\nc\u{1B}", "Сканер", "📠", String(repeating: "ü", count: 300)]
        let table = ScannerTable(names.map { row($0, $0, $0) })
        guard case .array(let items) = try JSONText.value(of: Array(table.json.utf8)) else {
            Issue.record("no array")
            return
        }
        #expect(items.map { $0.member("label") } == names.map { .string($0) })
        #expect(items.map { $0.member("deviceName") } == names.map { .string($0) })
    }
}
