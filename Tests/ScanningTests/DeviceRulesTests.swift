import TestSupport
import Testing

@testable import Scanning

@Suite("what people say of single scanners")
struct DeviceRulesTests {
    @Test(
        "a pattern means names as a shell would",
        arguments: [
            ("escl:*", "escl:http://scanner:80", true), ("ESCL:*", "escl:x", true), ("escl:*", "airscan:e0:x", false),
            ("*", "", true), ("", "", true), ("", "a", false), ("a", "A", true), ("a", "ab", false), ("?", "ä", true),
            ("*fi-7260*", "fujitsu:fi-7260:000001", true), ("fujitsu:fi-????:*", "fujitsu:fi-7260:1", true),
            ("fujitsu:fi-????:*", "fujitsu:fi-726:1", false), ("*a*b*c", "xxaxxbxxbxc", true),
            ("*a*b*c", "xxaxxbxxbx", false), ("brother4:bus?;dev?", "brother4:bus9;dev1", true),
            ("a**b", "ab", true), ("a.c", "abc", false), ("[a]", "a", false), ("*ß", "STRASSE", false),
        ]
    )
    func patterns(_ row: (pattern: String, name: String, isMeant: Bool)) {
        #expect(DevicePattern(row.pattern).matches(row.name) == row.isMeant)
    }

    @Test("a pattern of many stars comes to its end")
    func manyStars() {
        let pattern = DevicePattern(String(repeating: "*a", count: 200) + "b")
        let text = String(repeating: "a", count: 5_000)
        let time = processorTime { #expect(!pattern.matches(text)) }
        #expect(time < .seconds(5))
    }

    private static let found = [
        ScannerDescription(deviceName: "brother4:net1;dev0", vendor: "Brother", model: "MFC-L2750DW", type: "USB"),
        ScannerDescription(
            deviceName: "escl:http://b:80",
            vendor: "ESCL",
            model: "Brother MFC-L2750DW series",
            type: ""
        ),
        ScannerDescription(deviceName: "airscan:e0:B", vendor: "eSCL", model: "Brother MFC-L2750DW series", type: ""),
        ScannerDescription(deviceName: "airscan:w1:B", vendor: "WSD", model: "Brother MFC-L2750DW", type: ""),
        ScannerDescription(deviceName: "epson2:libusb:001:002", vendor: "Epson", model: "GT-1500", type: ""),
    ]

    private func rules(_ said: KeyValuePairs<String, (inout DeviceSettings) -> Void>) -> DeviceRules {
        DeviceRules(
            said.map { pattern, change in
                var settings = DeviceSettings()
                change(&settings)
                return DeviceRule(pattern: DevicePattern(pattern), settings: settings)
            }
        )
    }

    private func labels(_ rules: DeviceRules) -> [String] {
        rules.name(Self.found) { _ in nil }.map(\.label)
    }

    @Test("nothing said leaves the list as it is")
    func nothing() {
        #expect(DeviceRules().name(Self.found) { _ in nil } == ScannerIdentity.name(Self.found) { _ in nil })
        #expect(labels(DeviceRules()).count == 5)
    }

    @Test("a scanner, or all of a driver, can be left out, and back in; ids and names of the others stay")
    func ignoring() {
        let all = DeviceRules().name(Self.found) { _ in nil }
        let some = rules(["escl:*": { $0.ignore = true }, "Epson GT*": { $0.ignore = true }])
        let left = all.filter { !$0.description.deviceName.hasPrefix("e") }
        #expect(some.name(Self.found) { _ in nil } == left)
        #expect(some.rename(all) == left)
        let back = rules(["*": { $0.ignore = true }, "airscan:*": { $0.ignore = false }])
        #expect(labels(back).count == 2)
    }

    @Test("of several ways to one scanner the preferred ones are left")
    func preferring() {
        let airscan = rules(["airscan:*": { $0.prefer = true }])
        let names = airscan.name(Self.found) { _ in nil }.map(\.description.deviceName)
        #expect(names.sorted() == ["airscan:e0:B", "airscan:w1:B", "epson2:libusb:001:002"])
        let none = rules([
            "airscan:*": {
                $0.prefer = true; $0.ignore = true
            }
        ])
        #expect(labels(none).count == 3)
    }

    /// What is found of one model, the pattern that is preferred, and what is to be seen; all by device names.
    static let twins: [(found: [String], pattern: String, seen: [String])] = [
        // One driver finds a scanner once: these are two.
        (["a:1", "a:2"], "a:1", ["a:1", "a:2"]),
        (
            ["epson2:libusb:001:004", "epson2:libusb:001:005"], "*005",
            ["epson2:libusb:001:004", "epson2:libusb:001:005"]
        ),
        // Two scanners, each found by both drivers, or one of them by one driver only.
        (["a:1", "a:2", "b:1", "b:2"], "a:*", ["a:1", "a:2"]),
        (["a:1", "b:1", "b:2"], "a:*", ["a:1", "b:2"]),
        (["a:1", "b:1", "b:2", "c:1", "c:2", "c:3"], "a:*", ["a:1", "b:2", "c:2", "c:3"]),
        (["a:1", "a:2", "b:1"], "a:1", ["a:1", "a:2"]),
        (["a:1", "b:1"], "a:*", ["a:1"]),
        // By addresses it is known which is which.
        (
            ["a:libusb:001:004", "b:libusb:001:009", "b:libusb:001:004"], "a:*",
            ["a:libusb:001:004", "b:libusb:001:009"]
        ),
        (["a:libusb:001:004", "b:libusb:001:009"], "a:*", ["a:libusb:001:004", "b:libusb:001:009"]),
        (
            ["a:10.0.0.7", "b:http://10.0.0.8:80", "b:http://10.0.0.7:80"], "a:*",
            ["a:10.0.0.7", "b:http://10.0.0.8:80"]
        ),
        (["b:http://10.0.0.7:80", "b:https://10.0.0.7:443"], "b:https*", ["b:https://10.0.0.7:443"]),
        (["airscan:e0:X", "airscan:w1:X"], "airscan:e*", ["airscan:e0:X"]),
        (["airscan:e0:X", "airscan:e1:X #2", "airscan:w2:X"], "airscan:e0*", ["airscan:e0:X", "airscan:e1:X #2"]),
        // Several drivers preferred: the one scanner that they find still has other ways.
        (["a:1", "b:1", "c:1", "c:2"], "[ab]:1", ["a:1", "b:1", "c:2"]),
    ]

    @Test("a second scanner of a model is listed, whichever way to the first is preferred (BR-044)", arguments: twins)
    func secondScanner(_ row: (found: [String], pattern: String, seen: [String])) {
        let patterns = row.pattern == "[ab]:1" ? ["a:1", "b:1"] : [row.pattern]
        var settings = DeviceSettings()
        settings.prefer = true
        let rules = DeviceRules(patterns.map { DeviceRule(pattern: DevicePattern($0), settings: settings) })
        for found in [row.found, row.found.reversed()] {
            let list = found.map { ScannerDescription(deviceName: $0, vendor: "Maker", model: "Model", type: "") }
            let all = DeviceRules().name(list) { _ in nil }
            let seen = rules.name(list) { _ in nil }
            #expect(seen.map(\.description.deviceName).sorted() == row.seen.sorted())
            // Names stay, whatever is hidden.
            #expect(seen.allSatisfy(all.contains))
            #expect(rules.rename(all) == seen)
        }
    }

    @Test("the port says which scanner is which")
    func ports() {
        let list = ["a:libusb:001:004", "b:bus1;dev4", "b:bus1;dev5"].map {
            ScannerDescription(deviceName: $0, vendor: "Maker", model: "Model", type: "")
        }
        let a = rules(["a:*": { $0.prefer = true }])
        let seen = a.name(list) { UsbFacts(port: $0.deviceName.hasSuffix("5") ? "1-1" : "1-2") }
        #expect(seen.map(\.description.deviceName) == ["a:libusb:001:004", "b:bus1;dev5"])
    }

    @Test("drivers of which nothing is wanted are known before they are asked")
    func wholeBackends() {
        #expect(rules(["ESCL:*": { $0.ignore = true }]).ignoredBackends == ["escl"])
        #expect(rules(["net:10.0.0.*": { $0.ignore = true }, "*:*": { $0.ignore = true }]).ignoredBackends == [])
        #expect(
            rules(["net:*": { $0.ignore = true }, "net:host:*": { $0.ignore = false }]).ignoredBackends == []
        )
        #expect(rules(["net:*": { $0.ignore = false }, "NET:*": { $0.ignore = true }]).ignoredBackends == ["net"])
    }

