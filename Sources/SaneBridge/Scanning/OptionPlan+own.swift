/// Options of the driver that somebody wants set for every scan, by their own names.
extension OptionPlan {
    /// The next of them; what the scanner does not have now, or not of that kind, is noted.
    mutating func ownOptionWish(_ options: [DeviceOption], _ current: Reading) -> Wish? {
        for own in device.options {
            let name = own.name.plain
            let option = options.first { $0.isSettable && $0.type != .group && $0.name.plain == name }
            guard let option = option ?? options.settable(name) else {
                note("The configuration names the option \(own.name), which the scanner does not have here.")
                continue
            }
            guard let value = option.value(written: own.value) else {
                note("The option \(own.name) does not take the value \"\(own.value)\" of the configuration.")
                continue
            }
            if let wish = want(value, of: option, always: value == .press, current) { return wish }
        }
        return nil
    }
}

extension DeviceOption {
    /// A value as people write it; nil when it is none for this option.
    fileprivate func value(written text: String) -> OptionValue? {
        switch type {
        case .bool: Self.answers[text.plain].map { .bool($0) }
        case .int, .fixed: size == 1 ? Double(text.plain).flatMap { $0.isFinite ? .number(legal($0)) : nil } : nil
        case .string where words.isEmpty: .string(text)
        case .string: text.spelled(as: words).map { .string($0) }
        case .button: Self.answers[text.plain] == true ? .press : nil
        case .group: nil
        }
    }

    private static let answers = [
        "yes": true, "true": true, "on": true, "1": true, "no": false, "false": false, "off": false, "0": false,
    ]
}
