import SaneBridge
import Scanning
import WorkerProtocol

/// Tells the server what a device's options have, and what they had when it was opened.
struct DeviceDescription {
    /// Bytes of one message, about: a gamma table of 65 536 entries alone has 600 000.
    private static let longestPart = 256 << 10

    var link: ServerLink
    var interruption: Interruption
    /// By place in the device's list.
    private var atOpening: [Int: OptionValue] = [:]

    init(link: ServerLink, interruption: Interruption) {
        self.link = link
        self.interruption = interruption
    }

    /// Notes what a device that was just opened has.
    mutating func note(_ device: borrowing SaneDevice) throws(ScanError) {
        for option in try device.options() {
            atOpening[option.index] = try value(of: option, on: device)
        }
    }

    /// Reads all options and tells them.
    func tell(_ device: borrowing SaneDevice) throws(ScanError) {
        link.send(.calling(.option))
        var part: [DescribedOption] = []
        var bytes = 0
        for option in try device.options() {
            let described = DescribedOption(
                option,
                help: device.help(of: option),
                now: try value(of: option, on: device),
                atOpening: atOpening[option.index]
            )
            part.append(described)
            bytes += described.weight
            guard bytes >= Self.longestPart else { continue }
            link.send(.described(part, isLast: false))
            (part, bytes) = ([], 0)
        }
        link.send(.described(part, isLast: true))
    }

    /// One that the device refuses to read has no value.
    private func value(of option: DeviceOption, on device: borrowing SaneDevice) throws(ScanError) -> OptionValue? {
        if interruption.isLeaving { throw .canceled }
        guard option.isReadable else { return nil }
        // Each of them may be a round trip to a device far away.
        link.send(.calling(.option))
        return (try? device.value(of: option)) ?? nil
    }
}

extension DescribedOption {
    /// About the bytes that it takes in a message.
    fileprivate var weight: Int {
        let choices: Int =
            switch option.constraint {
            case .none, .range: 0
            case .numbers(let numbers): numbers.count * 9
            case .words(let words): words.reduce(0) { $0 + $1.utf8.count + 5 }
            }
        let values = [now, atOpening].compactMap(\.self).reduce(0) { sum, value in
            switch value {
            case .numbers(let numbers): sum + numbers.count * 9
            case .string(let text): sum + text.utf8.count
            default: sum + 9
            }
        }
        return 400 + help.utf8.count + option.title.utf8.count + choices + values
    }
}