    @Test("an alias is what people see, twice the same is counted, and later rules know it")
    func aliases() {
        let named = rules([
            "Epson GT-1500": { $0.alias = "Reception" },
            "reception": { $0.colour = "Photo" },
            "brother4:*": { $0.alias = "Office" },
            "escl:*": { $0.alias = "Office" },
        ])
        let list = named.name(Self.found) { _ in nil }
        #expect(list.map(\.label).filter { $0.hasPrefix("Office") } == ["Office", "Office 2"])
        let reception = list.first { $0.label == "Reception" }
        #expect(reception?.ownLabel == "Epson GT-1500")
        #expect(reception?.id == "epson2:Epson:GT-1500:libusb")
        #expect(reception.map { named.settings(for: $0).colour } == "Photo")
        // A list of an earlier run loses names that nobody gives any more.
        #expect(Set(DeviceRules().rename(list).map(\.label)) == Set(labels(DeviceRules())))
        #expect(named.rename(list) == list)
    }

    @Test("the name, the maker and model, the id and the own label all mean a scanner")
    func names() {
        for name in ["epson2:libusb:*", "epson GT-1500", "epson2:Epson:GT-1500:libusb"] {
            #expect(labels(rules([name: { $0.alias = "X" }])).contains("X"), "\(name)")
        }
        let label = labels(DeviceRules())[0]
        #expect(labels(rules([label: { $0.alias = "X" }])).contains("X"))
    }

    @Test("what a job leaves open comes from the scanner's own settings, else from the house")
    func defaults() {
        var house = ScanRequest()
        house.resolution = 150
        #expect(DeviceSettings().defaults(over: house) == house)
        var device = DeviceSettings()
        device.defaultSource = .feeder
        device.defaultMode = .gray
        device.defaultResolution = 300
        device.defaultArea = .a4
        let request = device.defaults(over: house)
        #expect(request.source == .feeder)
        #expect(request.colour == .gray)
        #expect(request.resolution == 300)
        #expect(request.area == .a4)
    }
}
