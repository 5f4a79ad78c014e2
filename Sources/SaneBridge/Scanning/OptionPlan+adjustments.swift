/// What the scanner does to the picture: only what was asked for, and only where the device has it now.
extension OptionPlan {
    /// The next of them; what the device does not have now is noted.
    mutating func adjustmentWish(_ options: [DeviceOption], _ current: Reading) -> Wish? {
        for aspect in ScanAspect.adjustments where request.asks(for: aspect) {
            guard let option = options.adjusting(aspect), let value = option.value(for: aspect, of: request) else {
                if isFulfilled(aspect) { continue }
                miss(
                    aspect,
                    why(aspect, options),
                    "The scanner does not offer \(aspect.words) here; it was left alone."
                )
                continue
            }
            let own = wishedValue(option)
            if let own, !option.means(own, value, for: aspect) {
                miss(aspect, .dependent, "The option \"\(option.name)\" was set, too.", isNoted: false)
            }
            if own == nil { noteGamma(aspect, value, of: option) }
            if let wish = want(own ?? value, of: option, current) { return wish }
        }
        return nil
    }

    /// What sleeps may be had with other settings.
    private func why(_ aspect: ScanAspect, _ options: [DeviceOption]) -> Unmet {
        if aspect == .threshold, request.colour != .bilevel, makesBilevel(options) { return .dependent }
        return aspect.names.contains { options.named($0) != nil } ? .dependent : .missing
    }

    /// Whether black and white is made here of what the scanner delivers.
    private func makesBilevel(_ options: [DeviceOption]) -> Bool {
        guard let words = options.named("mode")?.words, !words.isEmpty else { return true }
        let choice = try? modeChoice(of: words, for: .bilevel, options)
        return choice.map { $0.colour != .bilevel } ?? false
    }

    /// Notes that the scanner's gamma is only near the one that was asked for.
    private mutating func noteGamma(_ aspect: ScanAspect, _ value: OptionValue, of option: DeviceOption) {
        guard aspect == .gamma, let wanted = request.gamma, let nearest = value.number,
            !option.holds(.number(nearest), for: .number(wanted))
        else { return }
        miss(.gamma, .badValue, "This gamma is not offered; \(nearest.brief) was used.")
    }

    /// Whether a wish needs no option: what is not there is off.
    private func isFulfilled(_ aspect: ScanAspect) -> Bool {
        switch aspect {
        case .threshold: isThresholdOurs
        case .dropout: request.dropout == DropoutColour.none
        default: request.switches[aspect] == false
        }
    }

    /// Black and white is made of what the scanner delivers, with the threshold that was asked for.
    private var isThresholdOurs: Bool {
        request.colour == .bilevel && (colour != .bilevel || settings.modeWord == nil)
    }
}

extension ScanAspect {
    /// Those that are set last, in this order.
    static let adjustments: [ScanAspect] = [.brightness, .contrast, .threshold, .gamma, .dropout] + switches

    /// As people say it.
    var words: String {
        switch self {
        case .dropout: "a dropout colour"
        case .crop: "cutting pages to their size"
        case .deskew: "turning pages straight"
        case .derotate: "turning pages upright"
        case .lengthDetection: "finding the length of a sheet"
        default: rawValue
        }
    }
}

extension ScanRequest {
    /// Whether anything is to be set. 0 is "as the device has it", which nobody needs to say.
    func asks(for aspect: ScanAspect) -> Bool {
        switch aspect {
        case .brightness: (brightness ?? 0) != 0
        case .contrast: (contrast ?? 0) != 0
        case .threshold: threshold != nil
        case .gamma: gamma != nil
        case .dropout: dropout != nil
        default: switches[aspect] != nil
        }
    }
}

extension [DeviceOption] {
    /// The option that can be set for it now.
    func adjusting(_ aspect: ScanAspect) -> DeviceOption? {
        for name in aspect.names {
            if let option = settable(name), option.isMade(for: aspect) { return option }
        }
        return nil
    }
}

