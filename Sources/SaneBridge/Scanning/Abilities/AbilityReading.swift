/// A device's options while abilities are read from them.
struct AbilityReading {
    let list: [DescribedOption]
    let options: [DeviceOption]
    let type: String
    let device: DeviceSettings
    let request: ScanRequest

    init(_ list: [DescribedOption], type: String, device: DeviceSettings, request: ScanRequest) {
        self.list = list
        options = list.map(\.option)
        self.type = type
        self.device = device
        // A mode that was chosen by the device's own word is what comes out.
        var request = request
        // Who insists on a colour has it, whatever the mode that it is made of.
        if let option = self.options.named("mode"), request.wish(for: option) != nil, !request.musts.contains(.colour) {
            let word = list.first { $0.option.index == option.index }?.now?.word
            request.colour = word.flatMap(device.colour) ?? .colour
        }
        if let option = self.options.named("depth"), request.wish(for: option) != nil { request.depth = nil }
        self.request = request
    }

    typealias Offer = ScannerAbilities.Offer
    typealias NumberOffer = ScannerAbilities.NumberOffer
    /// Which of the two values of an option is looked at.
    typealias Moment = KeyPath<DescribedOption, OptionValue?>

    /// The value of an option, at one of the two moments.
    func value(_ option: DeviceOption?, _ moment: Moment) -> OptionValue? {
        guard let option else { return nil }
        return list.first { $0.option.index == option.index }?[keyPath: moment]
    }

    /// An offer whose values are read from an option.
    func offer<Value>(_ offered: [Value], of option: DeviceOption?, _ meaning: (OptionValue) -> Value?) -> Offer<Value>
    {
        Offer(
            offered,
            now: value(option, \.now).flatMap(meaning),
            atOpening: value(option, \.atOpening).flatMap(meaning)
        )
    }
}

// MARK: Where the paper lies

extension AbilityReading {
    private var sourceOption: DeviceOption? { options.sourceOption }

    /// The words to choose from: as the plan has it, one that cannot be set is the only one.
    private var sourceWords: [String] {
        guard let option = sourceOption else { return OptionPlan.words(ofType: type) }
        if option.isSettable, option.words.count > 1 { return option.words }
        let only = option.words.count == 1 ? option.words[0] : value(option, \.now)?.word
        return (only ?? SourceMeaning.glass.pick(from: option.words)).map { [$0] } ?? option.words
    }

    private func choice(_ wanted: PaperSource?, bothSides: Bool = false, of words: [String]) -> SourceChoice {
        SourceChoice(offered: words, wanted: wanted, bothSides: bothSides, device: device)
    }

    private func word(_ moment: Moment) -> String? {
        value(sourceOption, moment)?.word ?? (sourceWords.count == 1 ? sourceWords[0] : nil)
    }

    var source: Offer<PaperSource> {
        let offered = PaperSource.allCases.filter { choice($0, of: sourceWords).source == $0 }
        func source(_ moment: Moment) -> PaperSource? { word(moment).map { choice(nil, of: [$0]).source } }
        return Offer(offered, now: source(\.now) ?? offered.first, atOpening: source(\.atOpening))
    }

    var bothSides: Offer<Bool> {
        guard source.offered.contains(.feeder) else { return Offer([], now: nil, atOpening: nil) }
        let one = !choice(.feeder, of: sourceWords).bothSides
        let both = choice(.feeder, bothSides: true, of: sourceWords).bothSides || duplexOption != nil
        func isSet(_ moment: Moment) -> Bool? {
            guard let word = word(moment) else { return nil }
            let feeds = choice(nil, bothSides: true, of: [word])
            guard feeds.source == .feeder else { return false }
            return feeds.bothSides || isDuplex(moment) == true
        }
        let now = isSet(\.now)
        let offered = (one ? [false] : []) + (both ? [true] : [])
        return Offer(offered, now: now, atOpening: isSet(\.atOpening))
    }

    /// While the glass is chosen the option may sleep.
    private var duplexOption: DeviceOption? {
        let isAsleep = source.now == .glass
        return ScanAspect.bothSides.names.lazy.compactMap { name in
            isAsleep ? options.named(name) : options.settable(name)
        }.first { OptionPlan.duplexValue(of: $0, bothSides: true) != nil }
    }

    private func isDuplex(_ moment: Moment) -> Bool? {
        guard let option = duplexOption, let value = value(option, moment) else { return nil }
        return value == OptionPlan.duplexValue(of: option, bothSides: true)
    }

    /// Scanners for film alone have no choice of sources, and say it in their type.
    var isTransparent: Offer<Bool> {
        guard let option = sourceOption else {
            let isFilm = SourceMeaning.transparent(of: [type]) != nil
            return Offer([isFilm], now: isFilm, atOpening: isFilm)
        }
        let film = SourceMeaning.transparent(of: sourceWords)
        let isOnlyFilm = film != nil && sourceWords.count == 1
        return offer(isOnlyFilm ? [true] : film == nil ? [false] : [false, true], of: option) { value in
            value.word.map { SourceMeaning.transparent(of: [$0]) != nil }
        }
    }

    /// Some drivers say it in the names of their sources.
    var feederAlignment: ScannerAbilities.FeederAlignment? {
        guard source.now == .feeder, let word = word(\.now)?.plain else { return nil }
        let table: [(String, ScannerAbilities.FeederAlignment)] = [
            ("left aligned", .left), ("center aligned", .centre), ("centrally aligned", .centre),
            ("right aligned", .right),
        ]
        return table.first { word.holds($0.0) }?.1
    }

    /// A sensor that no source has is of the feeder.
    var hasPaper: Bool? {
        guard let sensor = PaperSensor(among: options) else { return nil }
        return sensor.isLoaded(value(sensor.option, \.now))
    }
}
