import DWTWire
import TestSupport
import Testing

@Suite("what a scanner offers can be set", .timeLimit(.minutes(15)))
struct RoundTripTests {
    @Test(
        "every value that is offered can be had by a job that insists on it, and comes back",
        arguments: OpenScanner.profiles
    )
    func everyOffer(_ profile: String) throws {
        let world = try SaneWorld()
        let offers = try OpenScanner(profile, in: world).details.filter { $0.queries.contains(.set) }
        #expect(offers.count > 3)
        for offer in offers {
            for value in Self.samples(of: offer) {
                let what = "\(profile): \(offer.id) \(offer.label) = \(value.text)"
                do {
                    let scanner = try OpenScanner(profile, in: world, Self.order([(offer.id, value)]))
                    let present = try #require(scanner.details(offer.id), "\(what)")
                    if offer.queries.contains(.get) {
                        let isSame = Self.isSame(present.container.current, value, within: offer.limits?.step)
                        #expect(isSame, "\(what): \(present.container)")
                    }
                } catch {
                    Issue.record("\(what): \(error)")
                }
            }
        }
    }

    @Test("an option that another one wakes is set after it, whichever was named first")
    func sleeping() throws {
        let world = try SaneWorld()
        let wakes = try #require(
            try OpenScanner("sane-test-1.2.1", in: world).details.first { $0.label == "read-delay" }
        )
        let order = Self.order([(wakes.id + 1, .integer(5_000)), (wakes.id, .integer(1))])
        let scanner = try OpenScanner("sane-test-1.2.1", in: world, order)
        #expect(scanner.details(wakes.id + 1)?.label == "read-delay-duration")
        #expect(scanner.details(wakes.id + 1)?.container.current == .integer(5_000))
    }

    @Test(
        "all that a scanner tells of itself can be said to it again",
        arguments: ["fujitsu-fi7260", "epson-et2850-airscan-escl", "sane-test-1.2.1", "canon-lide20-plustek"],
        [0, 1, 2]
    )
    func everythingAgain(_ profile: String, pixelType: Int) throws {
        let world = try SaneWorld()
        let type = Self.order([(257, .integer(pixelType))])
        let told = try OpenScanner(profile, in: world, type).details.filter { $0.queries.contains(.set) }
        let values = told.compactMap { offer in
            offer.queries.contains(.get) ? offer.container.current.map { (id: offer.id, value: $0) } : nil
        }
        let again = try OpenScanner(profile, in: world, Self.order(values))
        #expect(again.details(257)?.container.current?.lenientNumber() == Double(pixelType))
        #expect(again.details(4395)?.container.current == told.first { $0.id == 4395 }?.container.current)
    }

    static func order(_ values: [(id: Int, value: JSONValue)], exception: String = "fail") -> String {
        let items = values.map { "{\"capability\":\($0.id),\"curValue\":\($0.value.text)}" }
        return "{\"caps\":{\"exception\":\"\(exception)\",\"capabilities\":[\(items.joined(separator: ","))]}}"
    }

    /// The ends and the middle of what is offered; of an option of the driver's own, which all go one way, the one that
    /// is farthest from what it has.
    private static func samples(of details: CapabilityDetails) -> [JSONValue] {
        let all = places(of: details)
        // At the ends of the bed, corners would leave nothing between them.
        if ["tl-x", "tl-y", "br-x", "br-y"].contains(details.label), all.count == 3 { return [all[1]] }
        guard details.id >= 0x8000, let present = details.container.current else { return all }
        return [all.last { !isSame($0, present) } ?? all.last].compactMap(\.self)
    }

    private static func places(of details: CapabilityDetails) -> [JSONValue] {
        if details.type == .frame {
            return [
                .object(["left": .number(0.25), "top": .number(0.1), "right": .number(0.75), "bottom": .number(0.6)])
            ]
        }
        if let limits = details.limits, case .oneValue = details.container {
            let middle = limits.lowest + (limits.highest - limits.lowest) * 0.37
            return [limits.lowest, middle, limits.highest].map { .rounded($0) }
        }
        switch details.container {
        case .enumeration(let values, _, _):
            let places = Set([0, values.count / 2, values.count - 1])
            return places.sorted().filter { values.indices.contains($0) }.map { values[$0] }
        case .range(let minimum, let maximum, let step, _, _):
            let middle = minimum + (maximum - minimum) / 2 / step * step
            return Set([minimum, middle, minimum + (maximum - minimum) / step * step]).sorted().map { .integer($0) }
        case .oneValue(let now, _):
            if details.type == .bool { return [.integer(1)] + (details.queries.contains(.get) ? [.integer(0)] : []) }
            return now.map { [$0] } ?? []
        case .array(let values):
            // Gamma tables can be turned round; what other tables may hold they do not say.
            return [.array(values.count == 256 ? values.reversed() : values.map { _ in .integer(0) })]
        }
    }

    private static func isSame(_ present: JSONValue?, _ wanted: JSONValue, within step: Double? = nil) -> Bool {
        guard let present else { return false }
        let edges = ["left", "top", "right", "bottom"]
        if present.member("left") != nil {
            return edges.allSatisfy { edge in
                let places = [present, wanted].compactMap { $0.member(edge)?.lenientNumber() }
                return places.count == 2 && abs(places[0] - places[1]) < 0.05
            }
        }
        if let number = present.lenientNumber(), let other = wanted.lenientNumber() {
            return abs(number - other) < max(0.001, (step ?? 0) * 0.51)
        }
        return present == wanted
    }
}

extension CapabilityContainer {
    /// What the capability has.
    var current: JSONValue? {
        switch self {
        case .oneValue(let now, _), .range(_, _, _, let now, _): now
        case .enumeration(let values, let now, _): now.map { values[$0] }
        case .array(let values): .array(values)
        }
    }
}
