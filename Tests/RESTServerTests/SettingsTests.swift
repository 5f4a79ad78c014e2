import Testing

@testable import RESTServer

@Suite("settings")
struct SettingsTests {
    /// The settings after those flags.
    private func settings(_ flags: [String]) throws -> Settings {
        guard case .serve(let configuration) = try Invocation.parse(flags, environment: [:]) else {
            throw UsageError("not served")
        }
        return configuration.settings
    }

    private func message(_ flags: [String]) -> String? {
        do {
            _ = try Invocation.parse(flags, environment: [:])
            return nil
        } catch {
            return error.message
        }
    }

    @Test("nothing said means the house's values")
    func defaults() throws {
        let settings = try settings([])
        #expect(settings == Settings())
        #expect(settings.listen == "127.0.0.1")
        #expect(settings.port == 18622)
        #expect(settings.logLevel == .info)
        #expect(settings.jpegQuality == 90)
        #expect(settings.spoolLimit == 2 * 1_024 * 1_024 * 1_024)
        #expect(settings.pageLifetime == .seconds(36_000))
        #expect(!settings.virtualScanner)
    }

    @Test("a value may follow its flag or stand behind an equals sign, and the last one counts")
    func flagForms() throws {
        let settings = try settings([
            "--port", "1", "--port=0", "--listen", "::", "--virtual-scanner", "--jpeg-quality=75",
            "--stream-after", "0.5", "--spool-limit", "64M", "--page-lifetime=10h", "--deadline-open", "90s",
            "--public-url=HTTPS://scans.example:8443/dwt//", "--trusted-proxies", "127.0.0.1, 10.0.0.0/8,fe80::/10",
            "--host-names", "a.example, B.lan", "--log-level=DEBUG", "--scanner-user=a=b", "--worker=",
        ])
        #expect(settings.port == 0)
        #expect(settings.listen == "::")
        #expect(settings.virtualScanner)
        #expect(settings.jpegQuality == 75)
        #expect(settings.streamAfter == .milliseconds(500))
        #expect(settings.spoolLimit == 64 << 20)
        #expect(settings.pageLifetime == .seconds(36_000))
        #expect(settings.deadlineOpen == .seconds(90))
        #expect(settings.hostNames == ["a.example", "B.lan"])
        #expect(settings.publicURL == "https://scans.example:8443/dwt")
        #expect(settings.trustedProxies == ["127.0.0.1", "10.0.0.0/8", "fe80::/10"])
        #expect(settings.logLevel == .debug)
        #expect(settings.scannerUser == "a=b")
        #expect(settings.worker.isEmpty)
    }

    @Test(
        "a flag takes yes and no behind an equals sign only",
        arguments: [
            (["--virtual-scanner"], true), (["--virtual-scanner=yes"], true), (["--virtual-scanner=no"], false),
            (["--virtual-scanner", "--virtual-scanner=off"], false), (["--virtual-scanner", "serve"], true),
        ]
    )
    func flags(_ row: (flags: [String], value: Bool)) throws {
        #expect(try settings(row.flags).virtualScanner == row.value)
    }

