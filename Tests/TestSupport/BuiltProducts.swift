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
    /// The misbehaving driver.
    package static let faultyBackend = folder.appendingPathComponent("libsane-faulty.so").path

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
