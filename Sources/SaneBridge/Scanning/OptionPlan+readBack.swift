/// What the device has made of it all.
extension OptionPlan {
    /// Reads what a page is told by into the settings, and answers whether something changed since it was set.
    mutating func readBack(_ options: [DeviceOption], _ current: Reading) -> Bool {
        let untouched = known
        known = [:]
        readSourceBack(options, current)
        checkLight(options)
        var changed = false
        if let option = options.named("mode"), let word = value(of: option, current)?.word {
            changed = settings.modeWord.map { $0 != word } ?? false
            settings.modeWord = word
            if changed, round == 2 {
                miss(isMakeable ? nil : .colour, .dependent, "The scanner went back to its mode \(word).")
            }
        }
        changed = readResolutionBack(options, current) || changed
        // Corners are read again only where options have changed since.
        for axis in Axis.allCases { known[axis.low] = untouched[axis.low] }
        readOrigin(options, current)
        return changed
    }

    private mutating func readResolutionBack(_ options: [DeviceOption], _ current: Reading) -> Bool {
        guard let option = Self.resolutionOption(in: options), let dpi = self.dpi(of: option, current) else {
            for part in [ScanAspect.resolution, .lineResolution] {
                miss(part, .missing, "The scanner does not tell its resolution.", isNoted: false)
            }
            return false
        }
        settings.resolution = dpi
        var changed = hasChanged(option)
        // Where one option speaks for both directions there is no other one.
        let down = Self.lineOption(in: options).flatMap { $0.index == option.index ? nil : $0 }
        let downDpi = down.flatMap { self.dpi(of: $0, current) } ?? dpi
        settings.lineResolution = downDpi == dpi ? nil : downDpi
        if let down { changed = hasChanged(down) || changed }
        guard round == 2 || !changed else { return changed }
        let isShared = down == nil && request.lineResolution != nil
        compare(dpi, wished(request.resolution, of: option, .resolution), .resolution, isShared)
        let downWish = wished(request.lineResolution ?? request.resolution, of: down ?? option, .lineResolution)
        if down != nil || isShared || request.musts.contains(.lineResolution) {
            compare(downDpi, downWish, .lineResolution, isShared)
        }
        return changed
    }

    /// Dots that an option tells, or that the device answered when it was set.
    private mutating func dpi(of option: DeviceOption, _ current: Reading) -> Double? {
        let dpi = (value(of: option, current) ?? answers[option.name])?.number
        return dpi.flatMap { $0 > 0 ? $0 : nil }
    }

    /// What counts: what somebody insists on, else what the option itself was told.
    private func wished(_ dpi: Double, of option: DeviceOption, _ part: ScanAspect) -> Double {
        request.musts.contains(part) ? dpi : wishedValue(option)?.number ?? dpi
    }

    private mutating func compare(_ dpi: Double, _ wanted: Double, _ part: ScanAspect, _ isShared: Bool) {
        guard (dpi - wanted).magnitude >= 1 else { return }
        let sentence =
            isShared
            ? "The scanner has one resolution for both directions: \(dpi.brief) dpi were used."
            : "\(wanted.brief) dpi are not offered; \(dpi.brief) dpi were used."
        miss(part, isShared ? .dependent : .badValue, sentence)
    }

    private func hasChanged(_ option: DeviceOption) -> Bool {
        guard let answer = answers[option.name], let present = known[option.name] else { return false }
        return !option.holds(present, for: answer)
    }

    /// Bits were counted for the pixels that were asked for, and others may come.
    mutating func checkBits() {
        guard let bits = request.bits else { return }
        // Pages are reduced to what was asked for, never the other way.
        let made = ColourMode.allCases.first { $0 == colour || $0 == request.colour } ?? colour
        if (settings.wishedColour ?? made).depth(ofBits: bits) == nil {
            miss(.depth, .dependent, "Pixels of \(bits, of: "bit") do not go with this mode of the scanner.")
        }
    }

    /// Where the scanned area begins, as the device has it.
    private mutating func readOrigin(_ options: [DeviceOption], _ current: Reading) {
        settings.origin = ScanOrigin()
        settings.origin.left = start(.across, options, current)
        settings.origin.top = start(.down, options, current)
        guard let cut = settings.cut else { return }
        settings.origin.left.micrometres += cut.left.micrometres
        settings.origin.top.micrometres += cut.top.micrometres
    }

    private mutating func start(_ axis: Axis, _ options: [DeviceOption], _ current: Reading) -> Length {
        guard let option = options.named(axis.low),
            let place = (value(of: option, current) ?? answers[option.name])?.number
        else {
            return Length(micrometres: 0)
        }
        guard option.unit == .pixel else { return .millimetres(place) }
        let down = settings.lineResolution ?? settings.resolution
        return .inches(place / ((axis == .across ? settings.resolution : down) ?? request.resolution))
    }
}
