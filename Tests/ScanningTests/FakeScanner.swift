import TestSupport
import Testing

@testable import Scanning

/// A scanner that behaves as its profile says: it rounds to constraints, hides and changes options, resets some when
/// others are set, refuses what SANE refuses, and keeps a log of what was set.
final class FakeScanner {
    private let profile: ScannerProfile
    private var values: [String: OptionValue]
    private var activeStates: Set<Int> = []

    /// The sets in order, as people would write them: `mode=Gray`.
    private(set) var log: [String] = []
    private(set) var reads: [String] = []
    /// True once the top left corner was beyond the bottom right one.
    private(set) var wasInverted = false
    /// Sets of these options are refused as drivers do that do not say why.
    var refused: [String: ScanError] = [:]
    /// A reset is not announced, as by drivers that forget to.
    var resetsInSilence = false
    /// Options that cannot be read.
    var unreadable: Set<String> = []

    init(_ profile: ScannerProfile) {
        self.profile = profile
        values = [:]
        for option in profile.options { values[option.n] = option.d?.option }
        settle()
        log = []
    }

    /// The options as they are now.
    var options: [DeviceOption] {
        var list = profile.options
        for state in activeStates.sorted() {
            for changed in profile.states[state].options {
                if let place = list.firstIndex(where: { $0.n == changed.n }) { list[place] = changed }
            }
        }
        var options = list.enumerated().map { $1.descriptor(index: $0 + 1) }
        for (follower, leader) in profile.follows ?? [:] {
            guard let place = options.firstIndex(where: { $0.name == follower }),
                options.first(where: { $0.name == leader })?.isSettable == true,
                case .range(let minimum, _, let step) = options[place].constraint,
                let maximum = values[leader]?.number
            else { continue }
            options[place].constraint = .range(minimum: minimum, maximum: maximum, step: step)
        }
        return options
    }

    func value(_ name: String) -> OptionValue? { values[name] }

    func read(_ option: DeviceOption) -> OptionValue? {
        reads.append(option.name)
        return unreadable.contains(option.name) ? nil : values[option.name]
    }

    func set(_ wanted: DeviceOption, _ value: OptionValue) throws(ScanError) -> SetOutcome {
        let before = options
        guard let option = before.first(where: { $0.index == wanted.index }), option.isSettable else {
            throw .device(.invalid)
        }
        if let error = refused[option.name] { throw error }
        log.append("\(option.name)=\(Self.text(value))")
        let first = profile.options.first { $0.n == option.name }?.d?.option
        let rounded = try value == .automatic && option.canBeAutomatic ? first ?? value : Self.rounded(value, option)
        values[option.name] = rounded
        let resets = profile.resets?[option.name] ?? [:]
        for (name, value) in resets { values[name] = value.option }
        settle()
        let reloads = options != before || (!resets.isEmpty && !resetsInSilence)
        return SetOutcome(value: values[option.name] ?? rounded, reloadsOptions: reloads)
    }

    /// Brings states and values in line after a change.
    private func settle() {
        let active = Set(
            profile.states.indices.filter { place in
                profile.states[place].when.allSatisfy { name, values in
                    values.contains { $0.option == self.values[name] }
                }
            }
        )
        for state in active.subtracting(activeStates) {
            for option in profile.states[state].options {
                if let value = option.d?.option { values[option.n] = value }
            }
        }
        activeStates = active
        for option in options {
            guard case .range(_, let maximum, _) = option.constraint, let number = values[option.name]?.number else {
                continue
            }
            values[option.name] = .number(min(number, maximum))
        }
        for (low, high) in [("tl-x", "br-x"), ("tl-y", "br-y")] {
            if let low = values[low]?.number, let high = values[high]?.number, low > high { wasInverted = true }
        }
    }

    /// What `sanei_constrain_value` makes of a value.
    private static func rounded(_ value: OptionValue, _ option: DeviceOption) throws(ScanError) -> OptionValue {
        switch (option.type, option.constraint, value) {
        case (.string, .words(let words), .string(let word)):
            guard words.contains(word) else { throw .device(.invalid) }
        case (.string, .none, .string), (.bool, _, .bool): break
        case (.int, .numbers(let numbers), .number(let number)), (.fixed, .numbers(let numbers), .number(let number)):
            guard let nearest = number.nearest(of: numbers) else { throw .device(.invalid) }
            return .number(nearest)
        case (.int, .range(let low, let high, let step), .number(let number)),
            (.fixed, .range(let low, let high, let step), .number(let number)):
            guard option.type == .fixed || number == number.rounded() else { throw .device(.invalid) }
            let clamped = min(max(number, low), high)
            guard step > 0 else { return .number(clamped) }
            let stepped = low + ((clamped - low) / step).rounded() * step
            return .number(stepped > high ? stepped - step : stepped)
        case (.int, .none, .number), (.fixed, .none, .number): break
        default: throw .device(.invalid)
        }
        return value
    }

    private static func text(_ value: OptionValue) -> String {
        switch value {
        case .bool(let bool): "\(bool)"
        case .number(let number): number.brief
        case .numbers(let numbers): "\(numbers)"
        case .string(let word): word
        case .press: "press"
        case .automatic: "auto"
        }
    }
}

extension FakeScanner {
    /// Carries out a request as the worker does, and answers the settings.
    @discardableResult
    func settings(for request: ScanRequest, device: DeviceSettings = DeviceSettings()) throws -> ScanSettings {
        var plan = OptionPlan(for: request, type: profile.type, device: device)
        var options = self.options
        for _ in 0..<100 {
            switch try plan.next(options, current: { self.read($0) }) {
            case .done(let settings): return settings
            case .set(let option, let value):
                do throws(ScanError) {
                    let outcome = try set(option, value)
                    plan.took(outcome)
                    if outcome.reloadsOptions { options = self.options }
                } catch {
                    try plan.refused(error)
                }
            }
        }
        Issue.record("The plan does not end.")
        throw ScanError.host("endless")
    }
}

extension ScanRequest {
    /// A request in one expression.
    static func with(_ change: (inout ScanRequest) -> Void) -> ScanRequest {
        var request = ScanRequest()
        change(&request)
        return request
    }
}

extension ScanArea {
    static let a4 = ScanArea.page(width: .millimetres(210), height: .millimetres(297))
}