    @Test(
        "an error names the flag, the value and what would be legal",
        arguments: [
            (["--port", "abc"], #"--port must be a whole number from 0 to 65535, not "abc"."#),
            (["--port=70000"], #"--port must be a whole number from 0 to 65535, not "70000"."#),
            (["--port"], "--port needs a value: it must be a whole number from 0 to 65535."),
            (["--jpeg-quality=0"], #"--jpeg-quality must be a whole number from 1 to 100, not "0"."#),
            (["--log-level=loud"], #"--log-level must be one of error, warning, info, debug, not "loud"."#),
            (["--virtual-scanner=maybe"], #"--virtual-scanner must be yes or no, not "maybe"."#),
            (["--spool-folder=/tmp/x"], #"--spool-folder must be an absolute path outside /tmp, not "/tmp/x"."#),
            (["--state-folder", "x"], #"--state-folder must be an absolute path, not "x"."#),
            (["--prot", "1"], "There is no flag --prot: did you mean --port?"),
            (["--jpg-quality=5"], "There is no flag --jpg-quality: did you mean --jpeg-quality?"),
            (["--colour-of-the-case", "red"], "There is no flag --colour-of-the-case. Try: sane-bridge help"),
            (["-p", "1"], "-p is not understood. Flags are written out, as in --port 18622."),
            (["--"], "-- is not understood. Flags are written out, as in --port 18622."),
            (["scaners"], "There is no command scaners: did you mean scanners?"),
            (["reticulate"], "There is no command reticulate. Try: sane-bridge help"),
            (["serve", "scanners"], "One command at a time: scanners is one too many. Try: sane-bridge help"),
            (["serve", "--json"], "--json goes with the command scanners only."),
            (["serve", "--check"], "--check goes with the command config only."),
            (["--config"], "--config needs a value: it must be the path of a file."),
            (["--confg", "a"], "There is no flag --confg: did you mean --config?"),
        ]
    )
    func errors(_ row: (flags: [String], message: String)) {
        #expect(message(row.flags) == row.message)
    }

    @Test(
        "what is not legal is refused",
        arguments: [
            "--listen=localhost", "--listen=", "--listen=1.2.3", "--stream-after=-1", "--stream-after=inf",
            "--stream-after=nan", "--stream-after=0x1", "--stream-after=", "--stream-after=s", "--stream-after=1e9h",
            "--stream-after=99999999999", "--spool-limit=0", "--spool-limit=-1M", "--spool-limit=5T",
            "--spool-limit=9999999999999G", "--spool-limit=M", "--port= 1", "--port=1.0", "--host-names=a b",
            "--host-names=http://x", "--spool-folder=/dev/shm", "--worker=relative", "--public-url=scans.example",
            "--public-url=ftp://scans.example", "--public-url=http://", "--public-url=http://a b",
            "--public-url=http://a/?b", "--public-url=http://me@a", "--trusted-proxies=proxy.lan",
            "--trusted-proxies=10.0.0.0/33", "--trusted-proxies=10.0.0.1 10.0.0.2", "--process-memory=0",
        ]
    )
    func illegal(_ flag: String) {
        #expect(message([flag]) != nil)
    }

    @Test("a password is not repeated in an error")
    func secret() {
        #expect(SettingsTable.row("scanner-password")?.isSecret == true)
    }

    @Test(
        "folders come from systemd, then from the XDG variables, then from the home folder",
        arguments: [
            (
                ["STATE_DIRECTORY": "/var/lib/a:/b", "CACHE_DIRECTORY": "/var/cache/a", "HOME": "/h"], "/var/lib/a",
                "/var/cache/a"
            ),
            (
                ["XDG_STATE_HOME": "/s/", "XDG_CACHE_HOME": "/c", "HOME": "/h"], "/s/sane-bridge", "/c/sane-bridge"
            ),
            (
                ["XDG_STATE_HOME": "s", "XDG_CACHE_HOME": "", "HOME": "/h"], "/h/.local/state/sane-bridge",
                "/h/.cache/sane-bridge"
            ),
            ([:], "/var/lib/sane-bridge", "/var/cache/sane-bridge"),
            (["HOME": ""], "/var/lib/sane-bridge", "/var/cache/sane-bridge"),
        ] as [([String: String], String, String)]
    )
    func folders(_ row: (environment: [String: String], state: String, spool: String)) {
        let settings = Settings(environment: row.environment)
        #expect(settings.stateFolder == row.state)
        #expect(settings.spoolFolder == row.spool)
    }

    @Test("the worker is looked for beside the program, then in its own folder, never by PATH")
    func worker() throws {
        #expect(
            Settings().workerCandidates(executable: "/opt/x/sane-bridge")
                == ["/opt/x/sane-bridge-worker", "/usr/libexec/sane-bridge/sane-bridge-worker"]
        )
        let set = try settings(["--worker", "/w"])
        #expect(set.workerCandidates(executable: "/opt/x/sane-bridge") == ["/w"])
    }

    @Test("every default is legal when it is written out", arguments: SettingsTable.rows.map(\.key))
    func defaultsAreLegal(_ key: String) throws {
        let row = try #require(SettingsTable.row(key))
        var settings = Settings()
        let text = row.show(settings)
        #expect(row.set(&settings, text))
        #expect(settings == Settings())
        #expect(row.sentence.hasSuffix("."))
    }

    @Test("no setting is in the table twice")
    func uniqueKeys() {
        let keys = SettingsTable.rows.map(\.key)
        #expect(Set(keys).count == keys.count)
        #expect(Mirror(reflecting: Settings()).children.count == keys.count)
    }

    @Test(
        "times and sizes are shown in their largest whole unit",
        arguments: [
            ("page-lifetime", "36000", "10h"), ("page-lifetime", "90", "90s"), ("page-lifetime", "120", "2m"),
            ("page-lifetime", "0.5", "0.5s"), ("page-lifetime", "0", "0"), ("page-lifetime", "1.5", "1.5s"),
            ("spool-limit", "1048576", "1M"),
            ("spool-limit", "1000", "1000"), ("spool-limit", "3G", "3G"),
        ]
    )
    func shown(_ row: (key: String, written: String, shown: String)) throws {
        let setting = try #require(SettingsTable.row(row.key))
        var settings = Settings()
        #expect(setting.set(&settings, row.written))
        #expect(setting.show(settings) == row.shown)
    }

    @Test(
        "commands are understood",
        arguments: [
            ([], .serve(Configuration())), (["serve"], .serve(Configuration())), (["version"], .version),
            (["--version"], .version), (["help"], .help), (["scanners", "-h"], .help), (["--help"], .help),
            (["scanners"], .scanners(Configuration(), json: false)),
            (["--json", "scanners"], .scanners(Configuration(), json: true)),
            (["config"], .showConfiguration(Configuration())), (["config", "--check"], .checkConfiguration(nil)),
            (["config", "--check", "a.conf"], .checkConfiguration("a.conf")),
            (["--check=a.conf", "config"], .checkConfiguration("a.conf")),
            (["config", "--config", "a.conf", "--check"], .checkConfiguration("a.conf")),
        ] as [([String], Invocation)]
    )
    func commands(_ row: (arguments: [String], invocation: Invocation)) throws {
        #expect(try Invocation.parse(row.arguments, environment: [:]) == row.invocation)
    }

    @Test("the help names every command and setting, fits the terminal and hides nothing")
    func help() {
        let text = HelpText.text(environment: ["HOME": "/home/somebody"])
        for row in SettingsTable.rows {
            #expect(text.contains("--\(row.key)"))
        }
        for command in Invocation.commands {
            #expect(text.contains("  \(command.name)"))
        }
        for line in text.split(separator: "\n") {
            #expect(line.count <= 100, "\(line)")
            #expect(line.last != " ")
        }
        #expect(text.contains("[/home/somebody/.cache/sane-bridge]"))
    }
}
