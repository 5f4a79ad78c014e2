internal import CSane
package import Scanning

// Options: reading the list, a value, setting a value. Source: SANE standard, sections 4.3.6 and 4.3.7.

/// More than any driver has by far: a count beyond it is a mistake, which would cost minutes.
private let mostOptions: SANE_Word = 4_096

extension SaneDevice {
    /// The device's options as they are now, without option 0 (their number).
    package func options() throws(ScanError) -> [DeviceOption] {
        noticeReload()
        var count: SANE_Word = 0
        try check(sane_control_option(handle, 0, SANE_ACTION_GET_VALUE, &count, nil))
        guard count > 1 else { return [] }
        return (1..<min(count, mostOptions)).compactMap { index in
            guard let descriptor = sane_get_option_descriptor(handle, index) else { return nil }
            return DeviceOption(descriptor.pointee, index: Int(index))
        }
    }

    /// What the driver says about an option for people; empty when it says nothing.
    package func help(of option: DeviceOption) -> String {
        guard let text = sane_get_option_descriptor(handle, SANE_Int(option.index))?.pointee.desc else { return "" }
        return shown(text)
    }

    /// The value of an option; nil when it is inactive, cannot be read or has none.
    package func value(of option: DeviceOption) throws(ScanError) -> OptionValue? {
        guard option.isReadable, option.type != .button, option.type != .group else { return nil }
        let buffer = ValueBuffer(for: option)
        try check(sane_control_option(handle, SANE_Int(option.index), SANE_ACTION_GET_VALUE, buffer.start, nil))
        return buffer.value
    }

    /// Sets an option and tells what the device made of the value.
    package func set(_ value: OptionValue, to option: DeviceOption) throws(ScanError) -> SetOutcome {
        if value == .automatic { return try setAutomatically(option) }
        let buffer = ValueBuffer(for: option)
        try buffer.fill(value)
        let info = try control(option, SANE_ACTION_SET_VALUE, buffer)
        var outcome = SetOutcome(value: option.type == .button ? .press : buffer.value, info)
        // The buffer should hold the rounded value, but some drivers only raise the flag. An option that the set itself
        // made unreadable has what was set.
        if info & SANE_INFO_INEXACT != 0, let rounded = try? self.value(of: option) { outcome.value = rounded }
        return outcome
    }

    /// Lets the device choose the value of an option, and tells what it chose.
    private func setAutomatically(_ option: DeviceOption) throws(ScanError) -> SetOutcome {
        guard option.canBeAutomatic else { throw .device(.invalid) }
        // Nobody is to write to a buffer now, but some drivers look at one all the same.
        let info = try control(option, SANE_ACTION_SET_AUTO, ValueBuffer(for: option))
        return SetOutcome(value: (try? value(of: option)) ?? .automatic, info)
    }

    /// One set; answers what SANE says about it.
    private func control(
        _ option: DeviceOption,
        _ action: SANE_Action,
        _ buffer: borrowing ValueBuffer
    ) throws(ScanError) -> SANE_Int {
        var info: SANE_Int = 0
        try check(sane_control_option(handle, SANE_Int(option.index), action, buffer.start, &info))
        if info & SANE_INFO_RELOAD_OPTIONS != 0 { noticeReload() }
        return info
    }

    /// The driver `net` refuses every value until a descriptor was asked for after options have changed.
    private func noticeReload() {
        _ = sane_get_option_descriptor(handle, 0)
    }
}

extension SetOutcome {
    fileprivate init(value: OptionValue, _ info: SANE_Int) {
        self.init(
            value: value,
            reloadsOptions: info & SANE_INFO_RELOAD_OPTIONS != 0,
            reloadsParameters: info & SANE_INFO_RELOAD_PARAMS != 0
        )
    }
}
