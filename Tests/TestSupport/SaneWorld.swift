import Foundation

/// A scratch world of scanners: its own SANE configuration, drivers and temporary folder, gone when the value is.
///
/// Holds libsane's test driver (`test:0` …) and the misbehaving one (`faulty:…`, see Tests/Backends/Faulty), and nothing
/// of the machine's.
package final class SaneWorld: Sendable {
    package let folder: URL

    /// `test` are settings of the test driver by their names in test.conf, put before its own defaults.
    package init(test: [String: String] = [:], devices: Int = 1, backends: [String] = ["test", "faulty"]) throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("sane-world-\(UUID().uuidString)")
        for part in ["conf", "lib", "tmp", "home"] {
            try FileManager.default.createDirectory(
                at: folder.appendingPathComponent(part),
                withIntermediateDirectories: true
            )
        }
        try FileManager.default.createSymbolicLink(
            atPath: folder.appendingPathComponent("lib/libsane-faulty.so.1").path,
            withDestinationPath: BuiltProducts.faultyBackend
        )
        try write(backends.joined(separator: "\n") + "\n", to: "conf/dll.conf")
        try configureTest(test, devices: devices)
    }

    deinit {
        // Nothing depends on it: a folder that stays is only litter.
        try? FileManager.default.removeItem(at: folder)
    }

    /// Replaces the settings of the test driver; a process that starts afterwards has them.
    package func configureTest(_ settings: [String: String], devices: Int = 1) throws {
        let lines =
            ["number_of_devices \(devices)"]
            + SaneWorld.testDefaults.merging(settings) { $1 }.map { "\($0.key) \($0.value)" }.sorted()
        try write(lines.joined(separator: "\n") + "\n", to: "conf/test.conf")
    }

    /// Replaces faulty.conf, at one stroke, as a scanner comes or goes between two listings.
    package func configureFaulty(_ lines: [String]) throws {
        try write(lines.joined(separator: "\n") + "\n", to: "conf/faulty.conf")
    }

    /// The misbehaving driver's call log, without the times: "open page", "start", "read 2 times, 300 bytes: 5" …
    package func callLog() -> [String] {
        // No log yet means no calls yet.
        let text = (try? String(contentsOf: logFile, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").map { line in
            String(line.drop { $0 != " " }.dropFirst())
        }
    }

    /// All that a worker, or scanimage, needs to live in this world.
    package var environment: [String: String] {
        [
            "PATH": "/usr/bin:/bin",
            "HOME": folder.appendingPathComponent("home").path,
            "TMPDIR": folder.appendingPathComponent("tmp").path,
            "LANG": "C.UTF-8",
            "SANE_CONFIG_DIR": folder.appendingPathComponent("conf").path,
            "LD_LIBRARY_PATH": SaneWorld.libraryPath(folder.appendingPathComponent("lib").path),
            "SANE_FAULTY_LOG": logFile.path,
            "SWIFT_BACKTRACE": "enable=no",
            // libsane's test driver cancels its reading thread wherever that is; in the middle of binding a symbol it would
            // leave the dynamic linker locked for ever, about once in a thousand cancels.
            "LD_BIND_NOW": "1",
        ]
    }

    private var logFile: URL { folder.appendingPathComponent("calls.log") }

    private static func libraryPath(_ own: String) -> String {
        // The tests' own path may hold the Swift runtime.
        let inherited = ProcessInfo.processInfo.environment["LD_LIBRARY_PATH"].map { ":\($0)" } ?? ""
        return own + inherited
    }

    private func write(_ text: String, to name: String) throws {
        try Data(text.utf8).write(to: folder.appendingPathComponent(name), options: .atomic)
    }

    /// 75 dpi, 100 × 100 mm, a picture with content.
    private static let testDefaults = [
        "resolution": "75.0",
        "br_x": "100.0",
        "br_y": "100.0",
        "test-picture": "\"Color pattern\"",
    ]
}
