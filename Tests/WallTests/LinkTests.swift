import Foundation
import TestSupport
import Testing

/// The crash wall as the dynamic linker sees it.
@Suite("The crash wall")
struct LinkTests {
    /// Libraries that run drivers or take hostile pictures apart.
    static let dangerous = ["libsane", "libjpeg", "libturbojpeg", "libpng", "libtiff", "libusb"]

    @Test("the service links no driver and no picture library", arguments: programs("sane-bridge"))
    func service(program: String) throws {
        let libraries = try linked(by: program)
        #expect(libraries.contains("libmicrohttpd"))
        for library in Self.dangerous {
            #expect(!libraries.contains(library), "\(program) needs \(library)")
        }
    }

    @Test("the worker links them, and no HTTP server", arguments: programs("sane-bridge-worker"))
    func worker(program: String) throws {
        let libraries = try linked(by: program)
        #expect(libraries.contains("libsane"))
        #expect(libraries.contains("libjpeg"))
        #expect(libraries.contains("libpng"))
        #expect(!libraries.contains("libmicrohttpd"))
    }

    @Test("the shipped programs need no Swift runtime", arguments: ["sane-bridge", "sane-bridge-worker"])
    func runtime(name: String) throws {
        let program = SourceTree.root.appendingPathComponent(".build/release/\(name)").path
        guard FileManager.default.isExecutableFile(atPath: program) else { return }  // Made by `make build`.
        #expect(try !linked(by: program).contains("libswift"))
    }

    /// The program of this test run, and the shipped one when it was built.
    private static func programs(_ name: String) -> [String] {
        let shipped = SourceTree.root.appendingPathComponent(".build/release/\(name)").path
        let built = BuiltProducts.folder.appendingPathComponent(name).path
        return [built] + (FileManager.default.isExecutableFile(atPath: shipped) ? [shipped] : [])
    }

    private func linked(by program: String) throws -> String {
        let ldd = try Program.run(["ldd", program])
        #expect(ldd.ending.succeeded, "ldd \(program)")
        return ldd.text
    }
}
