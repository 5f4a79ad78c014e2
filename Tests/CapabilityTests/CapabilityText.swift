import DWTWire

/// Capabilities as people read them: a line each, the present value in `<>`, the default with a star.
enum CapabilityText {
    static func text(_ details: [CapabilityDetails]) -> String {
        details.map(line).joined(separator: "\n") + "\n"
    }

    private static func line(_ details: CapabilityDetails) -> String {
        let can = details.queries.contains(.set) ? details.queries.contains(.get) ? "" : " set only" : " read only"
        let unit = details.unit.map { " (\($0))" } ?? ""
        let help = details.help.map { "  # \($0)" } ?? ""
        let auto = details.canBeAutomatic ? " auto" : ""
        let head = "\(details.id) \(details.label)\(unit): \(details.type.name.dropFirst(5))\(can)\(auto)"
        return "\(head) \(values(of: details.container))\(help)"
    }

    private static func values(of container: CapabilityContainer) -> String {
        switch container {
        case .oneValue(let now, let initial):
            return "one " + marked(now, now, initial) + (initial == now ? "" : marked(initial, now, initial).spaced)
        case .enumeration(let values, let now, let initial):
            let places = values.indices.map { place in
                let text = shown(values[place])
                return (place == now ? "<\(text)>" : text) + (place == initial ? "*" : "")
            }
            return "enum " + places.joined(separator: " ")
        case .range(let minimum, let maximum, let step, let now, let initial):
            let other = initial == now ? "" : marked(initial, now, initial).spaced
            return "range \(minimum)…\(maximum) step \(step) \(marked(now, now, initial))\(other)"
        case .array(let values):
            let first = values.prefix(400).map { shown($0) }
            return "array of \(values.count): "
                + first.prefix(first.count > 100 && first[0].allSatisfy(\.isNumber) ? 3 : 400)
                .joined(separator: " ")
        }
    }

    private static func marked(_ value: JSONValue?, _ now: JSONValue?, _ initial: JSONValue?) -> String {
        guard let value else { return "" }
        return (value == now ? "<\(shown(value))>" : shown(value)) + (value == initial ? "*" : "")
    }

    private static func shown(_ value: JSONValue) -> String {
        if let label = value.member("label"), case .string(let text) = label {
            if case .integer(let code)? = value.member("value") { return code >= 256 ? "\(code)" : "\(code)-\(text)" }
        }
        if case .string(let text) = value { return text.contains(" ") || text.isEmpty ? "\"\(text)\"" : text }
        let edges = ["left", "top", "right", "bottom"].compactMap { value.member($0)?.text }
        return edges.isEmpty ? value.text : "(\(edges.joined(separator: " ")))"
    }
}

extension String {
    fileprivate var spaced: String { isEmpty ? "" : " \(self)" }
}
