import DWTWire
import Foundation

/// The page about the API, `docs/api.md`, made from the descriptions of the endpoints.
enum APIDocument {
    static let path = "docs/api.md"

    static var text: String {
        var lines = [
            "# The API", "",
            "Made from `Sources/Compat/Wire/Description`, like the OpenAPI document of `GET /api/openapi.json`; a test says",
            "how to make it anew.", "", OpenAPIDocument.introduction, "",
            "## Refusals of any call", "", "| status | when |", "|---|---|",
        ]
        lines += OpenAPIDocument.sharedRefusals.map { "| \($0.status) | \($0.meaning) |" }
        for group in EndpointDescription.Group.allCases {
            let members = EndpointDescription.all.filter { $0.group == group }
            guard !members.isEmpty else { continue }
            lines += ["", "## \(group.rawValue)"]
            for member in members { lines += [""] + chapter(member) }
        }
        lines += ["", "## Shapes", "", "Members that may be left out have a question mark."]
        for name in SchemaName.allCases {
            lines += ["", "### \(name.rawValue)", ""] + members(of: OpenAPIDocument.schema(name))
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func chapter(_ endpoint: EndpointDescription) -> [String] {
        var lines = ["### \(endpoint.summary)", "", "    \(endpoint.call)", "", endpoint.details]
        if !endpoint.parameters.isEmpty {
            lines += ["", "| parameter | in | |", "|---|---|---|"]
            lines += endpoint.parameters.map { parameter in
                "| `\(parameter.name)`\(parameter.isRequired ? "" : "?") | \(parameter.place.rawValue) | "
                    + "\(parameter.about)\(words(of: parameter.schema.json)) |"
            }
        }
        if let body = endpoint.body {
            lines += ["", "Body\(body.isRequired ? "" : ", which may be left out"): \(kind(of: body.schema.json))."]
            let inner = members(of: body.schema.json)
            if !inner.isEmpty { lines += [""] + inner }
        }
        lines += ["", "| status | when | body |", "|---|---|---|"]
        lines += endpoint.answers.map { "| \($0.status) | \($0.meaning) | \(content($0.content)) |" }
        for example in endpoint.examples { lines += [""] + self.example(example, of: endpoint) }
        return lines
    }

    private static func example(_ example: EndpointDescription.Example, of endpoint: EndpointDescription) -> [String] {
        var call = endpoint.call.replacingOccurrences(of: "{jobuid}", with: "B3701DC5-86D3-44B6-A8A1-FF0B5D43FD86")
            .replacingOccurrences(of: "{version}", with: "dwasm2_19301028")
        let query = example.query.replacingOccurrences(of: "{imageuid}", with: "1951d65a72b1")
        if !query.isEmpty { call += "?\(query)" }
        var lines = ["\(example.name.prefix(1).uppercased())\(example.name.dropFirst()):", "", "    \(call)"]
        if let body = example.body { lines.append("    \(body)") }
        lines += ["", "    \(example.status)"]
        if let answer = example.answer, !answer.isEmpty { lines.append("    \(answer)") }
        return lines
    }

    private static func content(_ content: EndpointDescription.Answer.Content) -> String {
        switch content {
        case .nothing: "none"
        case .json(let schema): kind(of: schema.json)
        case .text: "plain text"
        case .image(let types): types.map { "`\($0)`" }.joined(separator: " or ")
        case .failure: "a refusal"
        }
    }

    /// The members of an object, one line each.
    private static func members(of schema: JSONValue) -> [String] {
        guard case .object(let properties)? = schema.member("properties") else { return [] }
        var required: [JSONValue] = []
        if case .array(let names)? = schema.member("required") { required = names }
        return properties.sorted { $0.key < $1.key }.flatMap { name, value in
            var about = ""
            if case .string(let text)? = value.member("description") { about = ": \(text)" }
            let mark = required.contains(.string(name)) ? "" : "?"
            // Objects that have no name of their own are told where they stand.
            let inner = members(of: value.member("items") ?? value).map { "  \($0)" }
            return ["- `\(name)`\(mark), \(kind(of: value))\(about)\(words(of: value))"] + inner
        }
    }

    private static func kind(of schema: JSONValue) -> String {
        if case .string(let reference)? = schema.member("$ref") {
            let name = reference.split(separator: "/").last.map(String.init) ?? ""
            return "[\(name)](#\(name.lowercased()))"
        }
        guard case .string(let type)? = schema.member("type") else { return "any value" }
        switch type {
        case "array": return "array of " + (schema.member("items").map(kind) ?? "any value")
        case "string": return "text"
        case "integer": return "whole number"
        default: return type
        }
    }

    /// The values there are, and the limits.
    private static func words(of schema: JSONValue) -> String {
        if case .array(let values)? = schema.member("enum"), values.count <= 12 {
            return " (" + values.map { "`\($0.text)`" }.joined(separator: ", ") + ")"
        }
        guard case .integer(let least)? = schema.member("minimum"), case .integer(let most)? = schema.member("maximum")
        else { return "" }
        return " (\(least) to \(most))"
    }
}
