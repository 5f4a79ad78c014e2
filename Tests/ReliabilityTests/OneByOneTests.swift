import Foundation
import TestSupport
import Testing

/// Searches in which libsane does not say which backend it asks: whose turn it was when the process died or hung is not
/// known, and backends are asked one by one.
@Suite("bad backends are found without libsane's help", .timeLimit(.minutes(15)))
struct OneByOneTests {
    static let good = "Noname frontend-tester"
    /// What the bad drivers do; one prints all the time, and has a scanner.
    static let drivers: [(name: String, lines: [String])] = [
        ("hanging", ["fault hang-list"]), ("crashing", ["fault segv-list"]),
        ("printing", ["fault prints", "device page,pages=1,size=300x400,prints;Maker;Loud;scanner"]),
        ("virtual", ["device page,pages=1,size=300x400;Maker;Quiet;scanner"]),
    ]

    /// A service whose workers are not told to trace libsane.
    private func neighbourhood(_ backends: [String], _ arguments: [String]) throws -> Neighbourhood {
        let world = try SaneWorld(backends: backends)
        for (name, lines) in Self.drivers {
            name == "virtual" ? try world.configureVirtual(lines) : try world.addDriver(name, lines)
        }
        let worker = world.folder.appendingPathComponent("worker")
        let script = "#!/bin/sh\nunset SANE_DEBUG_DLL\nexec \(BuiltProducts.worker) \"$@\"\n"
        try Data(script.utf8).write(to: worker)
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: worker.path)
        return try Neighbourhood(world, arguments: ["--worker", worker.path] + arguments)
    }

    static let orders = [
        ["hanging", "test", "crashing", "printing", "virtual"], ["virtual", "printing", "test", "crashing", "hanging"],
        ["crashing", "virtual", "hanging", "test", "printing"],
    ]

    @Test(
        "a hanging, a crashing and a printing backend: good ones are listed in time, bad ones named (BR-045, BR-059)",
        arguments: orders
    )
    func together(_ order: [String]) throws {
        let place = try neighbourhood(order, ["--deadline-list", "15", "--cancel-grace", "0.5"])
        let watch = Stopwatch()
        let all: Set = [Self.good, "Maker Loud", "Maker Quiet"]
        #expect(try eventually(within: 14) { try Set(place.names()) == all })
        // Nobody waits until the hanging one is given up.
        #expect(watch.undisturbed < .seconds(12))
        #expect(place.logged("backend left out", "backend=hanging") == 0)
        #expect(place.logged("one by one") > 0)
        #expect(eventually { place.logged("backend left out", "backend=crashing") == 1 })
        for name in ["Maker Loud", "Maker Quiet"] { #expect(try place.scan(name).pages.count == 1) }
        #expect(eventually(within: 40) { place.logged("backend left out", "backend=hanging") == 1 })
        #expect(place.logged("backend left out") == 2)
        #expect(try Set(place.names()) == all)
    }

    @Test(
        "one that crashes or hangs is found by itself, and the next search does without it (BR-045, BR-059)",
        arguments: ["crashing", "hanging"]
    )
    func alone(_ bad: String) throws {
        let place = try neighbourhood(
            ["test", bad, "virtual"],
            ["--deadline-list", "2", "--cancel-grace", "0.5", "--list-max-age", "0"]
        )
        #expect(try eventually(within: 20) { try Set(place.names()) == [Self.good, "Maker Quiet"] })
        #expect(eventually(within: 20) { place.logged("backend left out", "backend=\(bad)") == 1 })
        let searches = place.logged("one by one")
        // What is new elsewhere is found without a second round of that kind.
        try place.scanners.configureTest([:], devices: 2)
        #expect(try eventually(within: 20) { try place.list().count == 3 })
        #expect(place.logged("one by one") == searches)
        #expect(place.logged("backend left out") == 1)
    }
}