extension DeviceOption {
    /// The lowest and the highest value of a scale.
    typealias Span = (lowest: Double, highest: Double)

    /// What a request wants of it; nil when that has no value here.
    func value(for aspect: ScanAspect, of request: ScanRequest) -> OptionValue? {
        switch aspect {
        case .brightness: scaled(request.brightness, Self.fromNeutral)
        case .contrast: scaled(request.contrast, Self.fromNeutral)
        case .threshold: scaled(request.threshold) { $1.lowest + $0 * ($1.highest - $1.lowest) }
        case .gamma: request.gamma.flatMap(nearest)
        case .dropout: request.dropout.flatMap { colour in word(for: colour).map { .string($0) } }
        default: request.switches[aspect].flatMap(switched)
        }
    }

    /// Whether two of its values are the same to who asks: a third word ("Default") is not on, and several may have one
    /// number.
    fileprivate func means(_ own: OptionValue, _ value: OptionValue, for aspect: ScanAspect) -> Bool {
        if holds(own, for: value) { return true }
        if ScanAspect.switches.contains(aspect) { return (own == switched(true)) == (value == switched(true)) }
        return aspect == .gamma && type == .string && own.number == value.number
    }

    /// Whether it is of a kind that such a wish can be put in.
    fileprivate func isMade(for aspect: ScanAspect) -> Bool {
        switch aspect {
        case .brightness, .contrast, .threshold: span != nil
        case .gamma: limits != nil && type != .string || words.contains { $0.leadingNumber != nil }
        case .dropout: DropoutColour.allCases.contains { $0 != .none && word(for: $0) != nil }
        default: switched(true) != nil && switched(false) != nil
        }
    }

    private func scaled(_ wanted: Double?, _ scale: (Double, Span) -> Double) -> OptionValue? {
        guard let wanted, let span else { return nil }
        return .number(legal(scale(wanted, span)))
    }

    /// Neutral is 0 where the range has values on both sides of it, else the middle.
    private static func neutral(_ span: Span) -> Double {
        span.lowest < 0 && span.highest > 0 ? 0 : (span.lowest + span.highest) / 2
    }

    /// -1 … 1 to the option's range.
    private static func fromNeutral(_ wanted: Double, _ span: Span) -> Double {
        let neutral = neutral(span)
        return neutral + wanted * (wanted < 0 ? neutral - span.lowest : span.highest - neutral)
    }

    /// The way back: what a value of the option is on the scale of requests; nil when there is none.
    func measure(_ aspect: ScanAspect, _ value: Double) -> Double? {
        guard let span else { return nil }
        if aspect == .threshold { return (value - span.lowest) / (span.highest - span.lowest) }
        let neutral = Self.neutral(span)
        return (value - neutral) / (value < neutral ? neutral - span.lowest : span.highest - neutral)
    }

    private var span: Span? {
        guard type == .int || type == .fixed, size == 1 else { return nil }
        if let limits { return limits.lowest < limits.highest ? limits : nil }
        // Some drivers give a percentage without saying its range.
        guard unit == .percent else { return nil }
        return plainName == "threshold" ? (0, 100) : (-100, 100)
    }

    private func nearest(_ number: Double) -> OptionValue? {
        guard type == .string else { return .number(legal(number)) }
        return words.filter { $0.leadingNumber != nil }
            .first { (($0.leadingNumber ?? 0) - number).magnitude }
            .map { .string($0) }
    }

    /// The device's word for a colour that is to vanish.
    func word(for colour: DropoutColour) -> String? {
        guard type == .string else { return nil }
        return words.first { $0.plain == colour.rawValue }
            ?? (colour == .none ? words.first { ["default", "off"].contains($0.plain) } : nil)
    }

    /// What is on, or off, for it.
    func switched(_ isOn: Bool) -> OptionValue? {
        switch type {
        case .bool: .bool(isOn)
        case .string: words.first { $0.plain == (isOn ? "on" : "off") }.map { .string($0) }
        default: nil
        }
    }
}
