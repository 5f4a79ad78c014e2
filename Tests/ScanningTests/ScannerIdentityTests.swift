import TestSupport
import Testing

@testable import Scanning

@Suite("scanners keep their names")
struct ScannerIdentityTests {
    private static func device(_ name: String, _ vendor: String, _ model: String) -> ScannerDescription {
        ScannerDescription(deviceName: name, vendor: vendor, model: model, type: "flatbed scanner")
    }

    @Test("thousands of equal scanners are told apart in no time")
    func manyEqual() {
        // Ten times as many take ten times as long, and would take a hundred times if each looked at all the others.
        let few = (1...3).map { _ in Self.timeToName(500) }.min() ?? .zero
        #expect(Self.timeToName(5_000) < few * 40)
    }

    private static func timeToName(_ count: Int) -> Duration {
        let found = (1...count).map { _ in device("driver:x", "Maker", "Same") }
        return processorTime { #expect(Set(names(found).map(\.label)).count == count) }
    }

    private static func names(
        _ found: [ScannerDescription],
        _ facts: [String: UsbFacts] = [:]
    ) -> [KnownScanner] {
        ScannerIdentity.name(found) { facts[$0.deviceName] }
    }

    @Test(
        "the id is made of what stays",
        arguments: [
            ("epson2:libusb:001:004", nil, "epson2:Maker:X1:libusb"),
            ("epson2:libusb:001:004", UsbFacts(serial: "ABC1", port: "1-1.2"), "epson2:Maker:X1:ABC1"),
            ("epson2:libusb:001:004", UsbFacts(serial: "0000000", port: "1-1.2"), "epson2:Maker:X1:port-1-1.2"),
            ("fujitsu:fi-7260:000017", UsbFacts(port: "1-1"), "fujitsu:Maker:X1:000017"),
            ("fujitsu:ScanSnap S1500:31415", nil, "fujitsu:Maker:X1:31415"),
            ("hpaio:/usb/PSC_1600_series?serial=MY5", nil, "hpaio:Maker:X1:MY5"),
            ("hpaio:/net/Officejet?ip=10.0.0.9", nil, "hpaio:Maker:X1:/net/Officejet?ip=10.0.0.9"),
            ("pixma:04A91766_4C1D2E", nil, "pixma:Maker:X1:4C1D2E"),
            ("pixma:04A91766_000000", UsbFacts(port: "2-1"), "pixma:Maker:X1:port-2-1"),
            ("pixma:MG5300_10.0.0.7", nil, "pixma:Maker:X1:MG5300_10.0.0.7"),
            ("brother4:bus9;dev1", UsbFacts(port: "9-1"), "brother4:Maker:X1:port-9-1"),
            ("brother4:bus9;dev1", nil, "brother4:Maker:X1:usb"),
            ("brother4:net1;dev0", nil, "brother4:Maker:X1:net1;dev0"),
            ("epkowa:interpreter:005:002", nil, "epkowa:Maker:X1:interpreter"),
            ("airscan:e3:EPSON ET-2850", nil, "airscan:Maker:X1:e:EPSON ET-2850"),
            ("net:10.0.0.3:plustek:libusb:001:004", nil, "net:Maker:X1:10.0.0.3:plustek:libusb"),
            ("escl:http://scanner:80", nil, "escl:Maker:X1:http://scanner:80"),
            ("test:0", nil, "test:Maker:X1:0"),
            ("", nil, "Maker:X1"),
        ] as [(String, UsbFacts?, String)]
    )
    func ids(name: String, facts: UsbFacts?, id: String) {
        let found = Self.device(name, "Maker", "X1")
        #expect(ScannerIdentity.name([found]) { _ in facts }.map(\.id) == [id])
    }

    @Test("a new bus address changes nothing but the device name")
    func replug() {
        let facts = UsbFacts(serial: "S1", port: "1-1")
        let before = Self.names([Self.device("epson2:libusb:001:004", "Epson", "GT")], ["epson2:libusb:001:004": facts])
        let after = Self.names([Self.device("epson2:libusb:001:005", "Epson", "GT")], ["epson2:libusb:001:005": facts])
        #expect(before.map(\.id) == after.map(\.id))
        #expect(before.map(\.label) == after.map(\.label))
        #expect(after[0].description.deviceName == "epson2:libusb:001:005")
    }

    @Test("two of one model keep their ids in any order, by serial number and by port")
    func swapped() {
        let first = Self.device("epson2:libusb:001:004", "Epson", "GT")
        let second = Self.device("epson2:libusb:001:007", "Epson", "GT")
        for facts in [
            [UsbFacts(serial: "S1"), UsbFacts(serial: "S2")], [UsbFacts(port: "1-1"), UsbFacts(port: "1-2")],
        ] {
            let found = [first.deviceName: facts[0], second.deviceName: facts[1]]
            let names = Self.names([first, second], found)
            #expect(names == Self.names([second, first], found))
            #expect(Set(names.map(\.id)).count == 2)
            // After standby each has the other's address.
            let exchanged = Self.names([first, second], [first.deviceName: facts[1], second.deviceName: facts[0]])
            #expect(exchanged.map(\.id) == names.map(\.id))
            #expect(exchanged.map(\.label) == names.map(\.label))
            #expect(exchanged[0].description == names[1].description)
        }
    }

    @Test("labels of two of one model tell the serial number, else the port")
    func twins() {
        let found = [Self.device("a:libusb:001:004", "Epson", "GT"), Self.device("a:libusb:001:005", "Epson", "GT")]
        let serials = ["a:libusb:001:004": UsbFacts(serial: "S1"), "a:libusb:001:005": UsbFacts(serial: "S2")]
        #expect(Self.names(found, serials).map(\.label) == ["Epson GT (S1)", "Epson GT (S2)"])
        let ports = ["a:libusb:001:004": UsbFacts(port: "1-1"), "a:libusb:001:005": UsbFacts(port: "1-2")]
        #expect(Self.names(found, ports).map(\.label) == ["Epson GT (port 1-1)", "Epson GT (port 1-2)"])
        let unknown = Self.names(found)
        #expect(unknown.map(\.label) == ["Epson GT", "Epson GT 2"])
        #expect(unknown.map(\.id) == ["a:Epson:GT:libusb", "a:Epson:GT:libusb#2"])
        #expect(unknown == Self.names(found.reversed()))
    }

    @Test("two devices of the test backend are told apart")
    func testDevices() {
        let found = [
            Self.device("test:0", "Noname", "frontend-tester"), Self.device("test:1", "Noname", "frontend-tester"),
        ]
        #expect(Self.names(found).map(\.label) == ["Noname frontend-tester (0)", "Noname frontend-tester (1)"])
    }

    @Test("one machine that is found three times has three ids, and labels that show the way in")
    func threeWays() {
        let found = [
            Self.device("airscan:w1:Brother MFC-L2750DW series", "WSD", "Brother MFC-L2750DW series"),
            Self.device("brother4:bus1;dev3", "Brother", "MFC-L2750DW series"),
            Self.device("escl:http://10.0.0.8:80", "ESCL", "Brother MFC-L2750DW series"),
            Self.device("airscan:e0:Brother MFC-L2750DW series", "eSCL", "Brother MFC-L2750DW series"),
        ]
        let names = Self.names(found)
        #expect(
            names.map(\.label) == [
                "Brother MFC-L2750DW series",
                "Brother MFC-L2750DW series (WSD)",
                "Brother MFC-L2750DW series (eSCL) (airscan)",
                "Brother MFC-L2750DW series (eSCL) (escl)",
            ]
        )
        #expect(Set(names.map(\.id)).count == 4)
        #expect(names == Self.names(found.reversed()))
    }

