import Foundation
import TestSupport

/// A service in a room with the scanners that a test names, and somebody who scans with them.
struct Room {
    let scanners: SaneWorld
    let server: RunningServer
    let client: LegacyClient

    /// - Parameters:
    ///   - devices: names or words of virtual devices (docs/virtual-devices.md), each a device of its own.
    ///   - test: settings of libsane's test driver, whose device is `test:0`.
    ///   - describing: descriptions of devices that only this room has.
    init(
        _ devices: [String] = [],
        test: [String: String] = [:],
        describing: [String: [String]] = [:],
        arguments: [String] = []
    ) throws {
        scanners = try SaneWorld(test: test, backends: devices.isEmpty ? ["test"] : ["test", "virtual"])
        for (name, lines) in describing { try scanners.describe(name, lines) }
        let plugs = devices.enumerated().map { VirtualDevice($0.element, vendor: "Maker", model: "Model \($0.offset)") }
        if !plugs.isEmpty { try scanners.plug(plugs) }
        server = try RunningServer(world: scanners, arguments: arguments)
        client = LegacyClient(server: server)
    }

    /// The device that behaves as `words` say; a name with a driver in it stands for itself.
    func name(_ words: String) -> String {
        words.contains(":") && words.hasPrefix("test:") ? words : "virtual:\(words)"
    }

    /// All that a job gives; `config` are members of the request's `config`, without the brackets.
    func scan(_ device: String, _ config: String = "", extra: String = "") throws -> Scan {
        let body = #"{"device":\#(try quoted(name(device)))\#(extra),"config":{\#(config)}}"#
        let job: String
        do {
            job = try client.createJob(body)
        } catch let refused as LegacyClient.Refused {
            return Scan(job: nil, pages: [], end: refused.status, text: refused.text)
        }
        let (pages, end) = try client.pages(job)
        return Scan(job: job, pages: pages, end: end.status, text: end.text)
    }

    /// What one job gave.
    struct Scan {
        /// Nil when it was refused.
        var job: String?
        var pages: [[UInt8]]
        /// Status and text of the first answer that was no page.
        var end: Int
        var text: String

        var facts: [JPEGFacts?] { pages.map { JPEGFacts($0) } }
        /// What is written into the corner of each page: "1F" is the front of sheet 1.
        var marks: [String] {
            get throws {
                try pages.map { page in
                    try PageMark(inPage: page).map { "\($0.sheet)\($0.side == .front ? "F" : "B")" } ?? "none"
                }
            }
        }

        /// Width and height of each page.
        var sizes: [[Int]] { facts.map { [$0?.width ?? 0, $0?.height ?? 0] } }
    }

    /// What is asked for after a job's error was told: whether it has ended.
    func hasEnded(_ scan: Scan) throws -> Bool {
        guard let job = scan.job else { return true }
        return try client.next(job).status == 410 && client.next(job).status == 410
    }

    /// The calls of all scans so far: opens, starts, frames read, cancels and closes; no numbers.
    var calls: [String] {
        scanners.callLog().compactMap { line in
            ["open", "start", "read", "cancel", "close"].first { line == $0 || line.hasPrefix("\($0) ") }
        }
    }

    /// The sentences that the service noted for people who look into its log.
    var notes: [String] {
        server.log.filter { $0.contains("job note") || $0.contains("page note") }
    }
}

/// A text as a JSON string.
func quoted(_ text: String) throws -> String {
    String(decoding: try JSONEncoder().encode(text), as: UTF8.self)
}

/// What the virtual devices draw: a pattern that differs in every direction, channel and page.
enum Pattern {
    /// A sample of 8 bits.
    static func sample(page: Int, _ x: Int, _ y: Int, channel: Int = 0) -> UInt8 {
        UInt8(truncatingIfNeeded: x * 3 + y * 7 + channel * 85 + page * 29)
    }

    /// The page as it must come out of a decoder, with 8 bits a sample.
    static func page(_ page: Int, width: Int, height: Int, colour: Bool = false, bilevel: Bool = false) -> PortableMap {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(width * height * (colour ? 3 : 1))
        for y in 0..<height {
            for x in 0..<width {
                if bilevel {
                    bytes.append(((x >> 2) + (y >> 2) + page) & 1 == 1 ? 0 : 255)
                } else {
                    for channel in 0..<(colour ? 3 : 1) { bytes.append(sample(page: page, x, y, channel: channel)) }
                }
            }
        }
        return PortableMap(kind: colour ? 6 : 5, width: width, height: height, largest: 255, bytes: bytes)
    }
}
