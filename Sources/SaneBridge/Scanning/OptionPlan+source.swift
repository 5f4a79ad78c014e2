extension OptionPlan {
    /// Where the paper lies. An option that cannot be set, or has one word only, decides by that word.
    mutating func sourceWish(_ options: [DeviceOption], _ current: Reading) -> Wish? {
        guard let option = options.sourceOption else {
            settle(SourceChoice(offered: Self.words(ofType: type), wanted: request.source, bothSides: false))
            settings.sourceWord = nil
            return nil
        }
        if option.isSettable, option.words.count > 1 {
            if let word = wishedValue(option)?.word ?? lightWord(option) { return sourceWish(word, option, current) }
            let choice = SourceChoice(
                offered: option.words,
                wanted: request.source,
                bothSides: request.bothSides,
                device: device
            )
            let meant =
                choice.source == .glass ? device.flatbed : request.bothSides ? device.feederDuplex : device.feeder
            noteWords([meant], offered: option.words)
            settle(choice)
            guard let word = choice.word else {
                settings.sourceWord = value(of: option, current)?.word
                return nil
            }
            return want(.string(word), of: option, isNeeded: true, current)
        }
        let only = option.words.count == 1 ? option.words[0] : value(of: option, current)?.word
        let offered = [only ?? SourceMeaning.glass.pick(from: option.words)].compactMap(\.self)
        // An inactive option tells nothing: the glass, if there is one at all.
        settle(
            SourceChoice(
                offered: offered.isEmpty ? option.words : offered,
                wanted: request.source,
                bothSides: request.bothSides,
                device: device
            )
        )
        settings.sourceWord = only
        return nil
    }

    /// The device decides, in the end, where it scans: an own option of the configuration may have changed it, or the
    /// driver. What is no feeder is not asked for a second page.
    mutating func readSourceBack(_ options: [DeviceOption], _ current: Reading) {
        guard settings.source == .feeder, let option = options.sourceOption,
            let word = value(of: option, current)?.word, SourceMeaning.liesStill(word)
        else { return }
        settle(SourceChoice(offered: [word], wanted: .feeder, bothSides: false))
        settings.sourceWord = word
    }

    /// The device's own word for it, said by somebody who knows the device.
    private mutating func sourceWish(_ word: String, _ option: DeviceOption, _ current: Reading) -> Wish? {
        let choice = SourceChoice(offered: [word], wanted: nil, bothSides: request.bothSides, device: device)
        settle(choice, isWished: true)
        settings.sourceWord = word
        if let wanted = request.source, wanted != choice.source {
            miss(.source, .dependent, "The scanner's source \"\(word)\" was asked for, too.", isNoted: false)
        }
        return want(.string(word), of: option, isNeeded: true, current)
    }

    /// Looks whether the light is the one that somebody insists on: scanners for film say in their type what they are.
    mutating func checkLight(_ options: [DeviceOption]) {
        guard let wanted = request.isTransparent else { return }
        let isFilm = SourceMeaning.transparent(of: [settings.sourceWord ?? type]) != nil
        guard isFilm != wanted else { return }
        let isOwn = options.sourceOption.flatMap(wishedValue) != nil
        let sentence = isFilm ? "The scanner scans film and slides here." : "The scanner scans paper here."
        miss(.light, isOwn ? .dependent : .missing, sentence, isNoted: false)
    }

    /// The word for film and slides, where these are asked for.
    private mutating func lightWord(_ option: DeviceOption) -> String? {
        guard request.isTransparent == true else { return nil }
        guard request.source != .feeder else {
            miss(.light, .dependent, "Film and slides lie on the glass, not in the feeder.")
            return nil
        }
        let word = SourceMeaning.transparent(of: option.words)
        if word == nil { miss(.light, .missing, "The scanner has no unit for film and slides.") }
        return word
    }

    /// What stands for a source option where there is none: sheet-fed scanners say so in their type.
    static func words(ofType type: String) -> [String] {
        SourceMeaning.feeder.pick(from: [type]) == nil ? ["flatbed"] : ["adf"]
    }

    private mutating func settle(_ choice: SourceChoice, isWished: Bool = false) {
        settings.source = choice.source
        settings.sourceWord = choice.word
        settings.bothSides = choice.bothSides
        settings.pageLimit = choice.source == .glass ? 1 : request.pageLimit
        if let sentence = choice.note, !isWished {
            let isFed = choice.source == .feeder
            miss(isFed ? .bothSides : .source, isFed ? .badValue : .missing, sentence)
        }
        // That a scanner with a feeder only feeds is worth no word to those who do not insist.
        if let wanted = request.source, wanted != choice.source, !isWished {
            miss(.source, .missing, "The scanner has no \(wanted == .glass ? "glass" : "feeder").", isNoted: false)
        }
    }

    /// One side or both, where that is an option of its own.
    ///
    /// Set whatever it is said to have, since some drivers keep it per source; not touched for the glass, and not
    /// where the source's word said it.
    mutating func duplexWish(_ options: [DeviceOption]) -> Wish? {
        guard settings.source == .feeder else {
            if request.bothSides {
                miss(.bothSides, .dependent, "Both sides need the feeder; the glass gave one side.")
            }
            return nil
        }
        if let word = settings.sourceWord, saysBothSides(word) {
            if !request.bothSides {
                miss(.bothSides, .badValue, "The feeder always takes both sides.", isNoted: false)
            }
            return nil
        }
        for name in ScanAspect.bothSides.names {
            guard let option = options.settable(name),
                let both = Self.duplexValue(of: option, bothSides: true)
            else { continue }
            if let wished = wishedValue(option) {
                settings.bothSides = wished == both
                if settings.bothSides != request.bothSides {
                    miss(.bothSides, .dependent, "The option \"\(option.name)\" was set, too.", isNoted: false)
                }
                return want(wished, of: option, always: true, { _ in nil })
            }
            guard let value = Self.duplexValue(of: option, bothSides: request.bothSides) else { continue }
            guard let wish = want(value, of: option, always: true, { _ in nil }) else { return nil }
            settings.bothSides = request.bothSides
            return wish
        }
        if request.bothSides {
            miss(.bothSides, .missing, "The scanner does not offer both sides; one side was scanned.")
        }
        return nil
    }

    private func saysBothSides(_ word: String) -> Bool {
        let own = [device.flatbed, device.feeder, device.feederDuplex].map { $0?.plain }
        guard let place = own.firstIndex(of: word.plain) else { return SourceMeaning(word: word) == .bothSides }
        return place == 2
    }

    static func duplexValue(of option: DeviceOption, bothSides: Bool) -> OptionValue? {
        guard option.type != .bool else { return .bool(bothSides) }
        // A colour mode of the same name has no word for both sides, hence is left alone.
        guard let both = bothSidesWords.pick(from: option.words) else { return nil }
        return (bothSides ? both : oneSideWords.pick(from: option.words)).map { .string($0) }
    }

    private static let bothSidesWords = OptionWords(whole: ["duplex"], parts: ["duplex", "both", "double", "two"])
    private static let oneSideWords = OptionWords(
        whole: ["simplex", "single", "front"],
        parts: ["simplex", "single", "front", "one"]
    )
}
