/// Turns a request and a device's own options into settings, one at a time, in the order that drivers need.
///
/// Setting one option may alter, hide or reset others: hence the device's list is looked at anew before every step,
/// and what was chosen is read back at the end. Only what the request needs and what differs is set. It acts on
/// nothing itself: whoever holds the device asks `next`, does it, and tells `took` or `refused`.
package struct OptionPlan {
    let request: ScanRequest
    /// SANE's word for the kind of device ("sheet-fed scanner"); decides where a device without a source option feeds.
    let type: String
    /// What people said about this scanner.
    let device: DeviceSettings
    var settings = ScanSettings(source: .glass)
    /// What the pixels will be, which is not always what was asked for.
    var colour: ColourMode

    var stage = Stage.source
    var round = 1
    private var sets = 0
    /// Wishes dealt with in this round, by option name.
    private var handled: Set<String> = []
    /// What the options that must hold at the end were answered to have.
    var answers: [String: OptionValue] = [:]
    /// Names of the options that were told to choose by themselves.
    var automatic: Set<String> = []
    /// Values read or told since options changed last.
    var known: [String: OptionValue] = [:]
    private var pending: Wish?
    /// Something that the request insists on cannot be had.
    private var unmet: ScanError?

    package init(for request: ScanRequest, type: String = "", device: DeviceSettings = DeviceSettings()) {
        self.request = request
        self.type = type
        self.device = device
        colour = request.colour
    }

    /// What to do next.
    package enum Step: Equatable {
        case set(DeviceOption, OptionValue)
        case done(ScanSettings)
    }

    /// The order matters: each of these may change what the later ones can be.
    enum Stage: Int, CaseIterable {
        case source, duplex, mode, depth, ownOptions, resolution, pageSize, area, rest, leftOver

        var following: Stage? { Stage(rawValue: rawValue + 1) }

        /// The part of a request that is dealt with; nil where there are several.
        var part: ScanAspect? {
            switch self {
            case .source: .source
            case .duplex: .bothSides
            case .mode: .colour
            case .depth: .depth
            case .resolution: .resolution
            case .pageSize, .area: .area
            case .ownOptions, .rest, .leftOver: nil
            }
        }
    }

    /// A value that an option shall have.
    struct Wish {
        var option: DeviceOption
        var value: OptionValue
        /// Without it there is no sense in scanning.
        var isNeeded = false
        /// What is thrown for a device that refuses, where somebody insisted on this value.
        var failure: ScanError?
        /// The sentence for a device that refuses.
        var refusal: String
    }

    typealias Reading = (DeviceOption) -> OptionValue?

    /// No plan needs as many: each option is set at most twice. A driver that goes on changing its list ends here.
    private static let mostSets = 64

    /// The next thing to do given the device's options as they are now.
    ///
    /// `current` reads one option's value on demand (nil when it cannot be read). It is a round trip to the device,
    /// hence asked only for what is needed.
    ///
    /// - Throws: `ScanError.notOffered` when the device has nothing of the kind that was asked for, and `unmet` when it
    ///   has not what the request insists on.
    package mutating func next(
        _ options: [DeviceOption],
        current: (DeviceOption) -> OptionValue?
    ) throws(ScanError) -> Step {
        while true {
            let wish = try wish(options, current)
            if let unmet { throw unmet }
            if let wish {
                sets += 1
                guard sets <= Self.mostSets else { throw .device(.invalid) }
                pending = wish
                return .set(wish.option, wish.value)
            }
            if let following = stage.following {
                stage = following
            } else if readBack(options, current), round == 1 {
                round = 2
                handled = []
                stage = .mode
            } else {
                checkBits()
                if let unmet { throw unmet }
                return .done(settings)
            }
        }
    }

    /// Tells what the device made of the last `.set`.
    package mutating func took(_ outcome: SetOutcome) {
        guard let wish = pending else { return }
        pending = nil
        if outcome.reloadsOptions { known = [:] }
        known[wish.option.name] = outcome.value
        answers[wish.option.name] = outcome.value
    }

    /// Tells that the device refused the last `.set`: a setting that a scan can do without is skipped with a note.
    ///
    /// - Throws: the error, when the setting is needed or when it is the device that is in trouble, not the value.
    package mutating func refused(_ error: ScanError) throws(ScanError) {
        guard let wish = pending else { throw error }
        pending = nil
        guard error == .device(.invalid) || error == .device(.unsupported) else { throw error }
        if let failure = wish.failure { throw failure }
        if wish.value == .automatic {
            // Its stage goes on as if nobody had said anything.
            handled.remove(wish.option.name)
        } else if wish.isNeeded {
            throw error
        }
        if stage == .duplex { settings.bothSides = false }
        let part = stage.part ?? ScanAspect(option: wish.option.plainName)
        miss(part, error == .device(.invalid) ? .badValue : .dependent, wish.refusal)
        if let unmet { throw unmet }
    }

    private mutating func wish(_ options: [DeviceOption], _ current: Reading) throws(ScanError) -> Wish? {
        if let wish = automaticWish(options, current) { return wish }
        return switch stage {
        case .source: sourceWish(options, current)
        case .duplex: duplexWish(options)
        case .mode: try modeWish(options, current)
        case .depth: depthWish(options, current)
        case .ownOptions: ownOptionWish(options, current) ?? earlyWish(options, current)
        case .resolution: resolutionWish(options, current)
        case .pageSize: pageSizeWish(options, current)
        case .area: try areaWish(options, current)
        case .rest: adjustmentWish(options, current)
        case .leftOver: try leftOverWish(options, current)
        }
    }
}

