/// What of a scan somebody can have a wish about.
package enum ScanAspect: String, Hashable, Sendable, Codable, CaseIterable {
    case source, bothSides, colour, depth, resolution, area, brightness, contrast, threshold, gamma, dropout, crop,
        deskew,
        derotate, lengthDetection, overscan
    /// Parts of another one that are had or not had by themselves: the resolution down the page, and light from below or
    /// from above.
    case lineResolution, light

    /// What an option is about, by its plain name; nil for one that no other wish speaks of.
    init?(option name: String) {
        guard let row = Self.names.first(where: { $0.value.contains(name) }) else { return nil }
        self = row.key
    }

    /// What its options are about.
    package var whole: ScanAspect {
        switch self {
        case .lineResolution: .resolution
        case .light: .source
        default: self
        }
    }

    /// The names of its options, the best one first.
    var names: [String] { Self.names[self] ?? [] }

    /// Source: SANE standard, section 4.5 (well-known options), and the option lists of the backends.
    private static let names: [ScanAspect: [String]] = [
        .source: ["source", "scan-source", "doc-source"],
        .bothSides: ["adf-mode", "duplex", "scan-mode", "scanmode", "duplex-mode"],
        .colour: ["mode"],
        .depth: ["depth"],
        .resolution: ["resolution", "x-resolution", "y-resolution"],
        .area: ["scan-area", "page-width", "page-height", "tl-x", "br-x", "tl-y", "br-y"],
        .brightness: ["brightness"],
        .contrast: ["contrast"],
        .threshold: ["threshold"],
        .gamma: ["gamma", "analog-gamma", "gamma-correction"],
        .dropout: ["dropoutcolor", "dropout", "dropout-color", "dropout-colour", "dropout-front", "color-filter"],
        .crop: ["swcrop", "adf-crp", "auto-crop", "autocrop", "crop"],
        .deskew: ["swdeskew", "adf-skew", "rollerdeskew", "auto-deskew", "deskew"],
        .derotate: ["swderotate", "auto-rotate"],
        .lengthDetection: ["ald", "auto-length-detection"],
        .overscan: ["overscan", "adf-ovs"],
    ]

    /// Those that are on or off at the scanner.
    package static let switches: [ScanAspect] = [.crop, .deskew, .derotate, .lengthDetection, .overscan]
}
