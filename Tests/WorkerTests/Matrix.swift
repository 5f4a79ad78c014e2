import Scanning
import TestSupport

/// One way to scan with libsane's test driver, for the worker and for scanimage.
struct Way: Sendable, CustomStringConvertible {
    var mode: ColourMode
    var depth: Int
    var source: PaperSource
    var variant: Variant

    var description: String { "\(mode) \(depth) bit, \(source), \(variant.name)" }

    /// What the driver does out of the ordinary, by its own settings.
    struct Variant: Sendable {
        var name: String
        var settings: [String: String] = [:]
        /// Millimetres in both directions; small where each byte is a call.
        var side = 100.0
    }

    static let variants = [
        Variant(name: "plain"),
        Variant(name: "three passes", settings: ["three-pass": "true"]),
        Variant(name: "three passes, blue first", settings: ["three-pass": "true", "three-pass-order": "BRG"]),
        Variant(name: "hand scanner", settings: ["hand-scanner": "true"]),
        Variant(name: "padded lines", settings: ["ppl-loss": "7"]),
        Variant(name: "wrong parameters before the start", settings: ["fuzzy-parameters": "true"]),
        Variant(name: "a byte a read", settings: ["read-limit": "true", "read-limit-size": "1"], side: 30),
        Variant(name: "777 bytes a read", settings: ["read-limit": "true", "read-limit-size": "777"]),
        Variant(name: "non-blocking", settings: ["non-blocking": "true", "select-fd": "true"]),
    ]

    static let all = variants.flatMap { variant in
        [ColourMode.gray, .colour].flatMap { mode in
            [1, 8, 16].flatMap { depth in
                PaperSource.allCases.map { Way(mode: mode, depth: depth, source: $0, variant: variant) }
            }
        }
    }

    /// Colour of one bit is nothing that scanimage or a PNG file can hold.
    static let comparable = all.filter { $0.mode != .colour || $0.depth != 1 }
    static let comparableGlass = comparable.filter { $0.source == .glass }
    static let colourBits = all.filter { $0.mode == .colour && $0.depth == 1 }

    var request: ScanRequest {
        var request = ScanRequest()
        request.source = source
        request.colour = mode == .gray && depth == 1 ? .bilevel : mode
        request.depth = depth
        request.resolution = 75
        request.area = .page(width: .millimetres(variant.side), height: .millimetres(variant.side))
        return request
    }

    /// The driver starts in the other mode, so that everything has to be set.
    func world(picture: String = "Color pattern") throws -> SaneWorld {
        let settings = ["mode": mode == .gray ? "Color" : "Gray", "test-picture": "\"\(picture)\""]
        return try SaneWorld(test: settings.merging(variant.settings) { $1 })
    }

    /// scanimage reads three passes of 8 bits only; of 16, it reads the same picture in one pass.
    private var passes: [String] {
        mode == .colour && depth == 16 && variant.settings["three-pass"] != nil ? ["--three-pass=no"] : []
    }

    /// What scanimage gets. It hangs in `sane_exit` now and then, which says nothing about us: one more try.
    func reference(in world: SaneWorld) throws -> PortableMap {
        let words =
            [
                "scanimage", "-d", "test:0", "--format=pnm", "--resolution", "75",
                "--mode", mode == .gray ? "Gray" : "Color", "--depth", "\(depth)",
                "--source", source == .glass ? "Flatbed" : "Automatic Document Feeder",
                "-x", "\(variant.side)", "-y", "\(variant.side)",
            ] + passes
        let output = try Program.run(words, environment: world.environment, seconds: 5)
        if let map = try? PortableMap(output.bytes, mayBePadded: true), output.ending.succeeded { return map }
        let second = try Program.run(words, environment: world.environment, seconds: 5)
        return try PortableMap(second.bytes, mayBePadded: true)
    }
}
