import DWTWire
import Foundation
import Testing

/// The value of a JSON text that is written in a test.
func json(_ text: String) throws -> JSONValue {
    try JSONValue(parsing: Array(text.utf8))
}

@Suite("JSON values")
struct JSONValueTests {
    @Test(
        "every kind of JSON text arrives as its value",
        arguments: [
            ("null", JSONValue.null), ("true", .bool(true)), ("false", .bool(false)), ("0", .integer(0)),
            ("1", .integer(1)), ("-1", .integer(-1)), ("1.0", .integer(1)), ("1e2", .integer(100)),
            ("-0", .integer(0)), ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
            ("12345678901234567890", .number(1.2345678901234567e19)), ("1E-2", .number(0.01)),
            (" [ 1 ,\t2\r\n] ", .array([.integer(1), .integer(2)])), (" { } ", .object([:])), ("[ ]", .array([])),
            (#""\u00fc\ud83d\ude00\b\f\n\r\t\"\\\/""#, .string("ü😀\u{8}\u{C}\n\r\t\"\\/")),
            (#"{"a":1,"a":2}"#, .object(["a": .integer(2)])), ("1.5", .number(1.5)), ("1e300", .number(1e300)),
            ("\"\"", .string("")), ("\"1\"", .string("1")),
            ("[]", .array([])), ("{}", .object([:])),
            (
                #"{"a":[1,null,{"b":"\/"}]}"#,
                .object(["a": .array([.integer(1), .null, .object(["b": .string("/")])])])
            ),
        ]
    )
    func kinds(_ row: (text: String, value: JSONValue)) throws {
        #expect(try json(row.text) == row.value)
    }

    @Test("a value survives its own text and the encoder")
    func roundTrip() throws {
        let value = try json(#"{"a\"\\\n\u0001":[1,-2.5,true,null,"ü/😀\u007f"],"b":{}}"#)
        #expect(try json(value.text) == value)
        #expect(try JSONValue(parsing: Array(JSONEncoder().encode(value))) == value)
    }

    @Test("members are found without regard to case, the exact name first")
    func members() throws {
        let value = try json(#"{"pixeltype":1,"PixelType":2,"RESOLUTION":300}"#)
        #expect(value.member("PixelType") == .integer(2))
        #expect(value.member("pixeltype") == .integer(1))
        #expect(value.member("Resolution") == .integer(300))
        #expect(value.member("absent") == nil)
        #expect(JSONValue.array([]).member("length") == nil)
    }

    @Test(
        "a number is taken as number, as text and as hexadecimal text",
        arguments: [
            ("300", 300.0), ("300.5", 300.5), ("\"300\"", 300), ("\" 300 \"", 300), ("\"0x101\"", 257),
            ("\"0X101\"", 257), ("\"-1\"", -1), ("\"+2\"", 2), ("\"2.5\"", 2.5),
            (#"{"value":2,"label":"TWPT_RGB"}"#, 2),
        ]
    )
    func numbers(_ row: (text: String, value: Double)) throws {
        #expect(try json(row.text).lenientNumber() == row.value)
    }

    @Test(
        "what is no number is not taken for one",
        arguments: [
            "true", "null", "\"\"", "\"abc\"", "\"nan\"", "\"inf\"", "\"1e999\"", "\"0x\"", "\"0x1p4\"", "\"1 2\"",
            "\"0xFFFFFFFFFF\"", "[1]", "{}", #"{"value":{"value":1}}"#,
        ]
    )
    func noNumbers(_ text: String) throws {
        #expect(try json(text).lenientNumber() == nil)
    }

    @Test(
        "a flag is taken as flag, as 0 and 1, and as text",
        arguments: [
            ("true", true), ("false", false), ("1", true), ("0", false), ("\"true\"", true), ("\"False\"", false),
            ("\"1\"", true), ("\" 0 \"", false), ("2", nil), ("\"ja\"", nil), ("null", nil), ("[]", nil),
        ]
    )
    func flags(_ row: (text: String, value: Bool?)) throws {
        #expect(try json(row.text).lenientFlag == row.value)
    }
}
