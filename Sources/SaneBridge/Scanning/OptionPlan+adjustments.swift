/// Brightness, contrast and threshold: only what was asked for, and only where the device has it now.
extension OptionPlan {
    /// The next of the three that was asked for; what the device does not have now is noted.
    mutating func adjustmentWish(_ options: [DeviceOption], _ current: Reading) -> Wish? {
        for (part, wanted, scale) in adjustments {
            guard let wanted else { continue }
            let name = part.rawValue
            guard let option = options.settable(name), let span = Self.span(of: option) else {
                if part != .threshold || !isThresholdOurs {
                    let why = options.named(name) == nil ? Unmet.missing : .dependent
                    miss(part, why, "The scanner does not offer \(name) here; it was left alone.")
                }
                continue
            }
            let number = option.legal(scale(wanted, span))
            if let wish = want(.number(number), of: option, current) { return wish }
        }
        return nil
    }

    /// Black and white is made of what the scanner delivers, with the threshold that was asked for.
    private var isThresholdOurs: Bool {
        request.colour == .bilevel && (colour != .bilevel || settings.modeWord == nil)
    }

    private typealias Span = (lowest: Double, highest: Double)

    private var adjustments: [(part: ScanRequest.Part, wanted: Double?, scale: (Double, Span) -> Double)] {
        [
            // 0 is "as the device has it", which nobody needs to say.
            (.brightness, request.brightness == 0 ? nil : request.brightness, Self.aroundNeutral),
            (.contrast, request.contrast == 0 ? nil : request.contrast, Self.aroundNeutral),
            (.threshold, request.threshold, { $1.lowest + $0 * ($1.highest - $1.lowest) }),
        ]
    }

    /// -1 … 1 to the option's range. Neutral is 0 where the range has values on both sides of it, else the middle.
    private static func aroundNeutral(_ wanted: Double, _ span: Span) -> Double {
        let neutral = span.lowest < 0 && span.highest > 0 ? 0 : (span.lowest + span.highest) / 2
        return neutral + wanted * (wanted < 0 ? neutral - span.lowest : span.highest - neutral)
    }

    private static func span(of option: DeviceOption) -> Span? {
        guard option.type == .int || option.type == .fixed, option.size == 1 else { return nil }
        if let limits = option.limits { return limits.lowest < limits.highest ? limits : nil }
        // Some drivers give a percentage without saying its range.
        guard option.unit == .percent else { return nil }
        return option.plainName == "threshold" ? (0, 100) : (-100, 100)
    }
}
