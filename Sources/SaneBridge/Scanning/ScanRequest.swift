/// What somebody wants scanned, with no word of any protocol in it. Absent members mean "as the house rules say".
package struct ScanRequest: Hashable, Sendable, Codable {
    /// Where the paper lies; nil is the glass of a device that has both, and the feeder of one that has only that.
    package var source: PaperSource?
    /// Both sides of each sheet; only a feeder can.
    package var bothSides = false
    package var colour = ColourMode.colour
    /// Bits per sample: 1, 8 or 16; nil is 1 for bilevel and 8 for the others.
    package var depth: Int?
    /// Bits per pixel or per sample, as somebody counts who insists on them.
    package var bits: Int?
    /// Dots per inch.
    package var resolution = 200.0
    /// Dots per inch down the page; nil is as many as across.
    package var lineResolution: Double?
    package var area = ScanArea.wholeBed
    /// Images (sides, not sheets) to take at most; nil takes every sheet.
    package var pageLimit: Int?
    /// -1 darkest … 0 as the device has it … 1 brightest; nil leaves the device alone.
    package var brightness: Double?
    /// -1 flattest … 0 as the device has it … 1 hardest; nil leaves the device alone.
    package var contrast: Double?
    /// 0 … 1, where bilevel turns from black to white; nil leaves the device alone.
    package var threshold: Double?
    /// 1 is linear; nil leaves the device alone.
    package var gamma: Double?
    /// A colour of light that leaves what is printed in it invisible; nil leaves the device alone.
    package var dropout: DropoutColour?
    /// What the scanner itself does to a page, on or off; it is left alone where nothing is said.
    package var switches: [ScanAspect: Bool] = [:]
    /// Scan what lets light through, film and slides; nil leaves that to `source`.
    package var isTransparent: Bool?
    /// Options of the driver, in the order in which they were said.
    package var wishes: [OptionWish] = []
    package var phrasing = Phrasing()
    /// What must be had as it was asked for: where it cannot, nothing is scanned. Each at most once.
    package var musts: [ScanAspect] = []

    package init() {}

    /// How the wishes were put: means nothing for the scan, but is how people hear of it again.
    package struct Phrasing: Hashable, Sendable, Codable {
        package var unit = LengthUnit.inch
        /// The whole bed was asked for as "no size" instead of "the largest".
        package var namesNoSize = false
        /// Sheets lie on their long side.
        package var isLandscape = false

        package init() {}
    }
}

/// What does not show in gray and black-and-white scans.
package enum DropoutColour: String, Hashable, Sendable, Codable, CaseIterable {
    case red, green, blue, none
}

/// Where the paper lies.
package enum PaperSource: String, Hashable, Sendable, Codable, CaseIterable {
    case glass, feeder
}

/// What a pixel can show.
package enum ColourMode: String, Hashable, Sendable, Codable, CaseIterable {
    case bilevel, gray, colour

    /// Bits per sample that are meant by so many, whether they count for a pixel or for a sample; nil where such pixels
    /// cannot have them.
    package func depth(ofBits bits: Int) -> Int? {
        switch (self, bits) {
        case (.bilevel, 1): 1
        case (.gray, 8), (.colour, 8), (.colour, 24): 8
        case (.gray, 16), (.colour, 16), (.colour, 48): 16
        default: nil
        }
    }
}

/// The part of the bed that is scanned, measured from its top left corner.
package enum ScanArea: Hashable, Sendable, Codable {
    /// All that the chosen source can reach.
    case wholeBed
    /// A sheet in the top left corner.
    case page(width: Length, height: Length)
    case frame(left: Length, top: Length, right: Length, bottom: Length)
}
