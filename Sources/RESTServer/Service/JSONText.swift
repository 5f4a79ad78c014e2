import DWTWire
import FoundationEssentials

/// The way of JSON texts in and out of the service.
package enum JSONText {
    /// Containers inside containers; no client goes beyond 4, and each level costs stack in the decoder.
    package static let deepest = 64
    /// Values in one text. The decoder takes some 20 µs for each, and the event loop waits for it.
    package static let most = 10_000

    /// The value of a request's body, whatever its media type says.
    ///
    /// A byte order mark in front and white space or NUL at the end are taken: some clients count characters for bytes.
    ///
    /// - Throws: when there is nothing, or something that is not JSON.
    package static func value(of bytes: [UInt8]) throws(WireError) -> JSONValue {
        let text = trimmed(bytes)
        guard !text.isEmpty else {
            throw WireError("The request has no body. Send a JSON object that says what to scan.")
        }
        let size = size(of: text)
        guard size.depth <= deepest else {
            throw WireError("The body is not usable: it nests more than \(deepest) levels.")
        }
        guard size.values <= most else {
            throw WireError("The body is not usable: it holds more than \(most) values.")
        }
        do {
            return try JSONDecoder().decode(JSONValue.self, from: Data(text))
        } catch {
            throw WireError("The body is not valid JSON. It must be a JSON object in UTF-8.")
        }
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
        while let last = text.last, last == 0 || last == 0x20 || (0x09...0x0D).contains(last) {
            text.removeLast()
        }
        return text.drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
    }

    /// How deep the brackets nest and how many values there are at least, strings left out.
    private static func size(of text: ArraySlice<UInt8>) -> (depth: Int, values: Int) {
        var depth = 0
        var deepest = 0
        var values = 1
        var isInString = false
        var isEscaped = false
        for byte in text {
            if isInString {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isInString = false
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): isInString = true
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                depth += 1
                deepest = max(deepest, depth)
            case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
            case UInt8(ascii: ","): values += 1
            default: break
            }
        }
        return (deepest, values)
    }
}
