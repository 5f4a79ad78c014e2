import Scanning
import Testing

@testable import RESTServer

@Suite("a configuration file")
struct ConfigurationTests {
    /// Reads a file of that text, with flags above it and quirks below.
    private func configuration(
        _ text: String,
        flags: [String] = [],
        quirks: String? = nil
    ) throws -> Configuration {
        try configuration(Array(text.utf8), flags: flags, quirks: quirks)
    }

    private func configuration(_ bytes: [UInt8], flags: [String] = [], quirks: String? = nil) throws -> Configuration {
        let files = ConfigurationFiles(executable: "/opt/bin/sane-bridge") { path in
            switch path {
            case "a.conf": .init(bytes)
            case "/usr/share/sane-bridge/quirks.conf": quirks.map { .init(Array($0.utf8)) }
            default: nil
            }
        }
        let words = ["serve", "--config", "a.conf"] + flags
        guard case .serve(let found) = try Invocation.parse(words, environment: [:], files: files) else {
            throw UsageError("not served")
        }
        return found
    }

    private func problems(_ text: String) -> [String] {
        ConfigurationFile(Array(text.utf8), path: "a.conf").problems.map(\.text)
    }

    /// What holds for a scanner of that name.
    private func settings(_ configuration: Configuration, _ device: String) -> DeviceSettings {
        let description = ScannerDescription(deviceName: device, vendor: "V", model: "M", type: "")
        return configuration.rules.settings(for: KnownScanner(id: "i", label: "V M", description: description))
    }

    @Test("sets what it says and leaves the rest, and flags are stronger")
    func order() throws {
        let found = try configuration(
            """
            # a comment
            ; another

            port = 1000
              jpeg-quality=75\t
            scanner-user = " a = b # c "
            log-level =DEBUG
            """,
            flags: ["--port", "2000"]
        )
        #expect(found.settings.port == 2_000)
        #expect(found.settings.jpegQuality == 75)
        #expect(found.settings.scannerUser == " a = b # c ")
        #expect(found.settings.logLevel == .debug)
        #expect(found.settings.listen == "127.0.0.1")
        #expect(found.origins["port"] == .flag)
        #expect(found.origins["jpeg-quality"] == .file(Place(file: "a.conf", line: 5)))
        #expect(found.origins["listen"] == nil)
        #expect(found.origins(in: "127.0.0.1 port 2000 is in use; 75") == " (--port) (jpeg-quality in a.conf:5)")
    }

    @Test(
        "is read whatever its lines end with, and with a mark in front",
        arguments: ["port = 7\njob-limit = 8\n", "port = 7\r\njob-limit = 8\r\n", "port = 7\rjob-limit = 8"]
    )
    func lineEnds(_ text: String) throws {
        for mark in ["", "\u{FEFF}"] {
            let found = try configuration(mark + text)
            #expect(found.settings.port == 7)
            #expect(found.settings.jobLimit == 8)
            #expect(found.origins["job-limit"] == .file(Place(file: "a.conf", line: 2)))
        }
    }

