/// Options whose values the device is to choose by itself.
extension OptionPlan {
    /// The next of them, at the stage that is about it: what the device chose is a wish like any other from then on.
    mutating func automaticWish(_ options: [DeviceOption], _ current: Reading) -> Wish? {
        for own in request.wishes where own.value == .automatic {
            guard let option = options.first(where: own.means), option.canBeAutomatic,
                request.wish(for: option) == own, Self.stage(of: option) == stage
            else { continue }
            if let wish = automaticWish(own, option, current) { return wish }
        }
        return nil
    }

    /// The same for an option that was asleep at its stage; one that cannot choose is noted, or ends the plan.
    mutating func lateAutomaticWish(
        _ own: OptionWish,
        _ option: DeviceOption?,
        _ current: Reading
    ) throws(ScanError) -> Wish? {
        if let option, option.canBeAutomatic { return automaticWish(own, option, current) }
        // Being chosen, it may put itself to sleep.
        if option.map({ !automatic.contains($0.name) }) ?? true { try refuse(own, option) }
        return nil
    }

    private mutating func automaticWish(_ own: OptionWish, _ option: DeviceOption, _ current: Reading) -> Wish? {
        guard automatic.insert(option.name).inserted else { return nil }
        return want(.automatic, of: option, own, current)
    }

    private static func stage(of option: DeviceOption) -> Stage {
        switch ScanAspect(option: option.plainName) {
        case .source: .source
        case .bothSides: .duplex
        case .colour: .mode
        case .depth: .depth
        case .resolution: .resolution
        case .area: ["scan-area", "page-width", "page-height"].contains(option.plainName) ? .pageSize : .area
        default: .ownOptions
        }
    }
}
