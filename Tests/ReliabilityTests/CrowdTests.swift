import Foundation
import TestSupport
import Testing

@Suite("a list of two thousand scanners", .timeLimit(.minutes(15)))
struct CrowdTests {
    static let count = 2_000

    private static func number(_ index: Int) -> String { String(index + 10_000).dropFirst().description }

    private struct Entry: Decodable, Hashable {
        var name: String
        var device: String
        var type: Int?
    }

    /// Every scanner there is once, by each address, and nothing else.
    private func list(_ place: Neighbourhood, _ target: String) throws -> ([Entry], Duration, HTTPResponse) {
        let client = try place.server.client()
        let began = ContinuousClock.now
        let answer = try client.request("GET", target)
        let time = ContinuousClock.now - began
        return (try JSONDecoder().decode([Entry].self, from: Data(answer.body)), time, answer)
    }

    @Test("is whole, soon there, small in memory, and each of them can be scanned from (BR-045, BR-047)")
    func crowd() throws {
        let world = try SaneWorld(backends: ["virtual"])
        let maker = ["Brother", "Canon", "Épson"]
        let devices = (0..<Self.count).map { index in
            // Every tenth is of a model that others have, too.
            VirtualDevice(
                "libusb:\(index / 100 + 1):\(index % 100 + 1)",
                as: "page,pages=1,size=300x400",
                vendor: maker[index % 3],
                model: index % 10 == 0 ? "Common" : "Model \(Self.number(index))"
            )
        }
        try world.plug(devices)
        let place = try Neighbourhood(world, arguments: ["--list-max-age", "0"])
        let figures = ProcessFigures(pid: place.server.pid)
        let early = figures.residentMiB
        let watch = Stopwatch()
        try #require(try eventually(within: 30) { try list(place, "/DWTAPI/Scanners").0.count == Self.count })
        #expect(watch.undisturbed < .seconds(10), "\(watch)")
        let (legacy, _, answer) = try list(place, "/DWTAPI/Scanners")
        #expect(answer["Scanner-Search"] == nil)
        let (newer, _, _) = try list(place, "/api/device/scanners")
        #expect(legacy == newer)
        #expect(Set(legacy.map(\.name)).count == Self.count)
        #expect(Set(legacy.map(\.device)).count == Self.count)
        let own = (0..<Self.count).filter { $0 % 10 != 0 }.map { "\(maker[$0 % 3]) Model \(Self.number($0))" }
        #expect(Set(own).subtracting(legacy.map(\.name)) == [])
        // The list is kept ready: who asks waits for the way alone.
        let times = try (0..<21).map { index in
            try list(place, index % 2 == 0 ? "/DWTAPI/Scanners" : "/api/device/scanners").1
        }
        #expect(times.sorted()[10] < .milliseconds(250), "\(times)")
        // A kilobyte a scanner for the text, and what searches leave in the allocator's hands.
        #expect(figures.residentMiB - early < 24, "\(early) -> \(figures.residentMiB) MiB")
        for index in [0, 1_234, Self.count - 1] {
            #expect(try place.scan(legacy[index].device).pages.count == 1)
        }
        // The same order and tokens after further searches, without the ones that are gone and with a new one.
        let later = devices.dropLast() + [VirtualDevice("new", as: "page,size=300x400", vendor: "Zeta", model: "New")]
        try world.plug(Array(later))
        #expect(
            try eventually(within: 30) {
                let names = try list(place, "/DWTAPI/Scanners").0.map(\.name)
                return names.contains("Zeta New") && names.count == Self.count
            }
        )
        let gone = Set(legacy).subtracting(try list(place, "/DWTAPI/Scanners").0)
        #expect(gone.count == 1)
    }
}
