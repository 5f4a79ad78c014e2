import Testing

@testable import Scanning

@Suite("brightness, contrast and threshold")
struct OptionPlanAdjustmentTests {
    private func scanner(_ id: String) throws -> FakeScanner { FakeScanner(try .named(id)) }

    @Test(
        "a share is scaled to each side of the option's neutral value",
        arguments: [
            ("canon-lide20-plustek", 1.0, 100.0), ("canon-lide20-plustek", -0.5, -50), ("epson-perfection-tpu", 1, 3),
            ("epson-perfection-tpu", -1, -4), ("epson-perfection-tpu", -0.5, -2), ("fujitsu-fi7260", 0.5, 64),
        ]
    )
    func brightness(id: String, wanted: Double, number: Double) throws {
        let scanner = try scanner(id)
        let settings = try scanner.settings(for: .with { $0.brightness = wanted })
        #expect(scanner.value("brightness") == .number(number))
        #expect(!settings.notes.contains { $0.contains("brightness") })
    }

    @Test("the middle of a range without negative values is neutral", arguments: [(-1.0, 0.0), (0.5, 150), (1, 200)])
    func brightnessFromZero(wanted: Double, number: Double) throws {
        let range = DeviceOption.Constraint.range(minimum: 0, maximum: 200, step: 1)
        let option = DeviceOption(index: 1, name: "brightness", type: .int, constraint: range)
        var plan = OptionPlan(for: .with { $0.brightness = wanted })
        #expect(try plan.next([option], current: { _ in .number(77) }) == .set(option, .number(number)))
    }

    @Test("none and 0 leave the device alone", arguments: [nil, 0.0])
    func untouched(wanted: Double?) throws {
        let scanner = try scanner("canon-lide20-plustek")
        let settings = try scanner.settings(
            for: .with {
                $0.brightness = wanted
                $0.contrast = wanted
            }
        )
        #expect(!scanner.log.contains { $0.hasPrefix("brightness") || $0.hasPrefix("contrast") })
        #expect(settings.notes == [])
    }

    @Test("what is inactive in the mode chosen is skipped with a note")
    func inactiveInLineart() throws {
        let scanner = try scanner("canon-lide20-plustek")
        let settings = try scanner.settings(
            for: .with {
                $0.colour = .bilevel
                $0.brightness = 0.2
                $0.contrast = 0.2
            }
        )
        #expect(scanner.log.contains("brightness=20"))
        #expect(!scanner.log.contains { $0.hasPrefix("contrast") })
        #expect(settings.notes == ["The scanner does not offer contrast here; it was left alone."])
        let binary = try self.scanner("epson-v500-epkowa")
        let both = try binary.settings(
            for: .with {
                $0.colour = .bilevel
                $0.brightness = 0.2
                $0.contrast = 0.2
            }
        )
        #expect(both.notes.filter { $0.contains("left alone") }.count == 2)
    }

    @Test("a threshold is a share of the option's range")
    func threshold() throws {
        let scanner = try scanner("fujitsu-scansnap-epjitsu")
        try scanner.settings(
            for: .with {
                $0.colour = .bilevel
                $0.threshold = 0.2
            }
        )
        #expect(scanner.value("threshold") == .number(51))
    }

    @Test(
        "a range of one value, and an array, are no adjustment",
        arguments: [
            DeviceOption(
                index: 1,
                name: "brightness",
                type: .int,
                constraint: .range(minimum: 0, maximum: 0, step: 0)
            ),
            DeviceOption(
                index: 1,
                name: "brightness",
                type: .int,
                constraint: .range(minimum: 0, maximum: 255, step: 0),
                size: 3
            ),
            DeviceOption(index: 1, name: "brightness", type: .string, constraint: .words(["low", "high"])),
        ]
    )
    func noAdjustment(option: DeviceOption) throws {
        var plan = OptionPlan(for: .with { $0.brightness = 0.3 })
        guard case .done(let settings) = try plan.next([option], current: { _ in nil }) else {
            Issue.record("it was set")
            return
        }
        #expect(settings.notes.count == 1)
    }
}