    @Test("the number that a discovery gave does not count")
    func discoveryOrder() {
        let first = Self.names([Self.device("airscan:e0:EPSON ET", "eSCL", "EPSON ET")])
        let later = Self.names([Self.device("airscan:e4:EPSON ET", "eSCL", "EPSON ET")])
        #expect(first.map(\.id) == later.map(\.id))
        let named = Self.names([Self.device("airscan:e:EPSON ET", "eSCL", "EPSON ET")])
        #expect(named.map(\.id) == first.map(\.id))
    }

    @Test(
        "any text may be a name",
        arguments: [
            "a\"b'c", "x:%2F/../?q=1&r;s", "Überscan – größe", "сканер:libusb:9:x", "🖨️:🖨️",
            String(repeating: "n", count: 300),
            ":", "libusb:", "bus;dev", "libusb:99999999999999999999:1", "airscan:", "airscan:e", "pixma:_",
            "hpaio:?serial=",
            "fujitsu:", "epson2:libusb:001",
        ]
    )
    func weirdNames(name: String) {
        let found = [Self.device(name, "V", "M"), Self.device(name + "2", "V", "M"), Self.device("", "", "")]
        let names = Self.names(found)
        #expect(names.count == 3)
        #expect(Set(names.map(\.id)).count == 3)
        #expect(Set(names.map(\.label)).count == 3)
        #expect(Set(names.map(\.description.deviceName)) == [name, name + "2", ""])
        #expect(names == Self.names(found.reversed()))
    }

    @Test("the maker is said once")
    func makers() {
        let found = [
            Self.device("a:1", "EPSON", "Epson GT-2500"), Self.device("b:1", "Canon", "LiDE 20"),
            Self.device("c:1", "", "Thing"), Self.device("d:1", "Maker", ""), Self.device("e:1", "", ""),
        ]
        #expect(Self.names(found).map(\.label) == ["Canon LiDE 20", "Epson GT-2500", "Maker", "Thing", "e:1"])
    }

