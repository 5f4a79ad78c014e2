extension JSONValue {
    /// Reads a JSON text in UTF-8, strictly, from whoever sent it.
    ///
    /// The JSON coder of the toolchain is not for strangers: with Swift 6.0 eight bytes, a member name with a broken
    /// escape, end the process, and it takes 20 µs for each value. Limits: 64 levels, 10 000 values.
    ///
    /// - Throws: when it is not JSON or beyond a limit; the message begins with `subject`.
    ///
    /// Source: RFC 8259; a name that is said twice keeps its last value.
    public init(parsing text: [UInt8], subject: String = "The body") throws(WireError) {
        var parser = JSONParser(text)
        do {
            self = try parser.wholeText()
        } catch {
            let fault =
                switch error {
                case .notJSON: "is not valid JSON: it goes wrong at byte \(parser.place)"
                case .tooDeep: "is not usable: it nests more than \(JSONParser.deepest) levels"
                case .tooMany: "is not usable: it holds more than \(JSONParser.most) values"
                }
            throw WireError("\(subject) \(fault).")
        }
    }
}
