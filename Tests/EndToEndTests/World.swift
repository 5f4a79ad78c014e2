import Foundation
import TestSupport

/// A server on a world of scanners that misbehave as their names say.
struct World {
    let scanners: SaneWorld
    let server: RunningServer
    let client: LegacyClient
    var v19: V19Client { V19Client(server: server) }

    /// - Parameters:
    ///   - virtual: lines of virtual.conf.
    ///   - test: settings of the test driver.
    init(
        virtual: [String] = [],
        test: [String: String] = [:],
        backends: [String] = ["test", "virtual"],
        arguments: [String] = []
    ) throws {
        scanners = try SaneWorld(test: test, backends: backends)
        if !virtual.isEmpty { try scanners.configureVirtual(virtual) }
        server = try RunningServer(world: scanners, arguments: arguments)
        client = LegacyClient(server: server)
    }

    /// The entries of the scanner list.
    func list() throws -> [Entry] {
        let answer = try server.client().request("GET", "/DWTAPI/Scanners")
        return try JSONDecoder().decode([Entry].self, from: Data(answer.body))
    }

    struct Entry: Decodable, Equatable {
        var name: String
        var type: Int
        var device: String
    }
}

/// A text as a JSON string.
func quoted(_ text: String) throws -> String {
    String(decoding: try JSONEncoder().encode(text), as: UTF8.self)
}
