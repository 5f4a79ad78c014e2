/// What somebody wants scanned, with no word of any protocol in it. Absent members mean "as the house rules say".
package struct ScanRequest: Hashable, Sendable, Codable {
    /// Where the paper lies; nil is the glass of a device that has both, and the feeder of one that has only that.
    package var source: PaperSource?
    /// Both sides of each sheet; only a feeder can.
    package var bothSides = false
    package var colour = ColourMode.colour
    /// Bits per sample: 1, 8 or 16; nil is 1 for bilevel and 8 for the others.
    package var depth: Int?
    /// Dots per inch.
    package var resolution = 200.0
    package var area = ScanArea.wholeBed
    /// Images (sides, not sheets) to take at most; nil takes every sheet.
    package var pageLimit: Int?
    /// -1 darkest … 0 as the device has it … 1 brightest; nil leaves the device alone.
    package var brightness: Double?
    /// -1 flattest … 0 as the device has it … 1 hardest; nil leaves the device alone.
    package var contrast: Double?
    /// 0 … 1, where bilevel turns from black to white; nil leaves the device alone.
    package var threshold: Double?
    /// What must be had as it was asked for: where it cannot, nothing is scanned. Each at most once.
    package var musts: [Part] = []

    package init() {}

    /// What a request may insist on.
    package enum Part: String, Hashable, Sendable, Codable, CaseIterable {
        case source, bothSides, colour, depth, resolution, area, brightness, contrast, threshold
    }
}

/// Where the paper lies.
package enum PaperSource: String, Hashable, Sendable, Codable, CaseIterable {
    case glass, feeder
}

/// What a pixel can show.
package enum ColourMode: String, Hashable, Sendable, Codable, CaseIterable {
    case bilevel, gray, colour
}

/// The part of the bed that is scanned, measured from its top left corner.
package enum ScanArea: Hashable, Sendable, Codable {
    /// All that the chosen source can reach.
    case wholeBed
    /// A sheet in the top left corner.
    case page(width: Length, height: Length)
    case frame(left: Length, top: Length, right: Length, bottom: Length)
}
