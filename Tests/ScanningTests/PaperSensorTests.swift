import Scanning
import Testing

@Suite("the sensor that says whether the feeder holds paper")
struct PaperSensorTests {
    private static func sensor(
        _ name: String,
        _ title: String = "",
        _ type: DeviceOption.ValueType = .bool,
        index: Int = 1
    ) -> DeviceOption {
        DeviceOption(index: index, name: name, title: title, type: type, capabilities: [.softDetect, .hardSelect])
    }

    @Test(
        "is found by any vendor's word, in its name or its title",
        arguments: [
            ("page-loaded", ""), ("adf-loaded", "ADF Loaded"), ("doc-in-adf", ""), ("PAPER_LOADED", ""),
            ("sensor-3", "Paper in feeder"), ("hw17", "Documents loaded"), ("adf-paper-present", ""),
            ("s1", "Papier eingelegt"), ("s1", "Papier chargé"), ("s1", "Есть бумага"), ("s1", "原稿あり"),
            ("paper-sensor", ""), ("has-paper", ""), ("original.loaded", ""),
        ]
    )
    func found(name: String, title: String) throws {
        let sensor = try #require(PaperSensor(among: [Self.sensor("cover-open"), Self.sensor(name, title, index: 2)]))
        #expect(sensor.option.index == 2)
        #expect(sensor.isLoaded(.bool(true)) == true)
        #expect(sensor.isLoaded(.bool(false)) == false)
        #expect(sensor.isLoaded(nil) == nil)
    }

    @Test(
        "is not taken for what is none",
        arguments: [
            "card-loaded", "cover-open", "paper-length", "top-edge", "scan", "a4-paper", "paper-protect", "power-save",
            "double-feed", "page-width", "page-count", "paper-jam", "film-loaded", "omr-df",
        ]
    )
    func none(name: String) {
        #expect(PaperSensor(among: [Self.sensor(name)]) == nil)
    }

    @Test("is nothing that people set, and nothing that is inactive")
    func onlySensors() {
        let switched = DeviceOption(index: 1, name: "page-loaded", type: .bool)
        let inactive = DeviceOption(
            index: 1,
            name: "page-loaded",
            type: .bool,
            capabilities: [.softDetect, .hardSelect, .inactive]
        )
        #expect(PaperSensor(among: [switched]) == nil)
        #expect(PaperSensor(among: [inactive]) == nil)
    }

    @Test(
        "may tell the other way round",
        arguments: [("adf-empty", ""), ("s2", "Feeder empty"), ("no-paper", ""), ("s2", "Out of paper")]
    )
    func inverted(name: String, title: String) throws {
        let sensor = try #require(PaperSensor(among: [Self.sensor(name, title)]))
        #expect(sensor.isLoaded(.bool(true)) == false)
        #expect(sensor.isLoaded(.bool(false)) == true)
    }

    @Test(
        "may have words or numbers for its values",
        arguments: [
            (.string("Loaded"), true), (.string("Not loaded"), false), (.string("empty"), false),
            (.string("Yes"), true),
            (.string("no"), false), (.string("???"), nil), (.number(0), false), (.number(2), true), (.press, nil),
        ] as [(OptionValue, Bool?)]
    )
    func values(value: OptionValue, isLoaded: Bool?) throws {
        let sensor = try #require(PaperSensor(among: [Self.sensor("page-loaded", "", .string)]))
        #expect(sensor.isLoaded(value) == isLoaded)
    }

    @Test("of several the plainest name wins")
    func best() {
        let options = [Self.sensor("s9", "Paper in feeder"), Self.sensor("page-loaded", index: 2)]
        #expect(PaperSensor(among: options)?.option.index == 2)
    }
}
