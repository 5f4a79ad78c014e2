import Foundation
import TestSupport
import Testing

@Suite("scanners are found, and stay who they are", .timeLimit(.minutes(15)))
struct CatalogueTests {
    @Test(
        "a backend that crashes or hangs costs its own scanners only",
        arguments: ["segv-list", "abort-init", "exit-list", "hang-list"]
    )
    func badBackend(_ fault: String) throws {
        let world = try World(
            virtual: ["fault \(fault)"],
            backends: ["virtual", "test"],
            arguments: ["--deadline-list", "1", "--cancel-grace", "0.5"]
        )
        #expect(try eventually { try world.list().map(\.name) == ["Noname frontend-tester"] })
        #expect(
            eventually {
                world.server.log.contains { $0.contains("backend left out") && $0.contains("backend=virtual") }
            }
        )
        let job = try world.client.createJob(#"{"config":{"Resolution":50}}"#)
        #expect(try world.client.pages(job).pages.count == 1)
    }

    @Test("what is found is listed while a backend behind it still hangs")
    func partialList() throws {
        let world = try World(
            virtual: ["fault hang-list"],
            backends: ["test", "virtual"],
            arguments: ["--deadline-list", "30"]
        )
        #expect(try eventually { try world.list().map(\.name) == ["Noname frontend-tester"] })
        #expect(!world.server.log.contains { $0.contains("backend left out") })
    }

    @Test("a search that takes its time does not hold up the list for ever, nor a stop")
    func slowSearch() throws {
        let world = try World(virtual: ["fault hang-list"], arguments: ["--deadline-list", "30"])
        let watch = Stopwatch()
        #expect(try world.list().map(\.name) == ["Noname frontend-tester"])
        #expect(watch.undisturbed < .seconds(5))
        #expect(world.server.stop(atMost: .seconds(5)).succeeded)
    }

    @Test("a job for an unknown scanner does not wait for the end of a search that hangs")
    func unknownDuringSearch() throws {
        let world = try World(virtual: ["device page;Maker;One;scanner"], backends: ["virtual"])
        #expect(try eventually { try world.list().count == 1 })
        try world.scanners.configureVirtual(["fault hang-list"])
        let watch = Stopwatch()
        let unknown = try world.server.client().request("POST", "/DWTAPI/ScanJobs", body: #"{"device":"other"}"#)
        #expect(unknown.status == 404)
        #expect(watch.undisturbed < .seconds(7))
    }

    @Test("a device that is listed twice is one scanner")
    func listedTwice() throws {
        let line = "device page;Maker;One;scanner"
        let world = try World(virtual: [line, line], backends: ["virtual"])
        #expect(try eventually { try !world.list().isEmpty })
        #expect(try world.list().map(\.name) == ["Maker One"])
    }

    @Test("a scanner that moved to another address is the same scanner")
    func replug() throws {
        let world = try World(
            virtual: ["strict", "device libusb:001:004,pages=2;Maker;Model;scanner"],
            backends: ["virtual"],
            arguments: ["--list-max-age", "0"]
        )
        let before = try world.list()
        try #require(before.count == 1)
        // The same one with another name, as after a replug: the old name does not open any more.
        try world.scanners.configureVirtual(["strict", "device libusb:001:005,pages=2;Maker;Model;scanner"])
        let job = try world.client.createJob(
            #"{"device":\#(try quoted(before[0].device)),"config":{"IfFeederEnabled":true,"Resolution":50}}"#
        )
        #expect(try world.client.pages(job).pages.count == 2)
        #expect(try eventually { try world.list() == before })
    }

    @Test("a scanner is dropped after two searches without it, not after one")
    func missingScanner() throws {
        let both = ["device page,pages=1;Maker;One;scanner", "device page,pages=2;Maker;Two;scanner"]
        let world = try World(virtual: both, backends: ["virtual"], arguments: ["--list-max-age", "0"])
        #expect(try world.list().map(\.name) == ["Maker One", "Maker Two"])
        try world.scanners.configureVirtual([both[0]])
        #expect(try eventually { try world.list().map(\.name) == ["Maker One"] })
        try world.scanners.configureVirtual(both)
        #expect(try eventually { try world.list().map(\.name) == ["Maker One", "Maker Two"] })
    }

    @Test("names with quotes, slashes, umlauts and emoji survive the way to the client and back")
    func strangeNames() throws {
        let models = [#"Scan "Pro" \ 7"#, "a/b?c=%2F&d", "Müller Сканер 📠", String(repeating: "x", count: 300)]
        let world = try World(
            virtual: models.enumerated().map { "device page,pages=\($0.offset + 1);Maker;\($0.element);scanner" },
            backends: ["virtual"]
        )
        let list = try world.list()
        #expect(Set(list.map(\.name)) == Set(models.map { "Maker \($0)" }))
        for (index, model) in models.enumerated() {
            let entry = try #require(list.first { $0.name == "Maker \(model)" })
            for name in [entry.device, entry.name] {
                let job = try world.client.createJob(
                    #"{"device":\#(try quoted(name)),"config":{"IfFeederEnabled":true,"Resolution":50}}"#
                )
                #expect(try world.client.pages(job).pages.count == index + 1)
            }
        }
    }

    @Test("the list of the last run is offered while the first search still runs")
    func keptList() throws {
        let scanners = try SaneWorld(backends: ["virtual"])
        try scanners.configureVirtual(["device page;Maker;Kept;scanner"])
        let state = try BuiltProducts.freshFolder()
        defer { try? FileManager.default.removeItem(at: state) }  // Litter at worst.
        func start() throws -> RunningServer {
            try RunningServer(world: scanners, arguments: ["--state-folder", state.path])
        }
        let first = try start()
        #expect(try first.client().request("GET", "/DWTAPI/Scanners").text.contains("Maker Kept"))
        first.stop()
        try scanners.configureVirtual(["fault hang-list"])
        let second = try start()
        #expect(try second.client().request("GET", "/DWTAPI/Scanners").text.contains("Maker Kept"))
    }

    @Test("a first attempt that fails is repeated once, silently", arguments: ["inval", "busy", "io"])
    func retriedOpen(_ status: String) throws {
        let world = try World(
            virtual: ["device \(status)-open,once,pages=1;Maker;Sleepy;scanner"],
            backends: ["virtual"]
        )
        let job = try world.client.createJob(#"{"config":{"Resolution":50}}"#)
        #expect(try world.client.pages(job).pages.count == 1)
    }
}
