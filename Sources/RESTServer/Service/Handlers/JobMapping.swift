import DWTWire
import Scanning

/// Turns what a client sent into what is to be scanned: from here on no word of the API appears.
///
/// Capabilities come first, then `config`, which decides. What no scanner has, or nobody knows, becomes the nearest
/// thing or is passed over; only a capability with `fail` is held to the letter.
package struct JobMapping: Sendable {
    /// The scan of a job that says nothing.
    package var defaults: ScanRequest

    package init(defaults: ScanRequest) {
        self.defaults = defaults
    }

    /// The scan that a job request means.
    ///
    /// - Throws: when a capability that must not be ignored cannot be had.
    package func scanRequest(for job: JobRequest) throws(CapabilityFailure) -> ScanRequest {
        var scan = defaults
        var bits: Int?
        var capabilities = CapabilityReading()
        for item in job.caps.items {
            try capabilities.apply(item)
        }
        capabilities.write(to: &scan, bits: &bits)
        write(job.config, to: &scan, bits: &bits)
        scan.depth = Self.depth(bits: bits, colour: scan.colour)
        return scan
    }

    private func write(_ config: DeviceConfiguration, to scan: inout ScanRequest, bits: inout Int?) {
        if let colour = config.pixelType.flatMap(Self.colour(pixelType:)) { scan.colour = colour }
        if let resolution = config.resolution.flatMap(Self.resolution) { scan.resolution = resolution }
        if let feeds = config.isFeederEnabled { scan.source = feeds ? .feeder : .glass }
        if let duplex = config.isDuplexEnabled { scan.bothSides = duplex }
        if let count = config.transferCount { scan.pageLimit = Self.pageLimit(count) }
        if let area = config.pageSize.flatMap(Self.area(pageSize:)) { scan.area = area }
        if let brightness = config.brightness { scan.brightness = Self.thousandths(brightness) }
        if let contrast = config.contrast { scan.contrast = Self.thousandths(contrast) }
        bits = config.bitDepth ?? bits
    }
}

/// What the API's values mean for a scanner, one by one.
extension JobMapping {
    /// Black and white, gray or colour; the nearest for the kinds that no scanner makes, nil for an unknown code.
    static func colour(pixelType code: Int) -> ColourMode? {
        guard let type = PixelType(rawValue: code) else { return nil }
        return switch type {
        case .blackAndWhite: .bilevel
        case .gray, .infrared: .gray
        default: .colour
        }
    }

    /// Dots per inch; nil for zero and less, which clients send for "whatever".
    static func resolution(_ value: Double) -> Double? {
        // No scanner comes near; without a limit lengths in pixels could leave their range.
        value > 0 ? min(value, 100_000) : nil
    }

    /// -1 is TWAIN's word for every image. 0 and other negative numbers, which TWAIN does not know, count as that too.
    static func pageLimit(_ count: Int) -> Int? {
        count > 0 ? count : nil
    }

    /// The sheet of that code, or the whole bed; nil for an unknown code.
    static func area(pageSize code: Int) -> ScanArea? {
        guard let size = PageSize.size(code: code) else { return nil }
        guard let sheet = size.millimetres else { return .wholeBed }
        return .page(width: .millimetres(sheet.width), height: .millimetres(sheet.height))
    }

    /// -1000 … 1000 as -1 … 1; nil for 0, which leaves the device as it is.
    static func thousandths(_ value: Double) -> Double? {
        value == 0 ? nil : max(-1, min(1, value / 1_000))
    }

    /// Bits per sample. TWAIN counts bits per pixel (24, 48), some clients count bits per sample (8, 16).
    static func depth(bits: Int?, colour: ColourMode) -> Int? {
        switch (colour, bits) {
        case (.gray, 16), (.colour, 16), (.colour, 48): 16
        case (.gray, 8), (.colour, 8), (.colour, 24): 8
        default: nil
        }
    }
}
