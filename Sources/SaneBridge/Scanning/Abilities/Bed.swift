/// How far the source of now reaches, and what of it is scanned.
package struct Bed: Hashable, Sendable {
    /// Nil in a direction in which the device cannot be told what to scan.
    package var width: Length?
    package var height: Length?
    /// The smallest area that the device admits; nil when it does not say.
    package var leastWidth: Length?
    package var leastHeight: Length?
    /// A scan may begin anywhere, not only in the corner.
    package var isFree: Bool
    package var now: Frame?
    package var atOpening: Frame?
    /// The area was said in the scanner's own options.
    package var isOwn = false

    /// A rectangle on the bed.
    package struct Frame: Hashable, Sendable {
        package var left: Length
        package var top: Length
        package var right: Length
        package var bottom: Length
    }

    /// Whether a sheet of that size can be scanned whole: a millimetre too much is none, and Letter fits a bed of 8.5 inches
    /// however its maker rounded.
    package func holds(width: Length, height: Length) -> Bool {
        guard let ownWidth = self.width, let ownHeight = self.height else { return false }
        let slack = 1_000
        return width.micrometres <= ownWidth.micrometres + slack && height.micrometres <= ownHeight.micrometres + slack
            && width >= leastWidth ?? width && height >= leastHeight ?? height
    }
}

extension AbilityReading {
    var bed: Bed {
        let across = reach(.across)
        let down = reach(.down)
        return Bed(
            width: across?.most,
            height: down?.most,
            leastWidth: across?.least,
            leastHeight: down?.least,
            isFree: device.crop == true || OptionPlan.Axis.allCases.allSatisfy { options.settable($0.low) != nil },
            now: frame(\.now),
            atOpening: frame(\.atOpening),
            isOwn: options.contains { ScanAspect(option: $0.plainName) == .area && request.wish(for: $0) != nil }
        )
    }

    private func size(_ axis: OptionPlan.Axis) -> DeviceOption? {
        device.pageSizeFirst == false ? nil : options.settable(axis.size)
    }

    /// The option that says how far a scan goes, as the plan uses it.
    private func end(_ axis: OptionPlan.Axis) -> DeviceOption? { size(axis) ?? options.settable(axis.high) }

    private func reach(_ axis: OptionPlan.Axis) -> (most: Length, least: Length?)? {
        guard let option = end(axis), let limits = option.limits else { return nil }
        let start = max(0, options.settable(axis.low)?.limits?.lowest ?? 0)
        var most = length(limits.highest - start, option, axis)
        if source.now == .glass, let glass = device.flatbedSize?.end(axis) { most = min(most, glass) }
        let least = length(limits.lowest - start, option, axis)
        return (most, least.micrometres > 0 ? least : nil)
    }

    private func frame(_ moment: Moment) -> Bed.Frame? {
        guard let right = place(.across, moment), let bottom = place(.down, moment) else { return nil }
        return Bed.Frame(left: start(.across, moment), top: start(.down, moment), right: right, bottom: bottom)
    }

    private func place(_ axis: OptionPlan.Axis, _ moment: Moment) -> Length? {
        guard let option = options.settable(axis.high) ?? size(axis) else { return nil }
        return value(option, moment)?.number.map { length($0, option, axis) }
    }

    private func start(_ axis: OptionPlan.Axis, _ moment: Moment) -> Length {
        let option = options.settable(axis.low)
        return option.flatMap { option in value(option, moment)?.number.map { length($0, option, axis) } }
            ?? Length(micrometres: 0)
    }

    private func length(_ number: Double, _ option: DeviceOption, _ axis: OptionPlan.Axis) -> Length {
        guard option.unit == .pixel else { return .millimetres(number) }
        let names = ["resolution", axis == .across ? "x-resolution" : "y-resolution"]
        return .inches(number / (resolution(names)?.now ?? request.resolution))
    }
}
