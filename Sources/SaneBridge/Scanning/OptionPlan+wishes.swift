/// Options of the driver that a job itself names.
///
/// What a stage of the plan decides by itself is decided by such a wish instead, at its place in the order; everything
/// else is set beside the options of the configuration, or at the end, when nothing can make it active any more.
extension OptionPlan {
    /// What an option shall have by a wish of its own; nil when there is none, or none that it could take.
    func wishedValue(_ option: DeviceOption) -> OptionValue? {
        request.wish(for: option).flatMap { own in
            // What the device chose by itself counts as if somebody had named it.
            own.value == .automatic
                ? automatic.contains(option.name) ? answers[option.name] : nil
                : option.value(wished: own.value)
        }
    }

    /// The next wish for an option that no later stage is about.
    mutating func earlyWish(_ options: [DeviceOption], _ current: Reading) -> Wish? {
        for own in request.wishes {
            guard let option = options.first(where: own.means), option.isSettable, request.wish(for: option) == own,
                !Self.comesLater(option), let value = option.value(wished: own.value)
            else { continue }
            if let wish = want(value, of: option, own, current) { return wish }
        }
        return nil
    }

    /// The next wish that is not fulfilled yet; one that cannot be is noted, or ends the plan when it must be.
    mutating func leftOverWish(_ options: [DeviceOption], _ current: Reading) throws(ScanError) -> Wish? {
        for own in request.wishes {
            let option = options.first(where: own.means)
            if let option, request.wish(for: option) != own { continue }
            if own.value == .automatic {
                if let wish = try lateAutomaticWish(own, option, current) { return wish }
                continue
            }
            // A button that is not to be pressed.
            if option?.type == .button, own.value.flag == false { continue }
            guard let option, let value = value(of: own, for: option) else {
                try refuse(own, option)
                continue
            }
            if let wish = want(value, of: option, own, current) { return wish }
        }
        return nil
    }

    private static let later: Set<ScanAspect> = [.resolution, .area]

    private static func comesLater(_ option: DeviceOption) -> Bool {
        ScanAspect(option: option.plainName).map(later.contains) ?? false
    }

    mutating func want(
        _ value: OptionValue,
        of option: DeviceOption,
        _ own: OptionWish,
        _ current: Reading
    ) -> Wish? {
        var wish = want(value, of: option, always: value == .press || value == .automatic, current)
        if own.isNeeded { wish?.failure = Self.refusal(of: own, option, .badValue) }
        return wish
    }

    /// Nil for an option that cannot be set now, and for a value that a needed wish would get only nearly.
    private func value(of own: OptionWish, for option: DeviceOption) -> OptionValue? {
        guard option.isSettable, let value = option.value(wished: own.value) else { return nil }
        guard own.isNeeded else { return value }
        let (wanted, legal) = (own.value.allNumbers, value.allNumbers)
        let isWhole = zip(wanted, legal).allSatisfy { option.holds(.number($1), for: .number($0)) }
        return isWhole ? value : nil
    }

    mutating func refuse(_ own: OptionWish, _ option: DeviceOption?) throws(ScanError) {
        let trouble: Unmet =
            switch option {
            case nil: .missing
            case let option? where !option.capabilities.contains(.softSelect): .readOnly
            case let option? where option.capabilities.contains(.inactive): .dependent
            case let option? where own.value == .automatic && !option.canBeAutomatic: .notAutomatic
            default: .badValue
            }
        if own.isNeeded { throw Self.refusal(of: own, option, trouble) }
        if !own.isRestored { note("\(Self.sentence(of: own, option, trouble)); it was passed over.") }
    }

    static func refusal(of own: OptionWish, _ option: DeviceOption?, _ trouble: Unmet) -> ScanError {
        .unmet(trouble, "\(sentence(of: own, option, trouble)).")
    }

    private static func sentence(of own: OptionWish, _ option: DeviceOption?, _ trouble: Unmet) -> String {
        let name = option.map { "the option \"\($0.title.isEmpty ? $0.name : $0.title)\"" } ?? own.title
        return switch trouble {
        case .missing: "The scanner has no \(own.title)"
        case .readOnly: "The scanner lets nobody set \(name)"
        case .dependent: "The scanner does not take \(name) together with the other settings"
        case .badValue: "The scanner does not take this value for \(name)"
        case .notAutomatic: "The scanner does not choose a value for \(name) by itself"
        }
    }
}
