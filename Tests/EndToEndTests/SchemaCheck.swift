import DWTWire
import Foundation

/// Looks whether a value has the shape that a document states, by the few words of JSON Schema that our document uses.
struct SchemaCheck {
    let document: JSONValue

    /// What is wrong with a value, each with its place; empty when nothing is.
    func faults(of value: JSONValue, by schema: JSONValue, at place: String = "$") -> [String] {
        let schema = resolved(schema)
        if case .array(let choices)? = schema.member("anyOf") {
            let fits = choices.contains { faults(of: value, by: $0, at: place).isEmpty }
            return fits ? [] : ["\(place) fits none of the shapes"]
        }
        guard case .string(let type)? = schema.member("type") else { return [] }
        var found: [String] = []
        if case .array(let values)? = schema.member("enum"), !values.contains(value) {
            found.append("\(place) is none of the values: \(value.text)")
        }
        switch (type, value) {
        case ("object", .object(let members)):
            found += objectFaults(members, schema, place)
        case ("array", .array(let elements)):
            found += arrayFaults(elements, schema, place)
        case ("string", .string(let text)):
            if case .string(let pattern)? = schema.member("pattern"),
                text.range(of: pattern, options: .regularExpression) == nil
            {
                found.append("\(place) does not match \(pattern): \(text)")
            }
        case ("integer", .integer(let number)):
            found += limitFaults(Double(number), schema, place)
        case ("number", .integer(let number)):
            found += limitFaults(Double(number), schema, place)
        case ("number", .number(let number)):
            found += limitFaults(number, schema, place)
        case ("boolean", .bool):
            break
        default:
            found.append("\(place) is \(value.kind), not \(type)")
        }
        return found
    }

    /// What a reference stands for.
    func resolved(_ value: JSONValue) -> JSONValue {
        guard case .string(let reference)? = value.member("$ref") else { return value }
        let found = reference.split(separator: "/").dropFirst().reduce(document as JSONValue?) { value, name in
            value?.member(String(name))
        }
        return found ?? value
    }

    private func objectFaults(_ members: [String: JSONValue], _ schema: JSONValue, _ place: String) -> [String] {
        var found: [String] = []
        if case .array(let names)? = schema.member("required") {
            for case .string(let name) in names where members[name] == nil {
                found.append("\(place).\(name) is missing")
            }
        }
        for (name, value) in members {
            let known = schema.member("properties").flatMap { $0.member(name) } ?? schema.member("additionalProperties")
            if let known {
                found += faults(of: value, by: known, at: "\(place).\(name)")
            } else if schema.member("properties") != nil {
                // It would be allowed, but nobody could know of it.
                found.append("\(place).\(name) is not described")
            }
        }
        return found
    }

    private func arrayFaults(_ elements: [JSONValue], _ schema: JSONValue, _ place: String) -> [String] {
        var found: [String] = []
        if case .integer(let least)? = schema.member("minItems"), elements.count < least {
            found.append("\(place) has \(elements.count) elements")
        }
        if case .integer(let most)? = schema.member("maxItems"), elements.count > most {
            found.append("\(place) has \(elements.count) elements")
        }
        guard let inner = schema.member("items") else { return found }
        return found + elements.enumerated().flatMap { faults(of: $1, by: inner, at: "\(place)[\($0)]") }
    }

    private func limitFaults(_ number: Double, _ schema: JSONValue, _ place: String) -> [String] {
        let least = schema.member("minimum")?.lenientNumber() ?? -.infinity
        let most = schema.member("maximum")?.lenientNumber() ?? .infinity
        return (least...most).contains(number) ? [] : ["\(place) is beyond its limits: \(number)"]
    }
}