    @Test(
        "backend and bus address are read from the name",
        arguments: [
            ("epson2:libusb:001:004", "epson2", 1, 4), ("brother4:bus9;dev1", "brother4", 9, 1),
            ("genesys:libusb:010:123", "genesys", 10, 123), ("airscan:e0:X", "airscan", nil, nil),
            ("test:0", "test", nil, nil), ("net:host:epson2:libusb:001:004", "net", nil, nil),
            ("lone", "lone", nil, nil), ("a:libusb:1:", "a", nil, nil),
        ] as [(String, String, Int?, Int?)]
    )
    func parts(name: String, backend: String, bus: Int?, device: Int?) {
        #expect(ScannerIdentity.backend(of: name) == backend)
        #expect(ScannerIdentity.busAddress(in: name)?.bus == bus)
        #expect(ScannerIdentity.busAddress(in: name)?.device == device)
    }

    @Test("every profile has an id without its bus address")
    func profiles() {
        for profile in ScannerProfile.all {
            let found = Self.device(profile.deviceName, profile.vendor, profile.model)
            let id = Self.names([found])[0].id
            #expect(id.hasPrefix(ScannerIdentity.backend(of: profile.deviceName)))
            if let address = ScannerIdentity.busAddress(in: profile.deviceName) {
                #expect(!id.contains("00\(address.device)"), "\(id)")
            }
        }
    }

    @Test("of two equal scanners without serial and port, one that keeps its device name keeps its id (BR-042)")
    func keptAmongEqual() {
        func twin(_ address: Int) -> ScannerDescription { Self.device("d:libusb:001:00\(address)", "Maker", "Same") }
        func listed(_ addresses: [Int], _ known: [KnownScanner]) -> [KnownScanner] {
            ScannerIdentity.name(addresses.map(twin), before: known) { _ in nil }
        }
        func id(_ address: Int, in list: [KnownScanner]) -> String? {
            list.first { $0.description.deviceName == twin(address).deviceName }?.id
        }
        let both = listed([4, 5], [])
        #expect(Set(both.map(\.id)).count == 2)
        // The first one goes, and comes back elsewhere.
        let left = listed([5], both)
        #expect(id(5, in: left) == id(5, in: both))
        let back = listed([2, 5], both)
        #expect(id(5, in: back) == id(5, in: both))
        #expect(id(2, in: back) == id(4, in: both))
        // A third one, and an unordered list.
        let three = listed([5, 9, 4], both)
        #expect(id(4, in: three) == id(4, in: both))
        #expect(id(5, in: three) == id(5, in: both))
        #expect(Set(three.map(\.id)).count == 3)
        #expect(Set(three.map(\.label)).count == 3)
    }

    @Test("serial numbers decide, whatever the addresses and the order; without them the port does (BR-042)")
    func swappedAddresses() {
        func facts(_ first: UsbFacts, _ second: UsbFacts) -> [String: UsbFacts] {
            ["d:libusb:001:004": first, "d:libusb:001:005": second]
        }
        let devices = [4, 5].map { Self.device("d:libusb:001:00\($0)", "Maker", "Same") }
        for (one, two) in [
            (UsbFacts(serial: "A", port: "1-1"), UsbFacts(serial: "B", port: "1-2")),
            (UsbFacts(port: "1-1"), UsbFacts(port: "1-2")),
        ] {
            let before = ScannerIdentity.name(devices) { facts(one, two)[$0.deviceName] }
            let after = ScannerIdentity.name(devices.reversed(), before: before) { facts(two, one)[$0.deviceName] }
            #expect(Set(before.map(\.label)).count == 2)
            // The address has changed hands, the id and the label have not.
            for scanner in before {
                let now = after.first { $0.id == scanner.id }
                #expect(now?.label == scanner.label)
                #expect(now?.description.deviceName != scanner.description.deviceName)
            }
        }
    }

    @Test("an old device name means the one scanner that differs in nothing but the bus address (BR-041)")
    func moved() {
        let list = Self.names([
            Self.device("epson2:libusb:001:005", "Epson", "GT"), Self.device("d:libusb:001:004", "M", "X"),
            Self.device("d:libusb:001:006", "M", "X"), Self.device("test:0", "Noname", "Tester"),
        ])
        #expect(ScannerIdentity.moved("epson2:libusb:001:004", among: list)?.description.vendor == "Epson")
        for name in ["d:libusb:001:009", "test:1", "plustek:libusb:001:005", "epson2:net:10.0.0.1", "", "libusb:1:2"] {
            #expect(ScannerIdentity.moved(name, among: list) == nil, "\(name)")
        }
    }
}
