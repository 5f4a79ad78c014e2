/// The answers of a call as a document shows them, with those that any call may get.
enum SharedAnswers {
    private typealias Answer = EndpointDescription.Answer

    /// Any call may be answered so, in the form of its generation.
    static let ofAll: [(status: Int, meaning: String)] = [
        (400, "The request is not usable as HTTP, or its Host header is none."),
        (403, "The host does not go by the name in the Host header."),
        (405, "This path is served with other methods; Allow tells which."),
        (413, "The request's body is too long."),
        (414, "The request's address is too long."),
        (417, "An expectation that is not 100-continue."),
        (431, "The request's headers are too long."),
        (501, "A transfer coding that is not chunked."),
        (503, "The service is ending, or has no memory left."),
    ]

    /// The shared answers under their names: one set for each generation.
    static var components: [String: JSONValue] {
        var members: [String: JSONValue] = [:]
        for generation in [Endpoint.Generation.legacy, .v19, .library] {
            for (status, meaning) in ofAll {
                members[name(status, generation)] = response(.failure(status, meaning), [], generation)
            }
        }
        return members
    }

    /// The `responses` of one call.
    static func responses(
        of description: EndpointDescription,
        _ generation: Endpoint.Generation
    ) -> [String: JSONValue] {
        var members: [String: JSONValue] = [:]
        for (status, _) in ofAll {
            members["\(status)"] = .object(["$ref": .string("#/components/responses/\(name(status, generation))")])
        }
        for answer in description.answers {
            let examples = description.examples.filter { $0.status == answer.status }
            let links = answer.status < 300 ? OpenAPIDocument.links(from: description, generation) : nil
            members["\(answer.status)"] = response(answer, examples, generation, links)
        }
        return members
    }

    private static func name(_ status: Int, _ generation: Endpoint.Generation) -> String {
        switch generation {
        case .legacy: "Legacy\(status)"
        case .v19: "V19-\(status)"
        case .library: "Library\(status)"
        }
    }

    private static func response(
        _ answer: EndpointDescription.Answer,
        _ examples: [EndpointDescription.Example],
        _ generation: Endpoint.Generation,
        _ links: JSONValue? = nil
    ) -> JSONValue {
        var members: [String: JSONValue] = ["description": .string(answer.meaning)]
        members["links"] = links
        let content = content(answer.content, examples, generation)
        if !content.isEmpty { members["content"] = .object(content) }
        var headers = answer.headers
        if answer.status == 405 { headers["Allow"] = "The methods that this path is served with." }
        if !headers.isEmpty {
            members["headers"] = .object(
                headers.mapValues { .object(["description": .string($0), "schema": Schema.text().json]) }
            )
        }
        return .object(members)
    }

    private static func content(
        _ content: EndpointDescription.Answer.Content,
        _ examples: [EndpointDescription.Example],
        _ generation: Endpoint.Generation
    ) -> [String: JSONValue] {
        switch content {
        case .nothing: [:]
        case .json(let schema): ["application/json": media(schema, examples, isJSON: true)]
        case .text(let schema): ["text/plain": media(schema, examples, isJSON: false)]
        case .image(let types): Dictionary(types.map { ($0, .object([:])) }) { first, _ in first }
        case .failure:
            switch generation {
            case .legacy: ["text/plain": media(.text("A sentence."), examples, isJSON: false)]
            case .v19: ["application/json": media(.named(.failure), examples, isJSON: true)]
            case .library: ["application/json": media(.named(.libraryFailure), examples, isJSON: true)]
            }
        }
    }

    private static func media(
        _ schema: Schema,
        _ examples: [EndpointDescription.Example],
        isJSON: Bool
    ) -> JSONValue {
        var members = ["schema": schema.json]
        let named = examples.compactMap { example in
            example.answer.map { text in
                (example.name, JSONValue.object(["value": isJSON ? OpenAPIDocument.value(of: text) : .string(text)]))
            }
        }
        if !named.isEmpty { members["examples"] = .object(Dictionary(named) { first, _ in first }) }
        return .object(members)
    }
}
