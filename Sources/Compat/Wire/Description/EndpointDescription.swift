/// What people read about one endpoint: the source of the OpenAPI document and of the page about the API.
public struct EndpointDescription: Hashable, Sendable {
    /// The raw value of the endpoint, method and path.
    public var call: String
    /// Where it stands among the others.
    public var group: Group
    /// What it does, in a few words.
    public var summary: String
    /// What there is to know about it.
    public var details: String
    /// Of path and query.
    public var parameters: [Parameter] = []
    /// The member of a good answer that other calls have in their path.
    public var makes: String?
    /// What is sent with it.
    public var body: Body?
    /// What comes back, apart from what any call may be answered.
    public var answers: [Answer]
    /// Requests as they were sent and answered.
    public var examples: [Example] = []

    /// The chapters, in reading order.
    public enum Group: String, CaseIterable, Hashable, Sendable {
        case scanners = "Scanners"
        case jobs = "Jobs"
        case pages = "Pages"
        case capabilities = "Capabilities"
        case server = "Server"
        case legacy = "Legacy"
        case library = "Library commands"
    }

    /// One value in the path or the query.
    public struct Parameter: Hashable, Sendable {
        /// Where it stands.
        public enum Place: String, Hashable, Sendable {
            case path, query
        }

        /// As it is written.
        public var name: String
        /// Where it is written.
        public var place: Place
        /// What it means.
        public var about: String
        /// What it may be.
        public var schema: Schema
        /// True when the call makes no sense without it; always true in a path.
        public var isRequired: Bool

        /// A value in the path.
        public static func path(_ name: String, _ about: String, _ schema: Schema = .text()) -> Parameter {
            Parameter(name: name, place: .path, about: about, schema: schema, isRequired: true)
        }

        /// A value in the query.
        public static func query(
            _ name: String,
            _ about: String,
            _ schema: Schema,
            isRequired: Bool = false
        ) -> Parameter {
            Parameter(name: name, place: .query, about: about, schema: schema, isRequired: isRequired)
        }
    }

    /// The body of a request: JSON, whatever its media type says.
    public struct Body: Hashable, Sendable {
        /// Its shape.
        public var schema: Schema
        /// False when the call may come without one.
        public var isRequired: Bool

        /// A body of that shape.
        public init(_ schema: Schema, isRequired: Bool = true) {
            self.schema = schema
            self.isRequired = isRequired
        }
    }

    /// One thing that can come back.
    public struct Answer: Hashable, Sendable {
        /// What stands in the body.
        public enum Content: Hashable, Sendable {
            case nothing
            case json(Schema)
            case text(Schema)
            /// A picture of one of these media types.
            case image([String])
            /// A refusal in the form of the generation.
            case failure
        }

        /// The HTTP status.
        public var status: Int
        /// When it comes.
        public var meaning: String
        /// The body's form.
        public var content: Content
        /// Headers that only this answer has, with what they say.
        public var headers: [String: String] = [:]

        /// A good end.
        public static func good(_ status: Int, _ meaning: String, _ content: Content) -> Answer {
            Answer(status: status, meaning: meaning, content: content)
        }

        /// A refusal.
        public static func failure(_ status: Int, _ meaning: String, headers: [String: String] = [:]) -> Answer {
            Answer(status: status, meaning: meaning, content: .failure, headers: headers)
        }
    }

    /// A request and its answer. The tests send each of them to a running service.
    public struct Example: Hashable, Sendable {
        /// What must have happened before.
        public enum Stage: Hashable, Sendable {
            case none
            /// The call is about a job that nobody knows, or that was deleted.
            case unknownJob, deletedJob
            /// A v19 job that waits for its start, scans, or has delivered all of its pages.
            case pendingJob, runningJob, endedJob
            /// A job of the legacy generation that has a page.
            case legacyJob
        }

        /// Names it in a few words.
        public var name: String
        /// What comes before it.
        public var stage: Stage
        /// Behind the question mark; `{imageuid}` is one of the job's pages.
        public var query: String
        /// JSON, as it is sent.
        public var body: String?
        /// The HTTP status of the answer.
        public var status: Int
        /// The body of the answer, of the same shape as what comes; nil for pictures and nothing.
        public var answer: String?

        /// A request and its answer.
        public init(
            _ name: String,
            stage: Stage = .none,
            query: String = "",
            body: String? = nil,
            status: Int,
            answer: String? = nil
        ) {
            self.name = name
            self.stage = stage
            self.query = query
            self.body = body
            self.status = status
            self.answer = answer
        }
    }

    /// A description of the call that `call` is the raw value of.
    public init(
        _ call: String,
        _ group: Group,
        _ summary: String,
        _ details: String,
        parameters: [Parameter] = [],
        body: Body? = nil,
        makes: String? = nil,
        answers: [Answer],
        examples: [Example] = []
    ) {
        self.call = call
        self.group = group
        self.summary = summary
        self.details = details
        self.parameters = parameters
        self.body = body
        self.makes = makes
        self.answers = answers
        self.examples = examples
    }
}

extension Endpoint {
    /// What people read about it; nil is a gap that the tests find.
    public var documentation: EndpointDescription? {
        EndpointDescription.all.first { $0.call == rawValue }
    }
}

extension EndpointDescription {
    /// All of them, in reading order.
    public static let all: [EndpointDescription] = scanners + jobs + pages + capabilities + server + legacy + library
}
