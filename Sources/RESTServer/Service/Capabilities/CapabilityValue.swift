import DWTWire
import Scanning

/// The value of one capability in a job request, read in the way that the capability wants.
struct CapabilityValue {
    private let value: JSONValue
    private let refusal: CapabilityFailure

    init(_ item: CapabilitySettings.Item) {
        // A list of one is as good as its element.
        if case .array(let elements)? = item.value, elements.count == 1 {
            value = elements[0]
        } else {
            value = item.value ?? .null
        }
        refusal = .badValue(name: item.name)
    }

    /// A number, or a name that stands for one.
    func number(
        _ constant: (String) -> Int? = { _ in nil },
        where isLegal: (Double) -> Bool
    ) throws(CapabilityFailure) -> Double {
        // Some clients write the numbers of flags as flags, and the other way round.
        let flag = value.lenientFlag.map { $0 ? 1.0 : 0.0 }
        guard let number = value.lenientNumber(constant: constant) ?? flag, isLegal(number) else { throw refusal }
        return number
    }

    /// A whole number, or a name that stands for one.
    func code(
        _ constant: (String) -> Int? = { _ in nil },
        where isLegal: (Int) -> Bool
    ) throws(CapabilityFailure) -> Int {
        let number = try number(constant) { Int(exactly: $0).map(isLegal) ?? false }
        guard let code = Int(exactly: number) else { throw refusal }
        return code
    }

    /// Yes or no.
    func flag() throws(CapabilityFailure) -> Bool {
        guard let flag = value.lenientFlag else { throw refusal }
        return flag
    }

    /// A frame that holds an area in some unit.
    func frame() throws(CapabilityFailure) -> JSONValue {
        guard LengthUnit.millimetre.area(value, dpi: (200, 200)) != nil else { throw refusal }
        return value
    }

    /// A value for an option of a driver, whatever its type turns out to be.
    func optionValue() throws(CapabilityFailure) -> OptionValue {
        guard let value = Self.optionValue(value) else { throw refusal }
        return value
    }

    /// In bytes; no option of a driver has one that is near.
    private static let longestText = 16 << 10

    private static func optionValue(_ value: JSONValue) -> OptionValue? {
        switch value {
        case .bool(let flag): .bool(flag)
        case .integer(let number): .number(Double(number))
        case .number(let number): number.isFinite ? .number(number) : nil
        case .string(let text): text.utf8.count <= longestText ? .string(text) : nil
        case .array(let elements): numbers(elements)
        case .object: value.member("value").flatMap { $0.member("value") == nil ? optionValue($0) : nil }
        case .null: nil
        }
    }

    private static func numbers(_ elements: [JSONValue]) -> OptionValue? {
        let numbers = elements.compactMap { $0.lenientNumber() }
        return numbers.count == elements.count && !numbers.isEmpty ? .numbers(numbers) : nil
    }
}

extension LengthUnit {
    /// The frame `{left, top, right, bottom}`, whichever corner was named first; what lies left of the bed or above it is
    /// cut. Nil when it is none or holds no area.
    ///
    /// - Parameter dpi: what pixels are counted by.
    func area(_ frame: JSONValue, dpi: (across: Double, down: Double)) -> ScanArea? {
        let edges = ["left", "top", "right", "bottom"].compactMap { frame.member($0)?.lenientNumber() }
        guard edges.count == 4 else { return nil }
        let places = edges.indices.map { place(edges[$0], dpi: $0 % 2 == 0 ? dpi.across : dpi.down) }
        let (left, right) = (min(places[0], places[2]), max(places[0], places[2]))
        let (top, bottom) = (min(places[1], places[3]), max(places[1], places[3]))
        return left < right && top < bottom ? .frame(left: left, top: top, right: right, bottom: bottom) : nil
    }

    /// 1000 inches are beyond every bed; without a limit a length could leave its range.
    private func place(_ value: Double, dpi: Double) -> Length {
        let most = self.value(of: .inches(1_000), dpi: dpi)
        return length(min(max(value, 0), most), dpi: dpi)
    }
}
