import DWTWire
import FoundationEssentials

/// The way of JSON texts in and out of the service.
package enum JSONText {
    /// The value of a request's body, whatever its media type says.
    ///
    /// A byte order mark in front and white space or NUL at the end are taken: some clients count characters for bytes.
    ///
    /// - Throws: when there is nothing, or something that is not JSON.
    package static func value(of bytes: [UInt8]) throws(WireError) -> JSONValue {
        let text = trimmed(bytes)
        guard !text.isEmpty else {
            throw WireError("The request has no body. Send a JSON object.")
        }
        return try JSONValue(parsing: Array(text))
    }

    /// The value of a JSON text that stands in a string; nil when it is no JSON.
    package static func value(of text: String) -> JSONValue? {
        // Not being JSON is an answer here, not a failure.
        try? value(of: Array(text.utf8))
    }

    /// A value as the body of an answer: compact, slashes as they are, members in alphabetical order.
    package static func bytes(of value: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
        return Array(try encoder.encode(value))
    }

    private static func trimmed(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
        var text = bytes[...]
        if text.starts(with: [0xEF, 0xBB, 0xBF]) { text = text.dropFirst(3) }
        while let last = text.last, isBlank(last) {
            text.removeLast()
        }
        return text
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0 || byte == 0x20 || (0x09...0x0D).contains(byte)
    }
}
