/// An option of a device with what it has, as somebody is told who wants to choose.
package struct DescribedOption: Hashable, Sendable, Codable {
    package var option: DeviceOption
    /// What its driver says about it, a sentence or some.
    package var help: String
    /// What it has; nil when it cannot be read.
    package var now: OptionValue?
    /// What it had before anything was set; nil when it could not be read then. Tables are too long to be told twice.
    package var atOpening: OptionValue?
    /// It has something else than at the opening.
    package var isChanged: Bool

    package init(_ option: DeviceOption, help: String = "", now: OptionValue?, atOpening: OptionValue?) {
        self.option = option
        self.help = help
        self.now = now
        isChanged = now != atOpening
        if case .numbers = now { self.atOpening = nil } else { self.atOpening = atOpening }
    }
}
