/// One HTTP request, its head parsed and its body complete.
package struct Request: Sendable {
    package var method: String
    package var target: RequestTarget
    package var version: HTTPVersion
    package var headers: Headers
    package var body: [UInt8]
    /// Who has sent it, or the last one who passed it on.
    package var peer: IPAddress?

    package init(
        method: String,
        target: RequestTarget,
        version: HTTPVersion = .http11,
        headers: Headers = Headers(),
        body: [UInt8] = []
    ) {
        self.method = method
        self.target = target
        self.version = version
        self.headers = headers
        self.body = body
    }
}

/// The versions that are answered; others are refused before.
package enum HTTPVersion: String, Hashable, Sendable {
    case http10 = "HTTP/1.0"
    case http11 = "HTTP/1.1"
}

/// Header fields in the order they came; names match without regard to case (RFC 9110, section 5.1).
package struct Headers: Sendable, Hashable {
    /// One line of a head.
    package struct Field: Sendable, Hashable {
        package var name: String
        package var value: String
    }
    package private(set) var fields: [Field] = []

    package init() {}
    package init(_ pairs: [(String, String)]) {
        fields = pairs.map { Field(name: $0.0, value: $0.1) }
    }

    /// Adds a field behind the others, also when there is one of that name.
    package mutating func add(_ name: String, _ value: String) {
        fields.append(Field(name: name, value: value))
    }

    /// The first value of that name.
    package subscript(name: String) -> String? {
        fields.first { $0.name.equalsIgnoringCase(name) }?.value
    }

    /// The values of that name, in order.
    package func all(_ name: String) -> [String] {
        fields.filter { $0.name.equalsIgnoringCase(name) }.map(\.value)
    }
}

extension String {
    /// ASCII comparison, as HTTP wants it.
    package func equalsIgnoringCase(_ other: String) -> Bool {
        utf8.count == other.utf8.count && zip(utf8, other.utf8).allSatisfy { $0.asciiLowercased == $1.asciiLowercased }
    }
}

extension UInt8 {
    package var asciiLowercased: UInt8 { self >= 0x41 && self <= 0x5A ? self | 0x20 : self }
}
