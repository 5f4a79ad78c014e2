/// What an open scanner can do and what it is set to, by its own options: what people can choose from.
///
/// It is made by the same tables and rules that turn a request into settings, so that what is offered can be had.
package struct ScannerAbilities: Hashable, Sendable {
    /// Every option, as it was described.
    package var options: [DescribedOption]
    /// Glass, feeder, or both.
    package var source: Offer<PaperSource>
    /// Both sides of a sheet, from the feeder; nothing is offered where there is none.
    package var bothSides: Offer<Bool>
    /// Film and slides.
    package var isTransparent: Offer<Bool>
    package var feederAlignment: FeederAlignment?
    package var colour: Offer<ColourMode>
    /// Bits per sample with the colour of now.
    package var depth: Offer<Int>
    /// Bilevel pictures are made of patterns of dots, and the scanner has no other ones.
    package var isScreenedOnly: Bool
    /// Dots per inch across; nil when the device does not tell.
    package var resolution: NumberOffer?
    /// Dots per inch down the page.
    package var lineResolution: NumberOffer?
    package var bed: Bed
    /// -1 … 1, as in a request.
    package var brightness: Offer<Double>?
    package var contrast: Offer<Double>?
    /// 0 … 1, as in a request.
    package var threshold: Offer<Double>?
    package var gamma: NumberOffer?
    package var dropout: Offer<DropoutColour>?
    /// What it does to a page by itself, as far as it can be told.
    package var switches: [ScanAspect: Offer<Bool>]
    /// Whether there is paper; nil where no sensor tells.
    package var hasPaper: Bool?

    /// Some of a few values.
    package struct Offer<Value: Hashable & Sendable>: Hashable, Sendable {
        /// Empty where the values between two ends are all meant.
        package var offered: [Value]
        package var now: Value?
        package var atOpening: Value?

        package init(_ offered: [Value], now: Value?, atOpening: Value?) {
            self.offered = offered
            self.now = now
            self.atOpening = atOpening
        }
    }

    /// A number, with what is legal for it.
    package struct NumberOffer: Hashable, Sendable {
        package enum Legal: Hashable, Sendable {
            /// In ascending order.
            case list([Double])
            case range(minimum: Double, maximum: Double, step: Double)
        }

        package var legal: Legal
        package var isSettable: Bool
        package var now: Double?
        package var atOpening: Double?
    }

    /// Where paper lies in the feeder, as seen by who loads it.
    package enum FeederAlignment: Hashable, Sendable {
        case left, centre, right
    }

    /// - Parameters:
    ///   - type: SANE's word for the kind of device.
    ///   - device: what people said about this scanner.
    ///   - request: what it was set up for: a value that the device rounded is still the one that was asked for.
    package init(_ options: [DescribedOption], type: String, device: DeviceSettings, request: ScanRequest) {
        let reading = AbilityReading(options, type: type, device: device, request: request)
        self.options = options
        source = reading.source
        bothSides = reading.bothSides
        isTransparent = reading.isTransparent
        feederAlignment = reading.feederAlignment
        colour = reading.colour
        depth = reading.depth
        isScreenedOnly = reading.isScreenedOnly
        resolution = reading.resolution(["resolution", "x-resolution"])
        lineResolution = reading.resolution(["resolution", "y-resolution"]) ?? resolution
        bed = reading.bed
        brightness = reading.scale(.brightness, request.brightness)
        contrast = reading.scale(.contrast, request.contrast)
        threshold = reading.scale(.threshold, request.threshold)
        gamma = reading.gamma
        dropout = reading.dropout
        switches = reading.switches
        hasPaper = reading.hasPaper
    }
}
