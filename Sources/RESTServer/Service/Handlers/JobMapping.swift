import DWTWire
import Scanning

/// Turns what a client sent into what is to be scanned: from here on no word of the API appears.
///
/// Settings of an earlier job come first, then capabilities, then `config`, which decides. What no scanner has, or nobody
/// knows, becomes the nearest thing or is passed over; only a capability with `fail` is held to the letter.
package struct JobMapping: Sendable {
    /// The scan of a job that says nothing.
    package var defaults: ScanRequest

    package init(defaults: ScanRequest) {
        self.defaults = defaults
    }

    /// The scan that a job request means.
    ///
    /// - Parameter scanner: the one that is meant, once it is known: settings of another one are refused.
    /// - Throws: when a capability that must not be ignored cannot be had, or settings are none.
    package func scanRequest(
        for job: JobRequest,
        on scanner: ScannerDescription? = nil
    ) throws(CapabilityFailure) -> ScanRequest {
        var reading = CapabilityReading(defaults)
        if let text = job.behaviour.settings {
            reading.scan.wishes = try Self.settings(text, for: scanner).wishes
        }
        for item in job.caps.items {
            try reading.take(item)
        }
        reading.settle()
        write(job.config, to: &reading)
        try reading.settleBits()
        return reading.scan
    }

    private static func settings(
        _ text: String,
        for scanner: ScannerDescription?
    ) throws(CapabilityFailure) -> SettingsBlob {
        guard let settings = SettingsBlob(text) else { throw .brokenSettings }
        if let scanner, !settings.fits(scanner) {
            throw .foreignSettings(model: settings.model.dropFirst().joined(separator: " "))
        }
        return settings
    }

    private func write(_ config: DeviceConfiguration, to reading: inout CapabilityReading) {
        func write<Value>(_ aspect: ScanAspect, _ value: Value?, _ set: (inout CapabilityReading, Value) -> Void) {
            guard let value else { return }
            reading.say(aspect)
            set(&reading, value)
        }
        write(.colour, config.pixelType.flatMap(Self.colour(pixelType:))) { $0.scan.colour = $1 }
        write(.resolution, config.resolution.flatMap(Self.resolution)) {
            $0.say(.lineResolution)
            ($0.scan.resolution, $0.scan.lineResolution) = ($1, nil)
        }
        write(.source, config.isFeederEnabled) { $0.scan.source = $1 ? .feeder : .glass }
        write(.bothSides, config.isDuplexEnabled) { $0.scan.bothSides = $1 }
        write(.area, config.pageSize.flatMap { Self.area(pageSize: $0) == nil ? nil : $0 }) { $0.set(pageSize: $1) }
        write(.brightness, config.brightness) { $0.scan.brightness = Self.thousandths($1) }
        write(.contrast, config.contrast) { $0.scan.contrast = Self.thousandths($1) }
        write(.depth, config.bitDepth) { $0.bits = $1 }
        if let count = config.transferCount { reading.scan.pageLimit = Self.pageLimit(count) }
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
    static func area(pageSize code: Int, isLandscape: Bool = false) -> ScanArea? {
        guard let size = PageSize.size(code: code) else { return nil }
        guard let sheet = size.millimetres else { return .wholeBed }
        let (width, height) = (Length.millimetres(sheet.width), Length.millimetres(sheet.height))
        return isLandscape ? .page(width: height, height: width) : .page(width: width, height: height)
    }

    /// -1000 … 1000 as -1 … 1; nil for 0, which leaves the device as it is.
    static func thousandths(_ value: Double) -> Double? {
        value == 0 ? nil : max(-1, min(1, value / 1_000))
    }
}
