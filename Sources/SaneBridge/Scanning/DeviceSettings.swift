/// What people say about one scanner, beyond what it says itself. An absent member leaves it to the house rules.
///
/// What each one means to people is said in the table that reads configuration files.
package struct DeviceSettings: Hashable, Sendable, Codable {
    /// It is not listed.
    package var ignore: Bool?
    /// Of several ways to one scanner, this one is listed.
    package var prefer: Bool?
    /// The name that people see instead of its own.
    package var alias: String?
    /// Answers for a driver that asks who scans.
    package var user: String?
    package var password: String?

    /// The device's own words for where the paper lies.
    package var flatbed: String?
    package var feeder: String?
    package var feederDuplex: String?
    /// The device's own words for what a pixel shows.
    package var colour: String?
    package var gray: String?
    package var bilevel: String?

    /// For jobs that do not say.
    package var defaultSource: PaperSource?
    package var defaultMode: ColourMode?
    /// Dots per inch.
    package var defaultResolution: Double?
    package var defaultArea: ScanArea?

    /// What the glass really is, where the driver tells more: a `page` from the corner that scans begin at.
    package var flatbedSize: ScanArea?
    /// False leaves the size of the sheet as the driver has it.
    package var pageSizeFirst: Bool?
    /// What the scanner cannot leave out is cut off here.
    package var crop: Bool?
    /// Back sides come upside down and are turned.
    package var rotateBacks: Bool?
    /// Options that every scan sets, in this order.
    package var options: [OwnOption] = []

    /// An option of the driver by its own name, with a value as people write it.
    package struct OwnOption: Hashable, Sendable, Codable {
        package var name: String
        package var value: String

        package init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    package init() {}

    /// Takes over what a later, stronger word says, and keeps the rest.
    package mutating func take(_ later: DeviceSettings) {
        func merge<Value>(_ member: WritableKeyPath<DeviceSettings, Value?>) {
            if let value = later[keyPath: member] { self[keyPath: member] = value }
        }
        merge(\.ignore)
        merge(\.prefer)
        merge(\.alias)
        merge(\.user)
        merge(\.password)
        merge(\.flatbed)
        merge(\.feeder)
        merge(\.feederDuplex)
        merge(\.colour)
        merge(\.gray)
        merge(\.bilevel)
        merge(\.defaultSource)
        merge(\.defaultMode)
        merge(\.defaultResolution)
        merge(\.defaultArea)
        merge(\.flatbedSize)
        merge(\.pageSizeFirst)
        merge(\.crop)
        merge(\.rotateBacks)
        for option in later.options { take(option) }
    }

    /// Sets an option, in the place of an earlier word about it.
    package mutating func take(_ option: OwnOption) {
        if let place = options.firstIndex(where: { $0.name == option.name }) {
            options[place] = option
        } else {
            options.append(option)
        }
    }

    /// The request of a job that says nothing, where `request` is that of the house.
    package func defaults(over request: ScanRequest) -> ScanRequest {
        var request = request
        request.source = defaultSource ?? request.source
        request.colour = defaultMode ?? request.colour
        request.resolution = defaultResolution ?? request.resolution
        request.area = defaultArea ?? request.area
        return request
    }

    /// What a word of the device means: what somebody said of it, else what the tables know.
    func colour(of word: String) -> ColourMode? {
        ColourMode.allCases.first { self.word(for: $0)?.plain == word.plain } ?? ModeMeaning(word: word)?.colour
    }

    /// The device's own word for a colour.
    func word(for colour: ColourMode) -> String? {
        switch colour {
        case .colour: self.colour
        case .gray: gray
        case .bilevel: bilevel
        }
    }
}

extension String {
    /// This word as it is among those offered, whatever its case and outer blanks; nil when it is not.
    func spelled(as offered: [String]) -> String? {
        offered.first { $0 == self } ?? offered.first { $0.plain == plain }
    }
}
