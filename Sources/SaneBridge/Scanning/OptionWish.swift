/// A value for an option of the driver itself, for those who know it.
package struct OptionWish: Hashable, Sendable, Codable {
    /// How the option is meant.
    package enum Meant: Hashable, Sendable, Codable {
        /// Its place in the device's list, as SANE counts.
        case place(Int)
        case name(String)
    }

    package var option: Meant
    /// As it was written; the option's type says what becomes of it.
    package var value: OptionValue
    /// Without it there is no sense in scanning.
    package var isNeeded: Bool
    /// It comes of a whole profile: what the scanner does not have now is passed over without a word.
    package var isRestored: Bool
    /// What was said later and hence counts more.
    package var yieldsTo: Set<ScanAspect> = []

    package init(_ option: Meant, _ value: OptionValue, isNeeded: Bool = false, isRestored: Bool = false) {
        self.option = option
        self.value = value
        self.isNeeded = isNeeded
        self.isRestored = isRestored
    }

    /// Whether this option is meant.
    func means(_ option: DeviceOption) -> Bool {
        switch self.option {
        case .place(let place): option.index == place
        case .name(let name): option.name == name
        }
    }

    /// How it is called in a sentence.
    var title: String {
        switch option {
        case .place(let place): "option \(place)"
        case .name(let name): "option \(name)"
        }
    }
}

extension ScanRequest {
    /// The wish that counts for an option: the last one, unless what it is about was said in other words after it.
    func wish(for option: DeviceOption) -> OptionWish? {
        guard !wishes.isEmpty else { return nil }
        let aspect = ScanAspect(option: option.plainName)
        return wishes.last { wish in
            wish.means(option) && !(aspect.map { wish.yieldsTo.contains($0) } ?? false)
        }
    }
}

extension DeviceOption {
    /// A wish in the form that this option takes; nil when it is none for it. Numbers are moved to the nearest legal one.
    func value(wished: OptionValue) -> OptionValue? {
        switch type {
        case .bool: wished.flag.map { .bool($0) }
        case .int, .fixed: size == 1 ? wished.written.map { .number(legal($0)) } : table(wished)
        case .string: word(wished).map { .string($0) }
        case .button: wished == .press || wished.flag == true ? .press : nil
        case .group: nil
        }
    }

    private func table(_ wished: OptionValue) -> OptionValue? {
        guard case .numbers(let numbers) = wished, numbers.count == size else { return nil }
        return .numbers(numbers.map(legal))
    }

    private func word(_ wished: OptionValue) -> String? {
        switch wished {
        case .string(let text): words.isEmpty ? text : text.spelled(as: words)
        // "1.8" and "300 dpi" are numbers to some.
        case .number(let number): words.first { $0.leadingNumber == number }
        default: nil
        }
    }
}

extension OptionValue {
    /// All numbers in it, one or many.
    var allNumbers: [Double] {
        if case .numbers(let numbers) = self { numbers } else { [written].compactMap(\.self) }
    }

    /// The one number that somebody wrote; nil for several, and for a text that is no number to its end.
    var written: Double? {
        switch self {
        case .number(let number): number
        case .numbers(let numbers): numbers.count == 1 ? numbers[0] : nil
        case .string(let text): text.writtenNumber
        case .bool, .press, .automatic: nil
        }
    }

    /// On or off, in the ways people write it.
    var flag: Bool? {
        switch self {
        case .bool(let flag): flag
        case .number(0): false
        case .number(1): true
        case .string(let text): OptionValue.flags[text.plain]
        default: nil
        }
    }

    private static let flags = [
        "yes": true, "true": true, "on": true, "1": true, "no": false, "false": false, "off": false, "0": false,
    ]
}
