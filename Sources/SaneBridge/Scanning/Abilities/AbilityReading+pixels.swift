// What a pixel shows, and how many there are.
extension AbilityReading {
    private var modeOption: DeviceOption? { options.named("mode").flatMap { $0.words.isEmpty ? nil : $0 } }
    private var depthOption: DeviceOption? { options.settable("depth").flatMap { $0.limits == nil ? nil : $0 } }

    /// What pages can show. Gray is made of colour and black and white of either, hence only colour can be missing; what a
    /// device without modes delivers is not known before.
    var colour: Offer<ColourMode> {
        let colours = deviceColours
        let offered =
            colours.map { $0.contains(.colour) ? ColourMode.allCases : [.bilevel, .gray] } ?? ColourMode.allCases
        return Offer(
            colours == [.bilevel] ? [.bilevel] : offered,
            now: [request.colour, deviceColour(\.now) ?? .colour].min { $0.rank < $1.rank },
            atOpening: deviceColour(\.atOpening)
        )
    }

    /// Black and white comes out, and nothing at the device decides what is white.
    var isThresholdOurs: Bool { colour.now == .bilevel && deviceColour(\.now) != .bilevel }

    /// What the device has modes for; nil when it has no words for them.
    private var deviceColours: [ColourMode]? {
        guard let option = modeOption else { return nil }
        let words = isModeFree ? option.words : [value(option, \.now)?.word ?? option.words[0]]
        return ColourMode.allCases.filter { choice($0, of: words)?.colour == $0 }
    }

    private var isModeFree: Bool { modeOption.map { $0.isSettable && $0.words.count > 1 } ?? false }

    /// What it delivers, or delivered.
    private func deviceColour(_ moment: Moment) -> ColourMode? {
        guard let option = modeOption else { return nil }
        let only = isModeFree || option.words.count > 1 ? nil : option.words[0]
        guard let colour = (value(option, moment)?.word ?? only).flatMap(device.colour) else { return nil }
        return colour == .gray && depth(moment) == 1 ? .bilevel : colour
    }

    private func choice(_ colour: ColourMode, of words: [String], depth: Int? = nil) -> ModeChoice? {
        let depth = depth ?? (colour == .bilevel ? 1 : 8)
        // Not being there is an answer here.
        return try? ModeChoice(
            offered: words,
            wanted: colour,
            depth: depth,
            offersDepthOne: OptionPlan.offersDepthOne(options),
            device: device
        )
    }

    private func depth(_ moment: Moment) -> Int? {
        value(options.named("depth"), moment)?.number.map { Int($0) }
    }

    var depth: Offer<Int> {
        guard let colour = colour.now, colour != .bilevel else { return Offer([1], now: 1, atOpening: nil) }
        // A byte is made of more.
        let offered = [8] + (offersDeep(colour) ? [16] : [])
        let wasSo = deviceColour(\.atOpening) == colour
        let now = request.depth == 8 ? 8 : deviceDepth(\.now)
        return Offer(offered, now: now, atOpening: wasSo ? deviceDepth(\.atOpening) : nil)
    }

    private func offersDeep(_ colour: ColourMode) -> Bool {
        if let option = depthOption, option.legal(16) == 16 { return true }
        return choice(colour, of: modeOption?.words ?? [], depth: 16)?.depth == 16
    }

    private func deviceDepth(_ moment: Moment) -> Int {
        let named = value(modeOption, moment)?.word.flatMap { ModeMeaning(word: $0)?.depth }
        return named ?? depth(moment) ?? 8 > 8 ? 16 : 8
    }

    var isScreenedOnly: Bool {
        guard let words = modeOption?.words, let choice = choice(.bilevel, of: words) else { return false }
        return ModeMeaning(word: choice.word)?.isScreened ?? false
    }

    /// The first of these options that can be set, else the one that tells.
    func resolution(_ names: [String]) -> NumberOffer? {
        let settable = names.lazy.compactMap { options.settable($0) }.first
        guard let option = settable ?? OptionPlan.resolutionOption(in: options),
            let now = value(option, \.now)?.number ?? (settable == nil ? nil : request.resolution)
        else { return nil }
        return number(option, now: now, isSettable: settable != nil) { $0 > 0 }
    }

    var gamma: NumberOffer? {
        options.adjusting(.gamma).flatMap { number($0, now: value($0, \.now)?.number, isSettable: true) { _ in true } }
    }

    private func number(
        _ option: DeviceOption,
        now: Double?,
        isSettable: Bool,
        _ isUsable: (Double) -> Bool
    ) -> NumberOffer? {
        let legal: NumberOffer.Legal? =
            switch option.constraint {
            case _ where !isSettable: now.map { .list([$0]) }
            case .numbers(let numbers): .list(numbers.filter(isUsable).sorted())
            case .words(let words): .list(words.compactMap(\.leadingNumber).filter(isUsable).sorted())
            case .range(let minimum, _, let step):
                option.limits.map {
                    .range(minimum: isUsable(minimum) ? minimum : max(step, 1), maximum: $0.highest, step: step)
                }
            case .none: nil
            }
        guard let legal else { return nil }
        let before = value(option, \.atOpening)?.number
        return NumberOffer(
            legal: legal,
            isSettable: isSettable,
            now: now,
            atOpening: before.flatMap { isUsable($0) ? $0 : nil }
        )
    }
}

// What the scanner does to a picture.
extension AbilityReading {
    /// 128 of 255, where the service decides what is white and nobody says anything.
    private static let middle = 128.0 / 255

    /// - Parameter wanted: what was asked for, which is told again where the device made of it what it has.
    func scale(_ aspect: ScanAspect, _ wanted: Double?) -> Offer<Double>? {
        guard let option = options.adjusting(aspect) else {
            return aspect == .threshold && isThresholdOurs
                ? Offer([], now: wanted ?? Self.middle, atOpening: Self.middle) : nil
        }
        func measure(_ moment: Moment) -> Double? {
            value(option, moment)?.number.flatMap { option.measure(aspect, $0) }
        }
        var now = measure(\.now)
        if let wanted, case .number(let asked)? = option.value(for: aspect, of: request),
            case .number(let present)? = value(option, \.now), option.holds(.number(present), for: .number(asked))
        {
            now = wanted
        }
        return Offer([], now: now, atOpening: measure(\.atOpening))
    }

    var dropout: Offer<DropoutColour>? {
        guard let option = options.adjusting(.dropout) else { return nil }
        return offer(DropoutColour.allCases.filter { option.word(for: $0) != nil }, of: option) { value in
            DropoutColour.allCases.first { option.word(for: $0) == value.word }
        }
    }

    var switches: [ScanAspect: Offer<Bool>] {
        var switches: [ScanAspect: Offer<Bool>] = [:]
        for aspect in ScanAspect.switches {
            guard let option = options.adjusting(aspect) else { continue }
            // A third word ("Default") is not on.
            switches[aspect] = offer([false, true], of: option) { $0 == option.switched(true) }
        }
        return switches
    }
}

extension ColourMode {
    /// How much a pixel shows.
    fileprivate var rank: Int { self == .bilevel ? 0 : self == .gray ? 1 : 2 }
}
