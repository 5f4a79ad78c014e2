import Foundation
import TestSupport
import Testing

@Suite("a bad backend costs its own scanners only", .timeLimit(.minutes(15)))
struct BackendFaultTests {
    static let good = "Noname frontend-tester"

    @Test("while one backend hangs, the first list comes in time with the scanners of the others (BR-045)")
    func firstList() throws {
        let place = try Neighbourhood(["fault hang-list"], backends: ["test", "virtual"])
        let watch = Stopwatch()
        #expect(try place.names() == [Self.good])
        // Two seconds, and one for a machine that does much else.
        #expect(watch.undisturbed < .seconds(3))
        // Nobody waits twice.
        let again = Stopwatch()
        #expect(try place.names() == [Self.good])
        #expect(again.undisturbed < .seconds(1))
        #expect(try place.scan(Self.good, feeder: false, resolution: 50).pages.count == 1)
    }

    @Test("when there is nothing yet, the list is empty and says that the search goes on (BR-045)")
    func stillSearching() throws {
        let place = try Neighbourhood(["fault hang-list"])
        let watch = Stopwatch()
        let answer = try place.answer()
        #expect(watch.undisturbed < .seconds(3))
        #expect(answer.status == 200)
        #expect(answer.text == "[]")
        #expect(answer["Scanner-Search"] == "running")
        #expect(answer["Retry-After"] == "2")
    }

    @Test("a backend that begins to hang later: the list comes at once from the last one, and jobs run (BR-045)")
    func laterHang() throws {
        let line = "device page,pages=1,size=300x400;Maker;One;scanner"
        let place = try Neighbourhood([line], backends: ["test", "virtual"], arguments: ["--list-max-age", "0"])
        let list = try place.list()
        #expect(list.count == 2)
        try place.scanners.configureVirtual(["fault hang-list", line])
        for _ in 0..<5 {
            let watch = Stopwatch()
            let answer = try place.answer()
            #expect(watch.undisturbed < .seconds(1))
            #expect(answer["Scanner-Search"] == nil)
            #expect(try place.list() == list)
        }
        #expect(try place.scan("Maker One").pages.count == 1)
        #expect(try place.scan(Self.good, feeder: false, resolution: 50).pages.count == 1)
    }

    @Test("a scanner of another backend that appears while one hangs is listed within 10 s (BR-045, BR-051)")
    func othersGoOn() throws {
        let place = try Neighbourhood(["fault hang-list"], backends: ["test", "virtual"])
        #expect(try eventually { try place.names() == [Self.good] })
        try place.scanners.configureTest([:], devices: 2)
        #expect(try eventually(within: 15) { try place.list().count == 2 })
    }

    @Test("a backend that is slow is not left out: others come in time, its scanners when they come (BR-045)")
    func slow() throws {
        let place = try Neighbourhood(
            ["fault hang4-list", "device page,pages=1,size=300x400;Maker;Late;scanner"],
            backends: ["test", "virtual"]
        )
        #expect(try place.names() == [Self.good])
        #expect(try eventually(within: 10) { try Set(place.names()) == [Self.good, "Maker Late"] })
        #expect(place.logged("backend left out") == 0)
        #expect(try place.scan("Maker Late").pages.count == 1)
    }

    @Test(
        "a backend that crashes, ends or hangs in the first search is named in the log, once (BR-059)",
        arguments: [
            "segv-list", "abort-list", "exit-list", "hang-list", "segv-init", "abort-init", "exit-init", "hang-init",
        ]
    )
    func atStart(_ fault: String) throws {
        let place = try Neighbourhood(
            ["fault \(fault)"],
            backends: ["virtual", "test"],
            arguments: ["--deadline-list", "2", "--cancel-grace", "0.5", "--list-max-age", "0"]
        )
        #expect(try eventually { try place.names() == [Self.good] })
        #expect(eventually { place.logged("backend left out", "backend=virtual") == 1 })
        // Further searches find what is new elsewhere, and have nothing to say.
        for devices in [2, 1, 3] {
            try place.scanners.configureTest([:], devices: devices)
            #expect(try eventually(within: 10) { try place.list().count == devices })
        }
        #expect(place.logged("backend left out") == 1)
        #expect(try place.scan(place.list()[0].device, feeder: false, resolution: 50).pages.count == 1)
    }

