import Foundation
import TestSupport
import Testing

/// What the package promises about the service, read from its files.
@Suite("The package")
struct PackagingTests {
    @Test(
        "the unit runs the service unprivileged, with its own folders, and starts it again (BR-048)",
        arguments: [
            ("ExecStart", "/usr/bin/sane-bridge serve"),
            ("User", "sane-bridge"),
            ("SupplementaryGroups", "scanner lp"),
            ("WorkingDirectory", "/"),
            ("StateDirectory", "sane-bridge"),
            ("CacheDirectory", "sane-bridge"),
            ("CacheDirectoryMode", "0700"),
            ("Restart", "on-failure"),
            ("Environment", "SWIFT_BACKTRACE=enable=no"),
            ("NoNewPrivileges", "yes"),
            ("CapabilityBoundingSet", ""),
            ("ProtectSystem", "strict"),
            // The service tells its workers, and one that takes all memory is no reason to end the others.
            ("KillMode", "mixed"),
            ("OOMPolicy", "continue"),
            ("WantedBy", "multi-user.target"),
        ]
    )
    func unit(key: String, value: String) throws {
        #expect(try unit()[key] == [value])
    }

    @Test("nothing in the unit closes the way to USB, SCSI or network scanners (BR-048)")
    func devices() throws {
        let unit = try unit()
        // Each of these takes /dev/bus/usb away: systemd.exec(5) and systemd.resource-control(5).
        for key in ["PrivateDevices", "DevicePolicy", "DeviceAllow", "ProtectClock", "PrivateNetwork", "PrivateUsers"] {
            #expect(unit[key] == nil, "\(key)")
        }
        // Netlink tells libusb what is plugged in.
        #expect(unit["RestrictAddressFamilies"] == ["AF_UNIX AF_INET AF_INET6 AF_NETLINK"])
    }

    @Test("the unit gives workers more time to park their scanners than the service does")
    func stopTime() throws {
        let limit = try #require(try unit()["TimeoutStopSec"]?.first.flatMap { Int($0) })
        let settings = try SourceTree.text(of: "Sources/RESTServer/Service/Settings/Settings.swift")
        let grace = try #require(settings.firstMatch(of: #/cancelGrace = Duration\.seconds\((\d+)\)/#)).1
        #expect(limit > Int(grace) ?? .max)
    }

    @Test("the unit has no mistake that systemd knows of", .enabled(if: isInstalled("systemd-analyze")))
    func verified() throws {
        let folder = try BuiltProducts.freshFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let copy = folder.appendingPathComponent("sane-bridge.service")
        // It wants to see the program.
        let text = try SourceTree.text(of: "packaging/sane-bridge.service")
            .replacing("ExecStart=/usr/bin/sane-bridge", with: "ExecStart=\(BuiltProducts.server)")
        try Data(text.utf8).write(to: copy)
        let output = try Program.run(["systemd-analyze", "verify", "--man=no", copy.path])
        let complaints = output.errors.split(separator: "\n").filter { $0.contains("sane-bridge.service") }
        #expect(complaints == [])
    }

    @Test("the user of the unit is the one that the package makes, in the unit's groups")
    func user() throws {
        let script = try SourceTree.text(of: "packaging/debian/postinst")
        #expect(script.contains("--ingroup sane-bridge"))
        #expect(script.contains("for group in scanner lp; do"))
    }

    @Test("the rule only marks what libsane's and systemd's own rules then give to people")
    func rule() throws {
        let lines = try SourceTree.text(of: "packaging/sane-bridge.udev").split(separator: "\n")
            .filter { !$0.hasPrefix("#") }
        #expect(!lines.isEmpty)
        for line in lines {
            for key in ["GROUP", "MODE", "OWNER", "RUN", "TAG"] {
                #expect(!line.contains(key), "\(line)")
            }
        }
        // Behind libsane's list (60), before the rules that act on the mark (70-uaccess, 99-libsane1).
        #expect(try SourceTree.text(of: "packaging/build-deb").contains("/rules.d/65-sane-bridge.rules"))
    }

    @Test("the package has what the programs look for, where they look for it")
    func files() throws {
        let script = try SourceTree.text(of: "packaging/build-deb")
        let settings = try SourceTree.text(of: "Sources/RESTServer/Service/Settings/Settings.swift")
        let files = try SourceTree.text(of: "Sources/RESTServer/Service/Configuration/ConfigurationFiles.swift")
        for (folder, name) in [
            ("/usr/libexec/sane-bridge/", "sane-bridge-worker"), ("/usr/share/sane-bridge/", "quirks.conf"),
        ] {
            #expect(settings.contains("\"\(folder)\""))
            #expect(script.contains(folder + name))
        }
        #expect(files.contains("\"/etc/sane-bridge/sane-bridge.conf\""))
        #expect(script.contains("echo /etc/sane-bridge/sane-bridge.conf >\"$root/DEBIAN/conffiles\""))
    }

    @Test("the version is the program's, and sorts before its release", .enabled(if: isInstalled("dpkg")))
    func version() throws {
        let text = try SourceTree.text(of: "Sources/SaneBridge/Protocol/Build.swift")
        let version = String(try #require(text.firstMatch(of: #/version = "(.*)"/#)).1)
        guard SourceTree.exists(".git") else { return }  // A tree without history has no commit to name.
        let output = try Program.run([SourceTree.root.appendingPathComponent("packaging/version").path, "13"])
        let package = output.text.trimmingCharacters(in: .whitespacesAndNewlines)
        #expect(package.hasPrefix(version), "\(output.errors)")
        #expect(package.hasSuffix("-1+deb13"))
        let older = try Program.run(["dpkg", "--compare-versions", package, "lt", "\(version)-1+deb14"])
        #expect(older.ending.succeeded || package.contains("+git"))
    }

    @Test("what the programs link has a package each", .enabled(if: isInstalled("readelf")))
    func dependencies() throws {
        let script = SourceTree.root.appendingPathComponent("packaging/depends").path
        let shipped = ["sane-bridge", "sane-bridge-worker"].map {
            SourceTree.root.appendingPathComponent(".build/release/\($0)").path
        }
        guard shipped.allSatisfy(FileManager.default.isExecutableFile) else { return }  // Made by `make build`.
        let output = try Program.run([script, "trixie"] + shipped)
        #expect(output.ending.succeeded, "\(output.errors)")
        let packages = output.text.split(separator: ",").map { $0.drop { $0 == " " }.prefix { $0 != " " } }
        #expect(
            packages.sorted() == [
                "libc6", "libgcc-s1", "libjpeg62-turbo", "libmicrohttpd12t64", "libpng16-16t64", "libsane1",
                "libstdc++6", "zlib1g",
            ]
        )
    }

    /// The unit's keys, each with its values in order.
    private func unit() throws -> [String: [String]] {
        var values: [String: [String]] = [:]
        for line in try SourceTree.text(of: "packaging/sane-bridge.service").split(separator: "\n") {
            guard !line.hasPrefix("#"), let sign = line.firstIndex(of: "=") else { continue }
            values[String(line[..<sign]), default: []].append(String(line[line.index(after: sign)...]))
        }
        return values
    }
}

/// Whether a program of that name is in one of the system's folders.
private func isInstalled(_ name: String) -> Bool {
    ["/usr/bin", "/bin"].contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(name)") }
}