/// What the stages use.
extension OptionPlan {
    /// Wants a value, once a round; nil when the device has it already or was asked before.
    ///
    /// `always` sets it whatever the device says that it has; `purpose` tells two wishes for one option apart.
    mutating func want(
        _ value: OptionValue,
        of option: DeviceOption,
        isNeeded: Bool = false,
        always: Bool = false,
        purpose: String = "",
        _ current: Reading
    ) -> Wish? {
        guard handled.insert(option.name + purpose).inserted else { return nil }
        if !always, let present = self.value(of: option, current), option.holds(present, for: value) {
            answers[option.name] = present
            return nil
        }
        let name = option.title.isEmpty ? option.name : option.title
        let refusal = "The scanner refused the value for \"\(name)\"; its own value was used."
        return Wish(option: option, value: value, isNeeded: isNeeded, refusal: refusal)
    }

    /// What an option has, read from the device at most once between two changes.
    mutating func value(of option: DeviceOption, _ current: Reading) -> OptionValue? {
        if let value = known[option.name] { return value }
        guard option.isReadable, let value = current(option) else { return nil }
        known[option.name] = value
        return value
    }

    /// The number that the device made of a wish.
    func told(_ name: String) -> Double? {
        answers.first { $0.key.plainName == name }?.value.number
    }

    /// True when this round asked for it already.
    func isHandled(_ option: DeviceOption?) -> Bool {
        option.map { handled.contains($0.name) } ?? true
    }

    /// Notes words that somebody named and the scanner does not have.
    mutating func noteWords(_ words: [String?], offered: [String]) {
        for word in words.compactMap(\.self) where word.spelled(as: offered) == nil {
            note("The configuration names \"\(word)\", which the scanner does not offer; it was passed over.")
        }
    }

    /// Notes what cannot be had as it was asked for; where the request insists on it, the plan has failed.
    ///
    /// - Parameter isNoted: false for what nobody needs to know unless the plan fails for it.
    mutating func miss(_ part: ScanAspect?, _ why: Unmet, _ sentence: String, isNoted: Bool = true) {
        if let part, request.musts.contains(part), unmet == nil { unmet = .unmet(why, sentence) }
        if isNoted { note(sentence) }
    }

    /// Adds a sentence for people, once.
    mutating func note(_ sentence: String) {
        if !settings.notes.contains(sentence) { settings.notes.append(sentence) }
    }
}
