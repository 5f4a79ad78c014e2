/// Mode, depth and resolution.
extension OptionPlan {
    /// What a pixel shows, set on every job: many devices wake up in black and white.
    mutating func modeWish(_ options: [DeviceOption], _ current: Reading) throws(ScanError) -> Wish? {
        guard let option = options.named("mode"), !option.words.isEmpty else { return nil }
        if option.isSettable, let word = wishedValue(option)?.word, !isOwnChoice(word, option, options) {
            colour = device.colour(of: word) ?? colour
            if colour != request.colour {
                miss(.colour, .dependent, "The scanner's mode \(word) was asked for, too.", isNoted: false)
            }
            settings.wishedColour = colour
            settings.modeWord = word
            return want(.string(word), of: option, isNeeded: true, current)
        }
        let choice: ModeChoice
        do throws(ScanError) {
            choice = try modeChoice(of: option.words, for: request.colour, options)
        } catch {
            // What cannot be chosen anyway need not be understood.
            guard !option.isSettable else { throw error }
            return nil
        }
        noteWords([device.word(for: request.colour)], offered: option.words)
        colour = choice.colour
        if let sentence = choice.note { miss(isMakeable ? nil : .colour, .badValue, sentence) }
        guard option.isSettable, option.words.count > 1 else {
            settings.modeWord = option.words.count == 1 ? choice.word : nil
            return nil
        }
        settings.modeWord = choice.word
        return want(.string(choice.word), of: option, isNeeded: true, current)
    }

    /// Whether a mode that a job itself names is the one that makes the colour it insists on: black and white of gray.
    private func isOwnChoice(_ word: String, _ option: DeviceOption, _ options: [DeviceOption]) -> Bool {
        guard request.musts.contains(.colour) else { return false }
        return (try? modeChoice(of: option.words, for: request.colour, options))?.word == word
    }

    /// The best of some words for a colour.
    func modeChoice(
        of words: [String],
        for colour: ColourMode,
        _ options: [DeviceOption]
    ) throws(ScanError) -> ModeChoice {
        try ModeChoice(
            offered: words,
            wanted: colour,
            depth: depth(of: colour),
            offersDepthOne: Self.offersDepthOne(options),
            device: device
        )
    }

    /// Bits per sample, where they are an option beside the mode.
    mutating func depthWish(_ options: [DeviceOption], _ current: Reading) -> Wish? {
        let wanted = depth(of: colour)
        let named = settings.modeWord.flatMap { ModeMeaning(word: $0)?.depth }
        guard let option = options.settable("depth"), option.limits != nil else {
            if let asked = request.depth, asked != (named ?? depth(of: colour, asked: nil)) { noteDepth(asked) }
            if isBilevelByDepth { settleForGray() }
            return nil
        }
        if let wished = wishedValue(option) {
            settings.isDepthWished = true
            // Colour of fewer bits fills pages of 8.
            let made = wished.number.map { colour == .colour ? max($0, 8) : $0 }
            if let asked = request.depth, made != Double(asked) {
                miss(.depth, .dependent, "Another depth was asked for, too.", isNoted: false)
            }
            return want(wished, of: option, current)
        }
        let legal = option.legal(Double(wanted))
        if isBilevelByDepth, legal != 1 { settleForGray() }
        // A bilevel mode has its depth by itself; the option then speaks of the other modes.
        if colour == .bilevel, legal != 1 { return nil }
        if let asked = request.depth, legal != Double(asked), named != asked { noteDepth(asked) }
        return want(.number(legal), of: option, isNeeded: isBilevelByDepth, current)
    }

    /// Dots per inch: one option for both directions where there is one, else each.
    mutating func resolutionWish(_ options: [DeviceOption], _ current: Reading) -> Wish? {
        let across = request.resolution
        let down = request.lineResolution ?? across
        if let option = options.settable("resolution") {
            let value = wishedValue(option) ?? Self.resolution(sharedResolution, of: option)
            return want(value, of: option, isNeeded: true, current)
        }
        for (name, wanted) in [("x-resolution", across), ("y-resolution", down)] {
            guard let option = options.settable(name) else { continue }
            let value = wishedValue(option) ?? Self.resolution(wanted, of: option)
            if let wish = want(value, of: option, isNeeded: true, current) { return wish }
        }
        // One that nobody can set counts as told, since corners may count its pixels.
        if let option = Self.resolutionOption(in: options), !isHandled(option),
            let present = value(of: option, current)
        {
            answers[option.name] = present
        }
        return nil
    }

    /// What one option for both directions is asked for: of two that which must be had counts more.
    var sharedResolution: Double {
        let isDown = request.musts.contains(.lineResolution) && !request.musts.contains(.resolution)
        return isDown ? request.lineResolution ?? request.resolution : request.resolution
    }

    /// The option that tells the resolution: the plain one, else that across.
    static func resolutionOption(in options: [DeviceOption]) -> DeviceOption? {
        let plain = options.named("resolution")
        return plain?.isReadable == true ? plain : options.named("x-resolution", "y-resolution") ?? plain
    }

    /// The option that tells the resolution down the page: the plain one, else that of its own.
    static func lineOption(in options: [DeviceOption]) -> DeviceOption? {
        let plain = options.named("resolution")
        return plain?.isReadable == true ? plain : options.named("y-resolution", "x-resolution") ?? plain
    }

    /// The legal value nearest to `dpi`. Entries that mean "automatic" (0, or a word without a number) are passed over.
    private static func resolution(_ dpi: Double, of option: DeviceOption) -> OptionValue {
        switch option.constraint {
        case .numbers(let numbers): .number(dpi.nearest(of: numbers.filter { $0 > 0 }) ?? dpi)
        case .words(let words):
            words.filter { ($0.leadingNumber ?? 0) > 0 }
                .sorted { ($0.leadingNumber ?? 0) > ($1.leadingNumber ?? 0) }
                .first { (($0.leadingNumber ?? 0) - dpi).magnitude }
                .map { .string($0) } ?? .string(dpi.brief)
        case .range, .none: .number(option.legal(dpi))
        }
    }

    private func depth(of colour: ColourMode) -> Int { depth(of: colour, asked: request.depth) }

    private func depth(of colour: ColourMode, asked: Int?) -> Int { colour == .bilevel ? 1 : asked ?? 8 }

    /// True when the mode chosen is gray and only its depth can make it bilevel (SANE's own `test` backend).
    private var isBilevelByDepth: Bool {
        colour == .bilevel && settings.modeWord.flatMap { ModeMeaning(word: $0)?.colour } == .gray
            && settings.modeWord?.plain != device.bilevel?.plain
    }

    static func offersDepthOne(_ options: [DeviceOption]) -> Bool {
        // Looked at before the mode is set, hence also while inactive.
        switch options.named("depth")?.constraint {
        case .numbers(let depths): depths.contains(1)
        case .range(let minimum, _, _): minimum == 1
        default: false
        }
    }

    /// Gray and bilevel are made of whatever comes; colour cannot be.
    var isMakeable: Bool { request.colour != .colour }

    private mutating func settleForGray() {
        colour = .gray
        note("The scanner does not offer \(ColourMode.bilevel.words); it is made of \(ColourMode.gray.words).")
    }

    private mutating func noteDepth(_ depth: Int) {
        let sentence = "The scanner does not offer \(depth, of: "bit") per sample here; its nearest depth was used."
        miss(.depth, .badValue, sentence)
    }
}
