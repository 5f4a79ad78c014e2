import Foundation
import TestSupport
import Testing

@Suite("a worker that is no worker costs its job and nothing else", .timeLimit(.minutes(15)))
struct StrayWorkerTests {
    /// What a shell does in a worker's place, and what people read of it.
    static let misdeeds = [
        ("exec sleep 20", "did not answer for 2 seconds while opening"),
        ("kill -STOP $$", "did not answer for 2 seconds while opening"),
        ("exec 3>&-; exec sleep 20", "The backend crashed (its process"),
        ("exec cat /dev/zero >&3", "sent garbage"),
        ("exec yes >&2", "did not answer for 2 seconds while opening"),
        ("exit 0", "ended with code 0"),
        ("exit 127", "The worker program does not run"),
    ]

    @Test("the job is refused in time, the server stays awake, and no process is left", arguments: misdeeds)
    func misdeed(_ script: String, _ words: String) throws {
        let stray = try StrayWorker(doing: script)
        #expect(eventually { stray.isListed })
        try stray.turn()
        let watch = Stopwatch()
        let refused = try stray.world.server.client().request("POST", "/DWTAPI/ScanJobs", body: "{}")
        #expect(refused.status == 403)
        #expect(refused.text.contains(words))
        #expect(watch.undisturbed < .seconds(6))
        #expect(try stray.world.server.client().request("GET", "/api/server/version").status == 200)
        #expect(eventually { ProcessFigures(pid: stray.world.server.pid).children.isEmpty })
    }

    @Test("a service without a worker does not start, and says so", arguments: ["/nowhere", "/etc/passwd", "/"])
    func noWorker(_ path: String) throws {
        do {
            _ = try RunningServer(scanners: nil, arguments: ["--worker", path])
            Issue.record("the server listens")
        } catch RunningServer.Failure.didNotListen(let log) {
            #expect(log.contains { $0.contains("The worker program was not found; looked for \(path).") })
        }
    }

    @Test("a worker that does not run is no backend's fault")
    func searchWithoutWorker() throws {
        let stray = try StrayWorker(doing: "exit 127", arguments: ["--list-max-age", "0"])
        #expect(eventually { stray.isListed })
        try stray.turn()
        #expect(try !stray.world.list().isEmpty)
        #expect(eventually { stray.world.server.log.contains { $0.contains("The worker program does not run") } })
        #expect(!stray.world.server.log.contains { $0.contains("one by one") })
        #expect(try !stray.world.list().isEmpty)
    }

    @Test("a search that cannot begin is not the last one")
    func missingWorker() throws {
        let stray = try StrayWorker(doing: "exit 0", arguments: ["--list-max-age", "0"])
        #expect(eventually { stray.isListed })
        let away = stray.program.appendingPathExtension("away")
        try FileManager.default.moveItem(at: stray.program, to: away)
        _ = try stray.world.list()
        let log = stray.world.server
        #expect(eventually { log.log.contains { $0.contains("search for scanners failed") } })
        let unknown = try stray.world.server.client().request("POST", "/DWTAPI/ScanJobs", body: #"{"device":"other"}"#)
        #expect(unknown.status == 404)
        try FileManager.default.moveItem(at: away, to: stray.program)
        try stray.world.scanners.configureVirtual([
            "device page;Maker;One;scanner", "device page,pages=1;Maker;Two;scanner",
        ])
        #expect(try eventually { try stray.world.list().count == 2 })
    }
}

/// A program in the worker's place: the real worker until it is told to turn.
private struct StrayWorker {
    let world: World
    let program: URL
    private let folder: URL

    init(doing script: String, arguments: [String] = []) throws {
        folder = try BuiltProducts.freshFolder()
        program = folder.appendingPathComponent("worker")
        let text = """
            #!/bin/sh
            [ -e \(folder.path)/turned ] || exec \(BuiltProducts.worker)
            \(script)

            """
        try Data(text.utf8).write(to: program)
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: program.path)
        world = try World(
            virtual: ["device page;Maker;One;scanner"],
            backends: ["virtual"],
            arguments: FaultTests.deadlines + ["--worker", program.path] + arguments
        )
    }

    var isListed: Bool { (try? world.list().isEmpty) == false }

    func turn() throws {
        try Data().write(to: folder.appendingPathComponent("turned"))
    }
}
