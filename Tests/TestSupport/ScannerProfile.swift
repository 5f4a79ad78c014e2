import Foundation
package import Scanning

/// One real scanner's option list, as ScanningTests/Fixtures/scanners.json has it (explained in the README beside it).
package struct ScannerProfile: Decodable, Sendable, CustomStringConvertible {
    package var id: String
    package var vendor: String
    package var model: String
    package var type: String
    package var deviceName: String
    package var options: [Option]
    package var states: [State]
    package var resets: [String: [String: Value]]?
    package var follows: [String: String]?

    package var description: String { id }

    /// An option as a report has it.
    package struct Option: Decodable, Sendable {
        package var n: String
        package var t: String
        package var u: String?
        package var words: [String]?
        package var numbers: [Double]?
        package var range: [Double]?
        package var d: Value?
        package var f: [String]?
    }

    /// Options that are others while others have certain values.
    package struct State: Decodable, Sendable {
        package var when: [String: [Value]]
        package var options: [Option]
    }

    /// An option's value as JSON writes it.
    package struct Value: Decodable, Sendable, Equatable {
        package var option: OptionValue

        package init(option: OptionValue) {
            self.option = option
        }

        package init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let bool = try? container.decode(Bool.self) {
                option = .bool(bool)
            } else if let number = try? container.decode(Double.self) {
                option = .number(number)
            } else {
                option = .string(try container.decode(String.self))
            }
        }
    }

    /// All of them, as the file orders them.
    package static let all: [ScannerProfile] = {
        do {
            let file = BuiltProducts.root.appendingPathComponent("Tests/ScanningTests/Fixtures/scanners.json")
            return try JSONDecoder().decode([ScannerProfile].self, from: Data(contentsOf: file))
        } catch {
            preconditionFailure("The profiles cannot be read: \(error)")
        }
    }()

    /// There is no profile of that name.
    package struct Unknown: Error {
        package var id: String
    }

    /// The one with this id.
    package static func named(_ id: String) throws -> ScannerProfile {
        guard let profile = all.first(where: { $0.id == id }) else { throw Unknown(id: id) }
        return profile
    }

    /// The words of an option at power-on.
    package func words(of name: String) -> [String]? { options.first { $0.n == name }?.words }
}

extension ScannerProfile.Option {
    /// What a device says of the option.
    package func descriptor(index: Int) -> DeviceOption {
        DeviceOption(
            index: index,
            name: n,
            type: Self.types[t] ?? .int,
            unit: u.flatMap { Self.units[$0] } ?? .none,
            constraint: constraint,
            capabilities: capabilities,
            size: t == "int-array" ? 256 : 1
        )
    }

    private var constraint: DeviceOption.Constraint {
        if let words { return .words(words) }
        if let numbers { return .numbers(numbers) }
        guard let range, range.count == 3 else { return .none }
        return .range(minimum: range[0], maximum: range[1], step: range[2])
    }

    private var capabilities: DeviceOption.Capabilities {
        let flags = f ?? []
        var set: DeviceOption.Capabilities = [.softDetect]
        if !flags.contains("ro"), !flags.contains("hw") { set.insert(.softSelect) }
        if flags.contains("hw") { set.insert(.hardSelect) }
        if flags.contains("inactive") { set.insert(.inactive) }
        if flags.contains("advanced") { set.insert(.advanced) }
        if flags.contains("auto") { set.insert(.automatic) }
        return set
    }

    private static let types: [String: DeviceOption.ValueType] = [
        "bool": .bool, "int": .int, "fixed": .fixed, "string": .string, "button": .button, "int-array": .int,
    ]
    private static let units: [String: DeviceOption.Unit] = [
        "dpi": .dpi, "mm": .millimetre, "pel": .pixel, "bit": .bit, "percent": .percent, "us": .microsecond,
    ]
}
