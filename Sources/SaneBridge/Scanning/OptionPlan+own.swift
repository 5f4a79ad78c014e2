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
            guard let value = option.value(wished: .string(own.value)) else {
                note("The option \(own.name) does not take the value \"\(own.value)\" of the configuration.")
                continue
            }
            if let wish = want(value, of: option, always: value == .press, current) { return wish }
        }
        return nil
    }
}
