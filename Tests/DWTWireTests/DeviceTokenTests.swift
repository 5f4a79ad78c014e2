import DWTWire
import Foundation
import Testing

@Suite("the device member")
struct DeviceTokenTests {
    /// Names as drivers make them, and worse.
    static let names = [
        #"Canon "DR" \ 2580"#, "HP/LaserJet?x=1;y&z#", "net:host%2Fname", "Bürö-Scänner", "Сканер", "📠 fax",
        "a\tb\nc", "' OR 1=1", "../../etc/passwd", String(repeating: "ü", count: 300), " ",
    ]

    private static let candidates = (["Epson DS-530", "Epson DS-530 (2)"] + names).enumerated().map {
        DeviceToken.Candidate(
            token: DeviceToken(id: "id-\($0)", label: $1, vendor: "Epson", model: $1),
            deviceName: "backend:\($0)"
        )
    }

    private func match(_ text: String) -> Int? {
        DeviceToken.match(text, among: Self.candidates) { try? json($0) }
    }

    @Test("the token has the vendor's outline and says its name in base64")
    func outline() throws {
        let token = DeviceToken(id: "epson2:DS-530:123", label: "Epson DS-530", vendor: "Epson", model: "DS-530")
        #expect(
            token.text
                == #"{"deviceInfo":{"Manufacturer":"RXBzb24=","ProductFamily":"RFMtNTMw","ProductName":"RFMtNTMw"},"#
                + #""deviceType":256,"isSystemDefaultPrinter":false,"name":"RXBzb24gRFMtNTMw","#
                + #""scannerId":"epson2:DS-530:123"}"#
        )
    }

    @Test("a list with any name is valid JSON of strings and integers, and its device comes back to the same scanner")
    func roundTrip() throws {
        let list = Self.candidates.map { ScannerInfo(name: $0.token.label, type: .sane, device: $0.token.text) }
        let bytes = try JSONEncoder().encode(list)
        guard case .array(let items) = try JSONValue(parsing: Array(bytes)) else {
            Issue.record("no array")
            return
        }
        for (index, item) in items.enumerated() {
            guard case .object(let members) = item, case .string(let device)? = members["device"] else {
                Issue.record("no scanner")
                return
            }
            #expect(Set(members.keys) == ["name", "type", "device"])
            #expect(members["name"] == .string(Self.candidates[index].token.label))
            #expect(members["type"] == .integer(256))
            #expect(match(device) == index)
        }
    }

    @Test("a token that was parsed and written anew still means its scanner")
    func rewritten() throws {
        let text = Self.candidates[1].token.text
        let pretty = try #require(
            String(
                data: JSONSerialization.data(
                    withJSONObject: JSONSerialization.jsonObject(with: Data(text.utf8)),
                    options: [.prettyPrinted]
                ),
                encoding: .utf8
            )
        )
        #expect(pretty != text)
        #expect(match(pretty) == 1)
    }

    @Test(
        "a device is found by id, by name in base64 and by plain name",
        arguments: [
            (#"{"scannerId":"id-1"}"#, 1), (#"{"SCANNERID":"id-1","name":"?"}"#, 1),
            (#"{"deviceType":16,"name":"RXBzb24gRFMtNTMw"}"#, 0), (#"{"name":"Epson DS-530 (2)"}"#, 1),
            ("Epson DS-530", 0), (" Epson DS-530 (2) ", 1), ("backend:1", 1), ("id-1", 1), ("Сканер", 6),
            ("Epson", nil), ("nobody", nil), ("{}", nil), ("{", nil), ("[1]", nil), ("5", nil), ("null", nil),
            (#"{"name":5}"#, nil),
        ]
    )
    func lenient(_ row: (text: String, index: Int?)) {
        #expect(match(row.text) == row.index)
    }

    @Test("a token of a scanner that is away does not mean another one of the same name")
    func awayScanner() {
        let away = DeviceToken(id: "serial-9", label: "Epson DS-530", vendor: "Epson", model: "DS-530")
        #expect(match(away.text) == nil)
    }
}
