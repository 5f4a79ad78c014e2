import Foundation

/// A scratch world of scanners: its own SANE configuration, drivers and temporary folder, gone when the value is.
///
/// Holds libsane's test driver (`test:0` …) and virtual devices (`virtual:…`, see docs/virtual-devices.md), and nothing of
/// the machine's.
package final class SaneWorld: Sendable {
    package let folder: URL

    /// `test` are settings of the test driver by their names in test.conf, put before its own defaults.
    package init(test: [String: String] = [:], devices: Int = 1, backends: [String] = ["test", "virtual"]) throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("sane-world-\(UUID().uuidString)")
        for part in ["conf", "lib", "tmp", "home"] {
            try FileManager.default.createDirectory(
                at: folder.appendingPathComponent(part),
                withIntermediateDirectories: true
            )
        }
        try FileManager.default.createSymbolicLink(
            atPath: folder.appendingPathComponent("lib/libsane-virtual.so.1").path,
            withDestinationPath: BuiltProducts.virtualBackend()
        )
        try FileManager.default.createSymbolicLink(
            atPath: folder.appendingPathComponent("conf/devices").path,
            withDestinationPath: BuiltProducts.devices
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

    /// All that a worker, or scanimage, needs to live in this world.
    package var environment: [String: String] {
        [
            "PATH": "/usr/bin:/bin",
            "HOME": folder.appendingPathComponent("home").path,
            "TMPDIR": folder.appendingPathComponent("tmp").path,
            "LANG": "C.UTF-8",
            "SANE_CONFIG_DIR": folder.appendingPathComponent("conf").path,
            "LD_LIBRARY_PATH": SaneWorld.libraryPath(folder.appendingPathComponent("lib").path),
            "SANE_VIRTUAL_LOG": callLogFile.path,
            "SWIFT_BACKTRACE": "enable=no",
            // libsane's test driver cancels its reading thread wherever that is; in the middle of binding a symbol it would
            // leave the dynamic linker locked for ever, about once in a thousand cancels.
            "LD_BIND_NOW": "1",
        ]
    }

    /// What virtual devices were asked.
    var callLogFile: URL { folder.appendingPathComponent("calls.log") }

    private static func libraryPath(_ own: String) -> String {
        // The tests' own path may hold the Swift runtime.
        let inherited = ProcessInfo.processInfo.environment["LD_LIBRARY_PATH"].map { ":\($0)" } ?? ""
        return own + inherited
    }

    /// Writes a file of the world, at one stroke.
    func write(_ text: String, to name: String) throws {
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
