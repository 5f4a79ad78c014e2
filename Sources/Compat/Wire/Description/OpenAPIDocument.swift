/// The API as an OpenAPI 3.1 document, made from the endpoints that are served and what is said about them.
public struct OpenAPIDocument: Sendable {
    private let program: String

    /// A document of a program of that version.
    public init(programVersion: String) {
        program = programVersion
    }

    /// The whole document.
    ///
    /// Source: OpenAPI Specification 3.1.0.
    public var json: JSONValue {
        .object([
            "openapi": .string("3.1.0"),
            "info": .object([
                "title": .string("SaneBridge"),
                "version": .string(program),
                "description": .string(Self.introduction),
                "license": .object(["name": .string("MIT"), "identifier": .string("MIT")]),
            ]),
            "servers": .array([.object(["url": .string("/"), "description": .string("This service.")])]),
            "tags": .array(EndpointDescription.Group.allCases.map { .object(["name": .string($0.rawValue)]) }),
            "paths": .object(paths),
            "components": .object(["schemas": .object(schemas), "responses": .object(SharedAnswers.components)]),
        ])
    }

    /// What is true of all calls.
    public static let introduction = """
        A scanner on this host, over HTTP. There are two generations of calls, `/api/…` and the older `/DWTAPI/…`; \
        jobs, pages and scanners are the same for both. Bodies are read as JSON whatever their media type says. Paths match \
        without regard to case, unknown members and query members are ignored, HEAD is GET without a body and changes \
        nothing, and OPTIONS is answered everywhere, for web pages of any origin. A refusal is a sentence in plain text \
        under `/DWTAPI/`, and a JSON object everywhere else. Only to what breaks the rules of HTTP itself, or has a head of \
        more than 48 KiB or some 500 fields, there is a page of HTML, and the connection is closed.
        """

    /// How any call may be refused.
    public static var sharedRefusals: [(status: Int, meaning: String)] { SharedAnswers.ofAll }

    /// The shape that a name stands for.
    public static func schema(_ name: SchemaName) -> JSONValue { Schema.component(name).json }

    private var paths: [String: JSONValue] {
        Dictionary(grouping: Endpoint.allCases, by: \.path).mapValues { endpoints in
            let operations = endpoints.compactMap { endpoint in
                endpoint.documentation.map { (endpoint.method.lowercased(), operation(endpoint, $0)) }
            }
            return .object(Dictionary(operations) { first, _ in first })
        }
    }

    private var schemas: [String: JSONValue] {
        Dictionary(SchemaName.allCases.map { ($0.rawValue, Schema.component($0).json) }) { first, _ in first }
    }

    private func operation(_ endpoint: Endpoint, _ description: EndpointDescription) -> JSONValue {
        var members: [String: JSONValue] = [
            // The case's own name: short, and unique by itself.
            "operationId": .string("\(endpoint)"),
            "tags": .array([.string(description.group.rawValue)]),
            "summary": .string(description.summary),
            "description": .string(description.details),
            "responses": .object(SharedAnswers.responses(of: description, endpoint.generation)),
        ]
        if !description.parameters.isEmpty {
            members["parameters"] = .array(description.parameters.map(parameter))
        }
        if let body = description.body {
            members["requestBody"] = requestBody(body, description.examples.filter { $0.status < 400 })
        }
        return .object(members)
    }

    private func parameter(_ parameter: EndpointDescription.Parameter) -> JSONValue {
        .object([
            "name": .string(parameter.name),
            "in": .string(parameter.place.rawValue),
            "description": .string(parameter.about),
            "required": .bool(parameter.isRequired),
            "schema": parameter.schema.json,
        ])
    }

    private func requestBody(
        _ body: EndpointDescription.Body,
        _ examples: [EndpointDescription.Example]
    ) -> JSONValue {
        var content = ["schema": body.schema.json]
        let named = examples.compactMap { example in
            example.body.map { (example.name, JSONValue.object(["value": Self.value(of: $0)])) }
        }
        if !named.isEmpty { content["examples"] = .object(Dictionary(named) { first, _ in first }) }
        return .object([
            "required": .bool(body.isRequired),
            "content": .object(["application/json": .object(content)]),
        ])
    }

    /// The calls about a job that this call makes, so that programs find them.
    static func links(from description: EndpointDescription, _ generation: Endpoint.Generation) -> JSONValue? {
        guard let made = description.makes else { return nil }
        let followers = Endpoint.allCases.filter { $0.generation == generation && $0.path.contains("{\(made)}") }
        return .object(
            Dictionary(
                followers.map { follower in
                    (
                        "\(follower)",
                        .object([
                            "operationId": .string("\(follower)"),
                            "parameters": .object([made: .string("$response.body#/\(made)")]),
                        ])
                    )
                }
            ) { first, _ in first }
        )
    }

    /// The value of a JSON text of ours.
    static func value(of text: String) -> JSONValue {
        (try? JSONValue(parsing: Array(text.utf8))) ?? .string(text)
    }
}
