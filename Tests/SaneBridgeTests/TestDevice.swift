import Foundation
import SaneBridge
import Scanning
import TestSupport

/// libsane with its test driver and the virtual devices, initialised once for all tests of this process.
enum TestDevice {
    private static let world: Result<(SaneWorld, SaneLibrary), any Error> = Result {
        let world = try SaneWorld(
            test: ["enable-test-options": "true", "mode": "Color"],
            devices: 2,
            backends: ["test", "virtual"]
        )
        try world.configureVirtual(ScannerProfile.all.map { "plug \($0.id)" })
        for name in ["SANE_CONFIG_DIR", "LD_LIBRARY_PATH"] { setenv(name, world.environment[name] ?? "", 1) }
        return (world, try SaneLibrary())
    }

    static func library() throws -> SaneLibrary { try world.get().1 }

    /// The driver keeps its options from one opening to the next, so they are put back first.
    static func open() throws -> SaneDevice {
        let device = try library().open("test:0")
        for (name, value) in initial { try device.set(name, value) }
        return device
    }

    private static let initial: [(String, OptionValue)] = [
        ("hand-scanner", .bool(false)), ("mode", .string("Color")), ("depth", .number(8)),
        ("three-pass", .bool(false)), ("resolution", .number(75)), ("br-x", .number(100)), ("br-y", .number(100)),
        ("read-delay", .bool(false)), ("source", .string("Flatbed")),
    ]
}

extension SaneDevice {
    /// The option of that name, as it is described now.
    func option(_ name: String) throws -> DeviceOption {
        guard let option = try options().first(where: { $0.name == name }) else { throw Missing(name: name) }
        return option
    }

    /// Sets an option by name.
    @discardableResult
    func set(_ name: String, _ value: OptionValue) throws -> SetOutcome {
        let option = try option(name)
        return try set(value, to: option)
    }

    /// Reads an option by name.
    func value(_ name: String) throws -> OptionValue? {
        let option = try option(name)
        return try value(of: option)
    }
}

struct Missing: Error {
    var name: String
}
