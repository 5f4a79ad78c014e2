import Foundation
import Glibc

/// `saned`, SANE's own network server, with a world of scanners behind it and an address of loopback for itself alone.
///
/// The driver `net` knows no port but 6566; that every address of 127.0.0.0/8 is this host lets many run side by side.
package final class ScannerServer {
    /// It did not come up.
    package struct NotListening: Error {
        package var errors: String
    }

    package let world: SaneWorld
    package let address: String
    private var process: ChildProcess?
    private var errors: URL { world.folder.appendingPathComponent("saned.log") }

    /// - Parameter users: lines of saned.users, `USER:PASSWORD:BACKEND`; nobody is asked without them.
    package init(_ world: SaneWorld, users: [String] = []) throws {
        self.world = world
        address = "127.\(Int.random(in: 1...254)).\(Int.random(in: 1...254)).\(Int.random(in: 2...254))"
        let folder = world.folder.appendingPathComponent("conf")
        try Data("127.0.0.0/8\n".utf8).write(to: folder.appendingPathComponent("saned.conf"))
        if !users.isEmpty {
            let text = users.joined(separator: "\n") + "\n"
            try Data(text.utf8).write(to: folder.appendingPathComponent("saned.users"))
        }
        try start()
    }

    deinit { kill() }

    /// Starts it, again after a `kill`.
    package func start() throws {
        process = try ChildProcess(
            "/usr/sbin/saned",
            ["-l", "-e", "-b", address],
            environment: world.environment,
            errors: .file(errors.path)
        )
        guard eventually(within: 10, isListening) else {
            kill()
            throw NotListening(errors: (try? String(contentsOf: errors, encoding: .utf8)) ?? "")
        }
    }

    /// Ends it with all that it has started, as a power cut does.
    package func kill() {
        guard let process else { return }
        // Each client has a process of its own there.
        for child in ProcessFigures(pid: process.pid).children { Glibc.kill(child, SIGKILL) }
        process.send(signal: SIGKILL)
        _ = process.wait(atMost: .seconds(5))
        self.process = nil
    }

    /// Writes net.conf into the configuration of a client's world.
    package func introduce(to client: SaneWorld) throws {
        let file = client.folder.appendingPathComponent("conf/net.conf")
        try Data("connect_timeout = 3\n\(address)\n".utf8).write(to: file)
    }

    private func isListening() -> Bool {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        defer { close(descriptor) }
        var place = sockaddr_in()
        place.sin_family = sa_family_t(AF_INET)
        place.sin_port = UInt16(6566).bigEndian
        inet_pton(AF_INET, address, &place.sin_addr)
        return withUnsafePointer(to: &place) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }
}
