/// Why a text is not read.
enum JSONFault: Error {
    case notJSON, tooDeep, tooMany
}

/// Goes through a JSON text once, byte by byte (RFC 8259).
struct JSONParser {
    static let deepest = 64
    static let most = 10_000

    private let text: [UInt8]
    /// The byte that is looked at.
    private(set) var place = 0
    private var depth = 0
    private var count = 0

    init(_ text: [UInt8]) {
        self.text = text
    }

    /// The value that the text is, with nothing but blanks around it.
    mutating func wholeText() throws(JSONFault) -> JSONValue {
        let value = try value()
        skipBlanks()
        guard place == text.count else { throw .notJSON }
        return value
    }

    private mutating func value() throws(JSONFault) -> JSONValue {
        count += 1
        guard count <= Self.most else { throw .tooMany }
        skipBlanks()
        switch next {
        case UInt8(ascii: "{"): return .object(try members())
        case UInt8(ascii: "["): return .array(try elements())
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return try number()
        }
    }

    private mutating func members() throws(JSONFault) -> [String: JSONValue] {
        var members: [String: JSONValue] = [:]
        try open()
        guard !take("}") else { return members }
        repeat {
            skipBlanks()
            let name = try string()
            guard take(":") else { throw .notJSON }
            members[name] = try value()
        } while take(",")
        try close("}")
        return members
    }

    private mutating func elements() throws(JSONFault) -> [JSONValue] {
        var elements: [JSONValue] = []
        try open()
        guard !take("]") else { return elements }
        repeat {
            elements.append(try value())
        } while take(",")
        try close("]")
        return elements
    }

    private mutating func open() throws(JSONFault) {
        place += 1
        depth += 1
        guard depth <= Self.deepest else { throw .tooDeep }
    }

    private mutating func close(_ bracket: Unicode.Scalar) throws(JSONFault) {
        guard take(bracket) else { throw .notJSON }
    }

    private mutating func string() throws(JSONFault) -> String {
        guard next == UInt8(ascii: "\"") else { throw .notJSON }
        place += 1
        var bytes: [UInt8] = []
        while let byte = next, byte != UInt8(ascii: "\"") {
            guard byte >= 0x20 else { throw .notJSON }
            place += 1
            if byte == UInt8(ascii: "\\") {
                bytes += try escaped()
            } else {
                bytes.append(byte)
            }
        }
        guard next != nil, let string = String(validating: bytes, as: UTF8.self) else { throw .notJSON }
        place += 1
        return string
    }

    /// The UTF-8 of what follows a backslash.
    private mutating func escaped() throws(JSONFault) -> [UInt8] {
        guard let byte = next else { throw .notJSON }
        place += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [byte]
        case UInt8(ascii: "b"): return [0x08]
        case UInt8(ascii: "f"): return [0x0C]
        case UInt8(ascii: "n"): return [0x0A]
        case UInt8(ascii: "r"): return [0x0D]
        case UInt8(ascii: "t"): return [0x09]
        case UInt8(ascii: "u"): return Array(String(Character(try scalar())).utf8)
        default: throw .notJSON
        }
    }

    /// Four hexadecimal digits, or a pair of surrogates in two escapes.
    private mutating func scalar() throws(JSONFault) -> Unicode.Scalar {
        let first = try hexadecimal()
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard (0xD800..<0xDC00).contains(first), next == UInt8(ascii: "\\") else { throw .notJSON }
        place += 1
        guard next == UInt8(ascii: "u") else { throw .notJSON }
        place += 1
        let second = try hexadecimal()
        guard (0xDC00..<0xE000).contains(second),
            let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
        else { throw .notJSON }
        return scalar
    }

    private mutating func hexadecimal() throws(JSONFault) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { throw .notJSON }
            value = value << 4 | UInt32(digit)
            place += 1
        }
        return value
    }

    private mutating func number() throws(JSONFault) -> JSONValue {
        let start = place
        takeByte("-")
        if !takeByte("0") { try digits() }
        var isWhole = true
        if takeByte(".") {
            isWhole = false
            try digits()
        }
        if takeByte("e") || takeByte("E") {
            isWhole = false
            if !takeByte("+") { takeByte("-") }
            try digits()
        }
        let written = String(decoding: text[start..<place], as: UTF8.self)
        if isWhole, let value = Int(written) { return .integer(value) }
        guard let value = Double(written), value.isFinite else { throw .notJSON }
        return Int(exactly: value).map(JSONValue.integer) ?? .number(value)
    }

    /// One digit or more.
    private mutating func digits() throws(JSONFault) {
        let start = place
        while let byte = next, (0x30...0x39).contains(byte) {
            place += 1
        }
        guard place > start else { throw .notJSON }
    }

    private mutating func word(_ word: StaticString, _ value: JSONValue) throws(JSONFault) -> JSONValue {
        let end = place + word.utf8CodeUnitCount
        guard end <= text.count, word.withUTF8Buffer({ text[place..<end].elementsEqual($0) }) else { throw .notJSON }
        place = end
        return value
    }

    private var next: UInt8? { place < text.count ? text[place] : nil }

    /// Goes past that sign and the blanks in front of it; closing brackets end a level.
    private mutating func take(_ sign: Unicode.Scalar) -> Bool {
        skipBlanks()
        guard takeByte(sign) else { return false }
        if sign == "}" || sign == "]" { depth -= 1 }
        return true
    }

    @discardableResult
    private mutating func takeByte(_ sign: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: sign) else { return false }
        place += 1
        return true
    }

    private mutating func skipBlanks() {
        while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
            place += 1
        }
    }
}
