import Scanning

/// What can be said about single scanners, as a table, in the order in which people read it.
package enum DeviceTable {
    /// How a section of a configuration file begins that is about some scanners.
    package static let heading = "[device \"PATTERN\"]"

    /// The row of that key.
    package static func row(_ key: String) -> SettingRow<DeviceSettings>? {
        rows.first { $0.key == key }
    }

    package static let rows: [SettingRow<DeviceSettings>] = [
        SettingRow("ignore", maybe: \.ignore, .flag, "Do not list the scanner; of a whole driver, do not even ask it."),
        SettingRow("prefer", maybe: \.prefer, .flag, "Of several entries of one model, list only the preferred ones."),
        SettingRow("alias", maybe: \.alias, .name, "The name that people see instead of the scanner's own."),
        SettingRow("user", maybe: \.user, .name, "User name, when the driver asks for one."),
        SettingRow("password", maybe: \.password, .name, "Password, when the driver asks for one.", isSecret: true),
        SettingRow("flatbed", maybe: \.flatbed, .word, "Source that means the flatbed."),
        SettingRow("feeder", maybe: \.feeder, .word, "Source that means the feeder, front sides only."),
        SettingRow("feeder-duplex", maybe: \.feederDuplex, .word, "Source that means both sides from the feeder."),
        SettingRow("colour", maybe: \.colour, .word, "Mode that means colour."),
        SettingRow("gray", maybe: \.gray, .word, "Mode that means gray."),
        SettingRow("bilevel", maybe: \.bilevel, .word, "Mode that means black and white."),
        SettingRow(
            "default-source",
            maybe: \.defaultSource,
            .source,
            "Where the paper lies, for jobs that do not say."
        ),
        SettingRow("default-mode", maybe: \.defaultMode, .mode, "Mode of jobs that do not say."),
        SettingRow(
            "default-resolution",
            maybe: \.defaultResolution,
            .resolution,
            "Resolution of jobs that do not say."
        ),
        SettingRow("default-area", maybe: \.defaultArea, .area, "What jobs scan that name no size."),
        SettingRow(
            "flatbed-size",
            maybe: \.flatbedSize,
            .size,
            "True size of the glass, where the driver claims more."
        ),
        SettingRow(
            "page-size-first",
            maybe: \.pageSizeFirst,
            .flag,
            "Tell the driver the size of the sheet before the area (yes by default); no leaves it alone."
        ),
        SettingRow(
            "crop",
            maybe: \.crop,
            .flag,
            "Cut pages here to the area asked for, where the scanner cannot."
        ),
        SettingRow("rotate-backs", maybe: \.rotateBacks, .flag, "Turn back sides of duplex jobs by 180 degrees."),
    ]

    /// `option NAME = VALUE`: an option of the driver that every scan sets.
    package enum OwnOptions {
        package static let key = "option"
        package static let placeholder = "NAME = VALUE"
        package static let sentence = "Option of the driver that every scan sets, by its name in scanimage -A."

        /// Options that each job decides, and the keys that have a say in them.
        static let reserved: [(names: Set<String>, instead: String)] = [
            (["source", "scan-source", "doc-source"], "flatbed, feeder, feeder-duplex and default-source"),
            (["mode", "depth"], "colour, gray, bilevel and default-mode"),
            (["resolution", "x-resolution", "y-resolution"], "default-resolution"),
            (["tl-x", "tl-y", "br-x", "br-y", "page-width", "page-height"], "default-area and flatbed-size"),
        ]

        /// The option of a key such as `option lamp-switch`; nil when the key is no such thing.
        static func name(in key: String) -> String? {
            guard key == Self.key || key.hasPrefix(Self.key + " ") else { return nil }
            return key.dropFirst(Self.key.count).trimmingBlanks
        }
    }
}
