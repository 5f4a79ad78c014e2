import Foundation
import TestSupport

/// A service among scanners that come, go and keep others waiting.
struct Neighbourhood {
    let scanners: SaneWorld
    let server: RunningServer
    let client: LegacyClient

    /// - Parameters:
    ///   - lines: of the misbehaving driver's configuration.
    ///   - devices: how many libsane's test driver has.
    init(
        _ lines: [String] = [],
        devices: Int = 1,
        backends: [String] = ["virtual"],
        arguments: [String] = []
    ) throws {
        let world = try SaneWorld(devices: devices, backends: backends)
        if !lines.isEmpty { try world.configureVirtual(lines) }
        try self.init(world, arguments: arguments)
    }

    init(_ world: SaneWorld, arguments: [String] = []) throws {
        scanners = world
        server = try RunningServer(world: world, arguments: arguments)
        client = LegacyClient(server: server)
    }

    struct Entry: Decodable, Equatable {
        var name: String
        var device: String
    }

    /// The list as a client gets it.
    func list() throws -> [Entry] {
        try JSONDecoder().decode([Entry].self, from: Data(answer().body))
    }

    func names() throws -> [String] { try list().map(\.name) }

    /// The list's answer with its headers.
    func answer() throws -> HTTPResponse {
        try server.client().request("GET", "/DWTAPI/Scanners")
    }

    /// All pages that a device gives, of the whole feeder when there is one.
    func scan(_ device: String, feeder: Bool = true, resolution: Int = 75) throws -> (
        pages: [[UInt8]], end: HTTPResponse
    ) {
        try client.pages(order(device, feeder: feeder, resolution: resolution))
    }

    /// Asks for a scan; returns the job's id.
    func order(_ device: String, feeder: Bool = true, resolution: Int = 75) throws -> String {
        let config = #"{"IfFeederEnabled":\#(feeder),"PixelType":2,"Resolution":\#(resolution)}"#
        return try client.createJob(#"{"device":\#(try jsonText(device)),"config":\#(config)}"#)
    }

    /// What a refused order says; empty when it was not refused.
    func refusal(_ device: String, feeder: Bool = true) throws -> String {
        do {
            let scan = try scan(device, feeder: feeder)
            return scan.end.status == 500 ? scan.end.text : ""
        } catch let refused as LegacyClient.Refused {
            return refused.text
        }
    }

    /// How often the misbehaving driver was asked something.
    func count(_ call: String) -> Int {
        scanners.callLog().filter { $0 == call || $0.hasPrefix("\(call) ") }.count
    }

    /// How many lines of the service's log hold all these words.
    func logged(_ words: String...) -> Int {
        server.log.filter { line in words.allSatisfy { line.contains($0) } }.count
    }
}

/// A text as a JSON string.
func jsonText(_ text: String) throws -> String {
    String(decoding: try JSONEncoder().encode(text), as: UTF8.self)
}
