/// One option as the device describes it at this moment; another option's change may alter or hide it.
///
/// Source: SANE standard, section 4.2.9 (option descriptors).
package struct DeviceOption: Hashable, Sendable, Codable {
    /// Place in the device's list, as SANE counts: option 0 is the number of options and is not listed.
    package var index: Int
    /// Empty for groups.
    package var name: String
    package var title: String
    package var type: ValueType
    package var unit: Unit
    package var constraint: Constraint
    package var capabilities: Capabilities
    /// Number of words of a numeric option (1 unless it is an array), bytes including the NUL of a string.
    package var size: Int

    package init(
        index: Int,
        name: String,
        title: String = "",
        type: ValueType,
        unit: Unit = .none,
        constraint: Constraint = .none,
        capabilities: Capabilities = [.softSelect, .softDetect],
        size: Int = 1
    ) {
        self.index = index
        self.name = name
        self.title = title
        self.type = type
        self.unit = unit
        self.constraint = constraint
        self.capabilities = capabilities
        self.size = size
    }

    /// True when a set would not be refused outright.
    package var isSettable: Bool { capabilities.contains(.softSelect) && !capabilities.contains(.inactive) }
    /// Whether it can be told to choose a value by itself.
    package var canBeAutomatic: Bool { isSettable && capabilities.contains(.automatic) }
    package var isReadable: Bool { capabilities.contains(.softDetect) && !capabilities.contains(.inactive) }

    /// What kind of value the option has.
    package enum ValueType: String, Hashable, Sendable, Codable {
        case bool, int, fixed, string, button, group
    }

    /// What its numbers count.
    package enum Unit: String, Hashable, Sendable, Codable {
        case none, pixel, bit, millimetre, dpi, percent, microsecond
    }

    /// What values are legal. Numbers are in the option's own unit, whether the device counts in whole or fixed-point
    /// words: both fit a Double exactly.
    package enum Constraint: Hashable, Sendable, Codable {
        case none
        /// `step` 0 is continuous.
        case range(minimum: Double, maximum: Double, step: Double)
        case numbers([Double])
        case words([String])
    }

    /// What can be done with it. The bits are those of `SANE_CAP_*`.
    package struct Capabilities: OptionSet, Hashable, Sendable, Codable {
        package let rawValue: UInt32
        package init(rawValue: UInt32) { self.rawValue = rawValue }

        package static let softSelect = Capabilities(rawValue: 1)
        package static let hardSelect = Capabilities(rawValue: 2)
        package static let softDetect = Capabilities(rawValue: 4)
        package static let emulated = Capabilities(rawValue: 8)
        package static let automatic = Capabilities(rawValue: 16)
        package static let inactive = Capabilities(rawValue: 32)
        package static let advanced = Capabilities(rawValue: 64)
    }
}

/// The value of an option, in the option's own unit.
package enum OptionValue: Hashable, Sendable, Codable {
    case bool(Bool)
    case number(Double)
    case numbers([Double])
    case string(String)
    /// A button has no value; setting it presses it.
    case press
    /// Whatever the device chooses. Devices tell what they chose, never that they did.
    case automatic
}

/// What the device said after a set.
///
/// Source: SANE standard, section 4.3.7 (`SANE_INFO_*`).
package struct SetOutcome: Hashable, Sendable {
    /// The value as the device rounded it.
    package var value: OptionValue
    /// Other options may have changed: the descriptors must be read again.
    package var reloadsOptions: Bool
    package var reloadsParameters: Bool

    package init(value: OptionValue, reloadsOptions: Bool = false, reloadsParameters: Bool = false) {
        self.value = value
        self.reloadsOptions = reloadsOptions
        self.reloadsParameters = reloadsParameters
    }
}
