import Foundation
import TestSupport
import Testing

@Suite("a configuration file at work", .timeLimit(.minutes(15)))
struct ConfigurationTests {
    /// A server on virtual devices, with a configuration file.
    private struct Configured {
        let scanners: SaneWorld
        let server: RunningServer
        var client: LegacyClient { LegacyClient(server: server) }

        init(
            _ text: String,
            devices: [String] = ["device page;Noname;One;virtual device", "strict"],
            backends: [String] = ["virtual"],
            permissions: Int = 0o600,
            arguments: [String] = []
        ) throws {
            scanners = try SaneWorld(backends: backends)
            try scanners.configureVirtual(devices)
            let file = scanners.folder.appendingPathComponent("sane-bridge.conf")
            try Data(text.utf8).write(to: file)
            try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: file.path)
            server = try RunningServer(world: scanners, arguments: ["--config", file.path] + arguments)
        }

        func list() throws -> [String] {
            let answer = try server.client().request("GET", "/DWTAPI/Scanners")
            return try JSONDecoder().decode([World.Entry].self, from: Data(answer.body)).map(\.name)
        }

        /// The first page of a job with that body.
        func page(_ body: String = "{}") throws -> JPEGFacts {
            let job = try client.createJob(body)
            let page = try client.next(job)
            _ = try client.delete(job)
            return try #require(JPEGFacts(page.body), "\(page.text)")
        }
    }

    private static let devices = [
        "device page;Noname;One;virtual device", "device page,feeder;Noname;Two;virtual device",
        "device page,glass;Noname;Three;virtual device", "strict",
    ]

    @Test("hidden scanners are not listed, an alias is, and a job may name it (BR-044)")
    func list() throws {
        let world = try Configured(
            """
            [device "Noname One"]
            ignore = yes
            [device "virtual:*feeder*"]
            alias = Büro "2. Stock"
            """,
            devices: Self.devices
        )
        #expect(try world.list().sorted() == ["Büro \"2. Stock\"", "Noname Three"])
        for name in ["Büro \"2. Stock\"", "Noname Two", "virtual:page,feeder"] {
            let job = try world.client.createJob(#"{"device":\#(quoted(name))}"#)
            #expect(try world.client.pages(job).pages.count == 3)
        }
        #expect(throws: LegacyClient.Refused.self) { try world.client.createJob(#"{"device":"Noname One"}"#) }
        let opened = world.scanners.callLog().filter { $0.hasPrefix("open") }
        #expect(opened == Array(repeating: "open page,feeder", count: 3))
    }

    @Test("a driver of which nothing is wanted is not even loaded (BR-044)")
    func ignoredBackend() throws {
        let world = try Configured("[device \"VIRTUAL:*\"]\nignore = yes", backends: ["test", "virtual"])
        #expect(try world.list() == ["Noname frontend-tester"])
        #expect(world.scanners.callLog() == [])
    }

    @Test("what a job leaves open is a matter of its scanner, and what it says counts")
    func defaults() throws {
        let world = try Configured(
            """
            default-resolution = 150
            [device "*"]
            default-area = a6
            default-mode = gray
            [device "virtual:page"]
            default-resolution = 75
            default-area = 101.6x50.8+25.4+12.7
            """
        )
        let own = try world.page()
        #expect(own.width == 300 && own.height == 150)
        #expect(own.components == 1)
        #expect(own.density == [75, 75])
        let asked = try world.page(#"{"config":{"PixelType":2,"Resolution":150,"PageSize":1}}"#)
        #expect(asked.width == 1_240 && asked.components == 3)
    }

    @Test("a feeder may be where a scanner's paper lies by default")
    func defaultSource() throws {
        let world = try Configured("[device \"*\"]\ndefault-source = feeder\ndefault-area = 20x20")
        #expect(try world.client.pages(world.client.createJob()).pages.count == 3)
        let glass = #"{"config":{"IfFeederEnabled":false}}"#
        #expect(try world.client.pages(world.client.createJob(glass)).pages.count == 1)
    }

    @Test(
        "a flatbed is scanned once, whatever word of the file says that it is a feeder (BR-102)",
        arguments: ["feeder", "feeder-duplex"]
    )
    func flatbedAsFeeder(_ key: String) throws {
        let world = try Configured("[device \"*\"]\n\(key) = Flatbed\n")
        let isDuplex = key == "feeder-duplex"
        let config = #"{"IfFeederEnabled":true,"IfDuplexEnabled":\#(isDuplex),"Resolution":75}"#
        let job = try world.client.createJob(#"{"config":\#(config)}"#)
        let (pages, end) = try world.client.pages(job)
        #expect(pages.count == 1)
        #expect(end.status == 410)
        #expect(world.scanners.calls().filter { $0.kind == .start }.count == 1)
        let sources = world.scanners.calls().filter { $0.kind == .set && $0.detail.hasPrefix("source=") }
        #expect(sources.last?.detail == "source=Flatbed" || sources.isEmpty)
    }

    @Test("a second scanner of the same model is listed, whichever is preferred (BR-044)")
    func twins() throws {
        let twins = ["left", "right", "third"].map { "plug \($0) as page,glass vendor Maker model Model" }
        let world = try Configured(
            """
            [device "virtual:left"]
            prefer = yes
            alias = Left
            """,
            devices: ["strict"] + twins
        )
        #expect(try world.list().sorted() == ["Left", "Maker Model (right)", "Maker Model (third)"])
    }

    @Test("name and password of a scanner are its own, else those of the service")
    func credentials() throws {
        let devices = ["device page,ask;Noname;One;virtual device", "strict"]
        for text in [
            "scanner-user = nobody\nscanner-password = x\n[device \"*ask\"]\nuser = reader\npassword = secret",
            "scanner-user = reader\nscanner-password = secret",
        ] {
            let world = try Configured(text, devices: devices)
            #expect(try world.page().width > 0)
            #expect(!world.server.log.contains { $0.contains("everybody on this host can read it") })
        }
        let open = try Configured("scanner-password = secret", devices: devices, permissions: 0o644)
        #expect(
            open.server.log.contains { $0.contains("warning") && $0.contains("everybody on this host can read it") }
        )
        #expect(!open.server.log.contains { $0.contains("secret") })
    }

    @Test("back sides are turned where that is said, fronts never, in the order of the sheets (BR-007)")
    func rotatedBacks() throws {
        let world = try Configured(
            "[device \"*feeder*\"]\nrotate-backs = yes",
            devices: [
                "device pages=2,turned-backs;Noname;One;virtual device",
                "device pages=2,turned-backs,feeder;Noname;Two;virtual device", "strict",
            ]
        )
        func marks(_ name: String, _ duplex: Bool) throws -> [PageMark?] {
            let config = #""IfFeederEnabled":true,"IfDuplexEnabled":\#(duplex),"PixelType":1,"Resolution":100"#
            let job = try world.client.createJob(#"{"device":"\#(name)","config":{\#(config)}}"#)
            return try world.client.pages(job).pages.map { try PageMark(inPage: $0) }
        }
        for (name, turn) in [("Noname One", PageMark.Turn.upsideDown), ("Noname Two", .upright)] {
            let sides = [1, 2].flatMap { [PageMark(sheet: $0), PageMark(sheet: $0, side: .back, turn: turn)] }
            #expect(try marks(name, true) == sides)
            #expect(try marks(name, false) == [PageMark(sheet: 1), PageMark(sheet: 2)])
        }
    }

    @Test("a mistake in the file keeps the service from starting, and says where it is")
    func mistakes() throws {
        let text = "port = 1000\n\nprot = 1\n[device \"x\"]\nrotate-backs = perhaps\n"
        var log: [String] = []
        do {
            _ = try Configured(text)
        } catch RunningServer.Failure.didNotListen(let said) {
            log = said
        }
        #expect(log.count == 2)
        #expect(log.first?.hasSuffix("sane-bridge.conf:3: There is no setting prot: did you mean port?") == true)
        #expect(log.last?.hasSuffix("sane-bridge.conf:5: rotate-backs must be yes or no, not \"perhaps\".") == true)
    }

    @Test("a mistake in the known quirks is told and stops nothing")
    func brokenQuirks() throws {
        let folder = try BuiltProducts.freshFolder()
        defer { try? FileManager.default.removeItem(at: folder) }  // Litter among the build's products at worst.
        let file = folder.appendingPathComponent("quirks.conf")
        try Data("[device \"*\"]\nalais = X\nalias = Known\n".utf8).write(to: file)
        let world = try Configured("", arguments: ["--quirks", file.path])
        #expect(try world.list() == ["Known"])
        #expect(world.server.log.contains { $0.contains("error") && $0.contains("\(file.path):2") })
    }

    /// Runs the program itself.
    private func run(_ arguments: [String]) throws -> Program.Output {
        try Program.run([BuiltProducts.server] + arguments, environment: ["PATH": "/usr/bin:/bin", "HOME": "/root"])
    }

    @Test("the configuration is shown as a file that means the same")
    func shown() throws {
        let folder = try BuiltProducts.freshFolder()
        defer { try? FileManager.default.removeItem(at: folder) }  // Litter among the build's products at worst.
        let first = try run(["config", "--config=", "--port", "99"])
        #expect(first.ending.succeeded)
        #expect(first.text.contains("\nport = 99\n"))
        let file = folder.appendingPathComponent("a.conf")
        try Data(first.bytes).write(to: file)
        let second = try run(["config", "--config", file.path])
        func values(_ text: String) -> [Substring] { text.split(separator: "\n").filter { !$0.hasPrefix("# ") } }
        #expect(values(second.text) == values(first.text))
        let check = try run(["config", "--check", file.path])
        #expect(check.ending.succeeded)
        #expect(check.text == "\(file.path): no mistakes\n")
    }

    @Test("what is no configuration file is refused in a sentence", arguments: ["folder", "missing", "huge", "latin1"])
    func noFile(_ kind: String) throws {
        let folder = try BuiltProducts.freshFolder()
        defer { try? FileManager.default.removeItem(at: folder) }  // Litter among the build's products at worst.
        let file = folder.appendingPathComponent(kind)
        var said = "\(file.path): "
        switch kind {
        case "folder":
            try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
            said += "It is a folder, not a file."
        case "huge":
            try Data(repeating: UInt8(ascii: "#"), count: 2 << 20).write(to: file)
            said += "It is larger than 256 KB; no configuration is."
        case "latin1":
            try Data([UInt8(ascii: "#"), 0xFC]).write(to: file)
            said = "\(file.path):1: is not UTF-8 text. Save the file in that encoding."
        default: said += "There is no such file."
        }
        let check = try run(["config", "--check", file.path])
        #expect(check.ending.exitCode == 78)
        #expect(check.errors == said + "\n")
        let serve = try run(["--config", file.path])
        #expect(serve.ending.exitCode == 78)
        #expect(serve.errors == "sane-bridge: \(said)\n")
    }
}
