/// What the device will really do, read back after everything was set. These values, not the requested ones, go into
/// page information and image headers.
package struct ScanSettings: Hashable, Sendable, Codable {
    /// The device's own word; nil when it has no such option.
    package var sourceWord: String?
    package var source: PaperSource
    package var bothSides: Bool
    package var modeWord: String?
    /// What the pixels show when somebody chose the mode by the device's own word: nothing else is made of them.
    package var wishedColour: ColourMode?
    /// The same of the bits per sample.
    package var isDepthWished = false
    /// Dots per inch, as the device rounded it; nil when the device does not tell.
    package var resolution: Double?
    /// Dots per inch down the page, where they are not those across.
    package var lineResolution: Double?
    /// Where on the bed the pages begin.
    package var origin = ScanOrigin()
    /// Images to take: 1 from the glass whatever the backend allows; nil is every sheet.
    package var pageLimit: Int?
    /// What is to be cut off from every page, since the device cannot leave it out.
    package var cut: PageCut?
    /// Things that were asked for and could not be had, each a sentence for people.
    package var notes: [String] = []

    package init(source: PaperSource, bothSides: Bool = false) {
        self.source = source
        self.bothSides = bothSides
    }
}