    @Test(
        "says what is wrong, where, and what would be right",
        arguments: [
            ("\nprot = 1", "a.conf:2: There is no setting prot: did you mean port?"),
            ("sleep = 1", "a.conf:1: There is no setting sleep. The command sane-bridge config shows all there are."),
            ("port = abc", #"a.conf:1: port must be a whole number from 0 to 65535, not "abc"."#),
            (
                "port = 80 # web",
                #"a.conf:1: port must be a whole number from 0 to 65535, not "80 # web". "#
                    + "A comment needs a line of its own."
            ),
            ("port = 1\n\nport = 1", "a.conf:3: port is said twice, in line 1 and in line 3. Remove one of them."),
            ("port 80", #"a.conf:1: "port 80" is not understood. Write it as key = value, or begin a comment with #."#),
            ("= 80", "a.conf:1: The key in front of = is missing."),
            ("[service]", #"a.conf:1: "[service]" is not understood. Write a section as [device "PATTERN"]."#),
            ("[device]", #"a.conf:1: "[device]" is not understood. Write a section as [device "PATTERN"]."#),
            ("[device \"\"]", #"a.conf:1: "[device ""]" is not understood. Write a section as [device "PATTERN"]."#),
            ("[device \"x\"", #"a.conf:1: "[device "x"" is not understood. Write a section as [device "PATTERN"]."#),
            (
                "alias = A",
                "a.conf:1: alias is said of single scanners: write it below a section such as [device \"PATTERN\"]."
            ),
            (
                "[device \"x\"]\nport = 1",
                "a.conf:2: port is a setting of the service: write it above the first section."
            ),
            (
                "[device \"x\"]\nrotate-back = yes",
                "a.conf:2: There is no setting rotate-back: did you mean rotate-backs?"
            ),
            ("[device \"x\"]\nignore = maybe", #"a.conf:2: ignore must be yes or no, not "maybe"."#),
            (
                "[device \"x\"]\ndefault-area = a9",
                "a.conf:2: default-area must be whole, a paper size (a3, a4, a5, a6, letter, legal), or millimetres as in "
                    + #"210x297 or, with left and top, 210x297+5+10, not "a9"."#
            ),
            (
                "[device \"x\"]\nuser = a\nuser = b",
                "a.conf:3: user is said twice, in line 2 and in line 3. Remove one of them."
            ),
            (
                "[device \"x\"]\npassword =",
                "a.conf:2: password must be a text that is not empty, without tabs, not what was given."
            ),
            (
                "[device \"x\"]\noption source = ADF",
                "a.conf:2: Every job decides source itself. What has a say in it: flatbed, feeder, feeder-duplex and "
                    + "default-source."
            ),
            ("[device \"x\"]\noption = ADF", "a.conf:2: Which option? Write it as option NAME = VALUE."),
            ("[device \"x\"]\noption lamp =", "a.conf:2: option lamp needs a value."),
        ]
    )
    func mistakes(_ row: (text: String, message: String)) {
        #expect(problems(row.text) == [row.message])
    }

    @Test("every mistake is told at once, and none of the file is used")
    func allMistakes() {
        #expect(problems("port = x\nprot = 1\n[device \"x\"]\nalias =\n").count == 3)
        #expect(throws: UsageError("a.conf:1: The key in front of = is missing.", exitCode: 78)) {
            try configuration("= 1\nport = 80")
        }
    }

    @Test(
        "that is no text is refused with the line",
        arguments: [[0x61, 0x0A, 0xE4, 0x3D], [0x61, 0x0A, 0x00, 0x3D]]
    )
    func encoding(_ bytes: [UInt8]) {
        let file = ConfigurationFile(bytes, path: "a.conf")
        #expect(file.problems.map(\.text) == ["a.conf:2: is not UTF-8 text. Save the file in that encoding."])
    }

    @Test("that is missing is an error when it was named, and none when not")
    func missing() throws {
        #expect(throws: UsageError("b.conf: There is no such file.", exitCode: 78)) {
            try Invocation.parse(["--config", "b.conf"], environment: [:])
        }
        #expect(try Invocation.parse(["--config="], environment: [:]) == .serve(Configuration()))
        #expect(try Invocation.parse(["--config", "b.conf", "version"], environment: [:]) == .version)
    }

    @Test("sections speak of the scanners they match, the last word counting, above the known quirks")
    func sections() throws {
        let found = try configuration(
            """
            [device "epson2:*"]
            rotate-backs = yes
            alias = Office
            feeder-duplex = ADF Duplex

            [ Device  office ]
            alias = Cellar
            default-area = A5
            option lamp-switch = yes

            [device "*"]
            option batch scan = no
            """,
            quirks: "[device \"EPSON2:*\"]\nrotate-backs = no\ncolour = Color\n"
        )
        let settings = settings(found, "epson2:net:1.2.3.4")
        #expect(settings.rotateBacks == true)
        #expect(settings.alias == "Cellar")
        #expect(settings.colour == "Color")
        #expect(settings.feederDuplex == "ADF Duplex")
        #expect(settings.defaultArea == .page(width: .millimetres(148), height: .millimetres(210)))
        #expect(settings.options.map(\.name) == ["lamp-switch", "batch scan"])
        #expect(self.settings(found, "test:0").alias == nil)
    }

    @Test("mistakes in the known quirks stop nothing")
    func brokenQuirks() throws {
        let found = try configuration("", quirks: "[device \"x\"]\nrotate = yes\ncolour = Color\n")
        #expect(
            found.concerns == [
                "known quirks: /usr/share/sane-bridge/quirks.conf:2: There is no setting rotate. "
                    + "The command sane-bridge config shows all there are."
            ]
        )
        #expect(settings(found, "x").colour == "Color")
        let named = try configuration("quirks = /none.conf")
        #expect(named.concerns == ["known quirks: /none.conf: There is no such file."])
    }

    @Test("quirks are looked for beside the program, in its sources, then where packages put them")
    func quirksPlaces() {
        #expect(
            Settings().quirksCandidates(executable: "/home/x/src/.build/release/sane-bridge") == [
                "/home/x/src/.build/release/quirks.conf", "/home/x/src/.build/release/../share/sane-bridge/quirks.conf",
                "/home/x/src/packaging/quirks.conf", "/usr/share/sane-bridge/quirks.conf",
            ]
        )
    }

    @Test("with a password that everybody can read is warned of")
    func publicPassword() throws {
        for text in ["scanner-password = x", "[device \"a\"]\npassword = x", "port = 1"] {
            let files = ConfigurationFiles { _ in .init(Array(text.utf8), isPublic: true) }
            let found = try Configuration(path: "a.conf", flags: [], environment: [:], files: files)
            #expect(found.warnings.isEmpty == text.hasPrefix("port"))
        }
    }

    @Test("that is printed means what holds, and shows no password")
    func printed() throws {
        let found = try configuration(
            """
            port = 99
            spool-limit = 64M
            scanner-user = " x "
            scanner-password = geheim
            [device "test:*"]
            alias = "A "
            password = geheim
            option swskip = 5
            """,
            flags: ["--jpeg-quality=50"],
            quirks: "[device \"x\"]\ncolour = Color\n"
        )
        let text = ConfigurationText.text(of: found, environment: [:])
        #expect(!text.contains("geheim"))
        #expect(text.contains("\nport = 99\n"))
        #expect(text.contains("# Set in a.conf:1.\n"))
        #expect(text.contains("#[device \"x\"]\n#colour = Color\n"))
        for row in SettingsTable.rows { #expect(text.contains("\(row.key) =")) }
        for row in DeviceTable.rows { #expect(text.contains("\n#\(row.key) = ")) }
        for line in text.split(separator: "\n") { #expect(line.count <= 120, "\(line)") }
        let again = try configuration(text)
        var same = found.settings
        same.scannerPassword = ""
        #expect(again.settings == same)
        var rule = found.rules.rules[1]
        rule.settings.password = nil
        #expect(again.rules.rules == [rule])
    }

    @Test("every line that is commented out is legal when it is not", arguments: SettingsTable.rows.map(\.key))
    func uncommented(_ key: String) throws {
        let text = ConfigurationText.text(of: Configuration(), environment: [:])
        let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("#\(key) =") })
        #expect(problems(String(line.dropFirst())) == [])
    }

    @Test(
        "values about scanners are shown as they are written",
        arguments: [
            ("default-area", "a4", "210x297"), ("default-area", "WHOLE", "whole"),
            ("default-area", "100x50.5+5+0", "100x50.5+5+0"), ("flatbed-size", "Letter", "215.9x279.4"),
            ("default-source", "Feeder", "feeder"), ("default-mode", "gray", "gray"), ("ignore", "on", "yes"),
            ("default-resolution", "300", "300"), ("default-resolution", "62.5", "62.5"),
            ("flatbed", "Normal", "Normal"),
        ]
    )
    func deviceValues(_ row: (key: String, written: String, shown: String)) throws {
        let setting = try #require(DeviceTable.row(row.key))
        var settings = DeviceSettings()
        #expect(setting.show(settings) == "")
        #expect(setting.set(&settings, row.written))
        #expect(setting.show(settings) == row.shown)
        // What a later section says is not lost on the way.
        var earlier = DeviceSettings()
        earlier.take(settings)
        #expect(setting.show(earlier) == row.shown)
    }

    @Test(
        "values about scanners that mean nothing are refused",
        arguments: [
            "default-area=210", "default-area=0x10", "default-area=210x297+5", "default-area=1x1+1+1+1",
            "default-area=-1x5", "default-area=99999x1", "default-resolution=0", "default-resolution=inf",
            "default-resolution=1e3", "default-source=glass", "flatbed= ", "alias=a\u{7}b", "flatbed-size=whole",
        ]
    )
    func illegalDeviceValues(_ text: String) throws {
        let parts = text.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
        var settings = DeviceSettings()
        #expect(try #require(DeviceTable.row(parts[0])).set(&settings, parts[1]) == false)
    }

    @Test("every key about scanners has a member of its own")
    func deviceKeys() {
        #expect(Set(DeviceTable.rows.map(\.key)).count == DeviceTable.rows.count)
        // The last member holds the driver's options.
        #expect(Mirror(reflecting: DeviceSettings()).children.count == DeviceTable.rows.count + 1)
        for row in DeviceTable.rows { #expect(row.sentence.hasSuffix(".")) }
    }
}
