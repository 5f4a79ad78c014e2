import Foundation
import Testing

@testable import Scanning

/// One real scanner's option list, as `Fixtures/scanners.json` has it (explained in the README beside it).
struct ScannerProfile: Decodable, Sendable, CustomTestStringConvertible {
    var id: String
    var vendor: String
    var model: String
    var type: String
    var deviceName: String
    var options: [Option]
    var states: [State]
    var resets: [String: [String: Value]]?
    var follows: [String: String]?

    var testDescription: String { id }

    struct Option: Decodable, Sendable {
        var n: String
        var t: String
        var u: String?
        var words: [String]?
        var numbers: [Double]?
        var range: [Double]?
        var d: Value?
        var f: [String]?
    }

    struct State: Decodable, Sendable {
        var when: [String: [Value]]
        var options: [Option]
    }

    /// An option's value as JSON writes it.
    struct Value: Decodable, Sendable, Equatable {
        var option: OptionValue

        init(option: OptionValue) {
            self.option = option
        }

        init(from decoder: any Decoder) throws {
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

    static let all: [ScannerProfile] = {
        do {
            let url = try #require(
                Bundle.module.url(forResource: "scanners", withExtension: "json", subdirectory: "Fixtures")
            )
            return try JSONDecoder().decode([ScannerProfile].self, from: Data(contentsOf: url))
        } catch {
            Issue.record("The profiles cannot be read: \(error)")
            return []
        }
    }()

    static func named(_ id: String) throws -> ScannerProfile {
        try #require(all.first { $0.id == id }, "no profile \(id)")
    }

    /// The words of an option at power-on.
    func words(of name: String) -> [String]? { options.first { $0.n == name }?.words }
}

extension ScannerProfile.Option {
    func descriptor(index: Int) -> DeviceOption {
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
