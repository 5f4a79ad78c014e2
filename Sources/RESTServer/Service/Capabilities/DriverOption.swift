import DWTWire
import Scanning

/// The options of a driver as capabilities of their own, for all that TWAIN has no number for: 0x8000 and the option's
/// place in the device's list.
enum DriverOption {
    private static let first = 0x8000
    /// No device has more; numbers beyond are somebody else's.
    private static let most = 4_096

    /// The option's place that a number means; nil for TWAIN's own numbers and for those beyond every list.
    static func place(_ id: Int) -> Int? {
        (first + 1...first + most).contains(id) ? id - first : nil
    }

    /// What is told of an option; nil for titles, and for what sleeps in the present mode.
    static func details(_ described: DescribedOption) -> CapabilityDetails? {
        let option = described.option
        guard option.type != .group, option.isSettable || option.isReadable else { return nil }
        var details = CapabilityDetails(
            id: first + option.index,
            label: option.title.isEmpty ? option.name : option.title,
            type: type(of: option),
            container: container(of: described),
            queries: queries(of: option)
        )
        if details.queries == CapabilityQuery.reading { details.queries = details.container.readings }
        details.unit = units[option.unit]
        details.canBeAutomatic = option.canBeAutomatic
        if !details.container.isRange { details.limits = option.settableLimits }
        let help = [described.help, details.limits?.sentence ?? ""].filter { !$0.isEmpty }
        details.help = help.isEmpty ? nil : help.joined(separator: " ")
        return details
    }

    private static let units: [DeviceOption.Unit: String] = [
        .pixel: "pixel", .bit: "bit", .millimetre: "mm", .dpi: "dpi", .percent: "%", .microsecond: "µs",
    ]

    private static func type(of option: DeviceOption) -> CapabilityType {
        switch option.type {
        case .bool, .button, .group: .bool
        case .int: .int32
        case .fixed: .fix32
        case .string:
            .text(bytes: max(option.words.map(\.utf8.count).max() ?? 0, option.words.isEmpty ? option.size - 1 : 0))
        }
    }

    private static func queries(of option: DeviceOption) -> [CapabilityQuery] {
        if option.type == .button { return [.set] }
        if !option.isSettable { return CapabilityQuery.reading }
        return option.isReadable ? CapabilityQuery.all : [.set, .reset]
    }

    private static func container(of described: DescribedOption) -> CapabilityContainer {
        let option = described.option
        if option.size > 1, option.type == .int || option.type == .fixed {
            return .array(described.now.map(values) ?? [])
        }
        let now = described.now.flatMap { values($0).first }
        let initial = described.atOpening.flatMap { values($0).first } ?? now
        guard option.isSettable else { return .oneValue(now, default: nil) }
        switch (option.type, option.constraint) {
        case (.button, _): return .oneValue(.flag(false), default: nil)
        case (.string, .words(let words)) where !words.isEmpty:
            return .enumeration(words.map { .string($0) }, current: now, default: initial)
        case (.int, .numbers(let numbers)), (.fixed, .numbers(let numbers)):
            return .enumeration(numbers.map { .rounded($0) }, current: now, default: initial)
        case (.int, .range(let minimum, let maximum, let step)), (.fixed, .range(let minimum, let maximum, let step)):
            let pace = option.type == .int ? max(step, 1) : step
            return .whole(minimum, maximum, pace, now, initial) ?? .oneValue(now, default: initial)
        default: return .oneValue(now, default: initial)
        }
    }

    private static func values(_ value: OptionValue) -> [JSONValue] {
        switch value {
        case .bool(let isOn): [.flag(isOn)]
        case .number(let number): [.rounded(number)]
        case .numbers(let numbers): numbers.map { .rounded($0) }
        case .string(let text): [.string(text)]
        case .press, .automatic: []
        }
    }
}

extension CapabilityContainer {
    fileprivate var isRange: Bool {
        if case .range = self { true } else { false }
    }
}