    @Test(
        "a backend that begins to crash or hang later costs its own scanners only, and is named once (BR-059)",
        arguments: ["segv-list", "exit-init", "hang-list"]
    )
    func later(_ fault: String) throws {
        let place = try Neighbourhood(
            ["device page,pages=1,size=300x400;Maker;One;scanner"],
            backends: ["virtual", "test"],
            arguments: ["--deadline-list", "2", "--cancel-grace", "0.5", "--list-max-age", "0"]
        )
        #expect(try place.list().count == 2)
        let pid = place.server.pid
        try place.scanners.configureVirtual(["fault \(fault)"])
        #expect(try eventually(within: 10) { try place.names() == [Self.good] })
        #expect(eventually { place.logged("backend left out", "backend=virtual") == 1 })
        #expect(ProcessFigures(pid: pid).isAlive)
    }

    @Test("a backend that was bad makes nobody wait at the next start, and is back when it works again (BR-045)")
    func nextStart() throws {
        let world = try SaneWorld(backends: ["test", "virtual"])
        try world.configureVirtual(["fault hang-list"])
        let state = try BuiltProducts.freshFolder()
        defer { try? FileManager.default.removeItem(at: state) }  // Litter at worst.
        func start(_ deadline: String) throws -> Neighbourhood {
            try Neighbourhood(world, arguments: ["--state-folder", state.path, "--deadline-list", deadline])
        }
        let first = try start("1")
        #expect(try first.names() == [Self.good])
        #expect(eventually { first.logged("backend left out") == 1 })
        first.server.stop()
        let second = try start("60")
        let answer = try second.answer()
        #expect(answer.text.contains(Self.good))
        // The first search is over, although the backend hangs again.
        #expect(answer["Scanner-Search"] == nil)
        second.server.stop()
        try world.configureVirtual(["device page,pages=1,size=300x400;Maker;Healed;scanner"])
        let third = try start("60")
        #expect(try eventually { try third.names().contains("Maker Healed") })
        #expect(eventually { third.logged("backend answers again", "backend=virtual") == 1 })
    }

    @Test("a damaged record of bad backends is as good as none (BR-045)", arguments: ["", "{", #"{"bad":3}"#, "\u{0}"])
    func damagedRecord(_ text: String) throws {
        let state = try BuiltProducts.freshFolder()
        defer { try? FileManager.default.removeItem(at: state) }  // Litter at worst.
        try Data(text.utf8).write(to: state.appendingPathComponent("backends.json"))
        let place = try Neighbourhood(backends: ["test"], arguments: ["--state-folder", state.path])
        #expect(try place.names() == [Self.good])
    }

    @Test(
        "a broken dll.conf, or a library that is missing or no library, costs its own scanners only (BR-048)",
        arguments: [
            "nosuch\ntest\n", "test\nbroken\n", "# only a remark\ntest # here\n\n", "\"test\"\n",
            "\u{1}\u{2}\u{FF}\ntest\n",
            "../../etc/passwd\ntest\n", String(repeating: "x", count: 10_000) + "\ntest\n", "test\ntest\ntest",
            "test\r\n",
        ]
    )
    func brokenConfiguration(_ text: String) throws {
        let world = try SaneWorld(backends: ["test"])
        try Data(text.utf8).write(to: world.folder.appendingPathComponent("conf/dll.conf"))
        try Data("no library".utf8).write(to: world.folder.appendingPathComponent("lib/libsane-broken.so.1"))
        let place = try Neighbourhood(world)
        let found = try place.names()
        // What libsane itself makes of it counts.
        let scanimage = try Program.run(["scanimage", "-f", "%d%n"], environment: world.environment)
        #expect(found == (scanimage.text.contains("test:0") ? [Self.good] : []))
        let refusals = text.contains("broken") ? 1 : 0
        #expect(eventually { place.logged("backend cannot be loaded", "backend=broken") == refusals })
    }

    @Test(
        "no dll.conf, an empty one, or a folder in its place: the list is empty at once (BR-048)",
        arguments: [0, 1, 2]
    )
    func noConfiguration(_ kind: Int) throws {
        let world = try SaneWorld(backends: ["test"])
        let file = world.folder.appendingPathComponent("conf/dll.conf")
        try FileManager.default.removeItem(at: file)
        if kind == 1 { try Data().write(to: file) }
        if kind == 2 { try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false) }
        let place = try Neighbourhood(world)
        let answer = try place.answer()
        #expect(answer.status == 200)
        #expect(answer.text == "[]")
        #expect(answer["Scanner-Search"] == nil)
        #expect(eventually { place.logged("no scanner was found") == 1 })
        #expect(try place.server.client().request("POST", "/DWTAPI/ScanJobs", body: "{}").status == 404)
    }
}
