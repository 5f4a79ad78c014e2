import DWTWire
import Foundation
import TestSupport
import Testing

/// What clients are told of every described device. A change of these texts is a change for clients: look at it, then
/// write them anew with `SNAPSHOTS=write`.
@Suite("capabilities of every described device", .timeLimit(.minutes(15)))
struct SnapshotTests {
    static let scenes: [(title: String, order: String)] = [
        ("nothing said", "{}"),
        (
            "black and white from the feeder, both sides, A4",
            #"{"config":{"PixelType":0,"Resolution":300,"IfFeederEnabled":true,"IfDuplexEnabled":true,"PageSize":1}}"#
        ),
    ]

    @Test("the answer is the one that was looked at", arguments: OpenScanner.profiles)
    func answer(_ profile: String) throws {
        let world = try SaneWorld()
        var text = ""
        for scene in Self.scenes {
            let scanner = try OpenScanner(profile, in: world, scene.order)
            text += "# \(scene.title)\n" + CapabilityText.text(scanner.details) + "\n"
        }
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Snapshots/\(profile).txt")
        if ProcessInfo.processInfo.environment["SNAPSHOTS"] == "write" {
            try text.write(to: file, atomically: true, encoding: .utf8)
        }
        let looked = try String(contentsOf: file, encoding: .utf8)
        let lines = Array(zip(looked.split(separator: "\n"), text.split(separator: "\n")))
        for (before, now) in lines where before != now { #expect(before == now) }
        #expect(looked == text)
    }

    @Test("the list of capabilities names exactly what is answered, and nothing twice", arguments: OpenScanner.profiles)
    func supported(_ profile: String) throws {
        let world = try SaneWorld()
        let scanner = try OpenScanner(profile, in: world)
        let list = try #require(scanner.details(Capability.supportedCapabilities.rawValue))
        guard case .array(let values) = list.container else { throw Surprise() }
        let listed = values.compactMap { $0.member("value")?.lenientNumber().map { Int($0) } }
        #expect(listed == scanner.details.map(\.id))
        #expect(Set(listed).count == listed.count)
    }

    @Test("containers hold what their kind promises", arguments: OpenScanner.profiles)
    func containers(_ profile: String) throws {
        let world = try SaneWorld()
        for scene in Self.scenes {
            for details in try OpenScanner(profile, in: world, scene.order).details {
                let what = "\(profile) \(details.id) \(details.label)"
                switch details.container {
                case .range(let minimum, let maximum, let step, let now, let initial):
                    #expect(minimum <= maximum && step >= 1, "\(what)")
                    for value in [now, initial].compactMap({ $0?.lenientNumber() }) {
                        #expect(value >= Double(minimum) && value <= Double(maximum), "\(what): \(value)")
                    }
                case .enumeration(let values, let now, let initial):
                    #expect(!values.isEmpty, "\(what)")
                    #expect(Set(values).count == values.count, "\(what)")
                    #expect(now != nil || !details.queries.contains(.getCurrent), "\(what)")
                    #expect(initial != nil || now == nil, "\(what)")
                case .oneValue(let now, _):
                    #expect(now != nil || !details.queries.contains(.getCurrent), "\(what)")
                case .array: break
                }
            }
        }
    }
}

/// Something came of another kind than it must be.
struct Surprise: Error {}
