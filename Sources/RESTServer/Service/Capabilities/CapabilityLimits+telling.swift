import DWTWire
import Scanning

extension ScannerAbilities.NumberOffer {
    /// What is legal, where that is what lies between two numbers and somebody can set it.
    var limits: CapabilityLimits? {
        guard isSettable, case .range(let minimum, let maximum, let step) = legal else { return nil }
        return CapabilityLimits(lowest: minimum, highest: maximum, step: step)
    }
}

extension DeviceOption {
    /// The same for an option of a driver; whole numbers have no fractions between them.
    var settableLimits: CapabilityLimits? {
        guard isSettable, type == .int || type == .fixed,
            case .range(_, _, let step) = constraint, let limits
        else { return nil }
        let pace = type == .int ? max(step, 1) : step
        return CapabilityLimits(lowest: limits.lowest, highest: limits.highest, step: pace)
    }
}

extension CapabilityLimits {
    /// The same for people, who know how whole numbers follow one another.
    var sentence: String {
        let pace = step.flatMap { $0 == 1 ? nil : $0 }.map { " in steps of \(JSONValue.rounded($0).text)" } ?? ""
        return "From \(JSONValue.rounded(lowest).text) to \(JSONValue.rounded(highest).text)\(pace)."
    }
}
