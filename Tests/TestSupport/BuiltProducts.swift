import Foundation

/// Finds what the package built beside the test program that runs.
package enum BuiltProducts {
    /// The folder of programs and libraries, `.build/<configuration>`.
    package static let folder: URL = {
        let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        // Swift Testing runs the test bundle itself, or a helper of the toolchain that was given the bundle's path.
        let candidates = [program.path] + CommandLine.arguments
        let bundle = candidates.first { $0.contains(".build/") && $0.hasSuffix(".xctest") } ?? program.path
        return URL(fileURLWithPath: bundle).deletingLastPathComponent()
    }()

    /// The worker program.
    package static let worker = folder.appendingPathComponent("sane-bridge-worker").path
    /// The server program.
    package static let server = folder.appendingPathComponent("sane-bridge").path
    /// The folder with Package.swift, found from where this file was compiled.
    package static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    /// The descriptions of real devices.
    package static let devices = root.appendingPathComponent("Tests/Devices").path

    /// Why there is no driver of virtual devices: what make said.
    package struct NoBackend: Error {
        package var said: String
    }

    /// The driver of virtual devices; made when it is wanted first.
    package static func virtualBackend() throws -> String {
        try builtBackend.get()
    }

    /// The same driver under a name of its own.
    package static func virtualBackend(named name: String) throws -> String { try made("libsane-\(name).so.1") }

    /// A library that lets allocations fail on demand, where a program is started with it: `Tests/Backends/Scarce`.
    package static func scarceMemory() throws -> String { try made("libscarce.so") }

    private static let builtBackend = Result { try made("libsane-virtual.so.1") }

    private static func made(_ library: String) throws -> String {
        let target = ".build/backends/\(library)"
        let make = try Program.run(["make", "-C", root.path, target], seconds: 120)
        guard make.ending.succeeded else { throw NoBackend(said: make.errors + make.text) }
        return root.appendingPathComponent(target).path
    }

    /// A new folder for one test, readable by nobody else; among the build's products, since the service refuses to keep
    /// pages where everybody can write.
    package static func freshFolder() throws -> URL {
        let fresh = folder.appendingPathComponent("scratch/\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: fresh,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        return fresh
    }
}
