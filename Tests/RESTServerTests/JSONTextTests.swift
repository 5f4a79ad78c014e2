import DWTWire
import Testing

@testable import RESTServer

@Suite("JSON texts")
struct JSONTextTests {
    @Test(
        "a byte order mark, white space and NUL around a body are taken",
        arguments: ["{}", " {} \r\n", "{}\0", "{}\n\0\0", "\u{FEFF}{}", "\u{FEFF} {}\t"]
    )
    func surroundings(_ text: String) throws {
        #expect(try JSONText.value(of: Array(text.utf8)) == .object([:]))
    }

    @Test("an empty body is told as such", arguments: ["", " ", "\0", "\u{FEFF}", "\r\n"])
    func empty(_ text: String) {
        let error = refusal(Array(text.utf8))
        #expect(error?.message == "The request has no body. Send a JSON object.")
    }

    @Test(
        "what is not JSON is refused",
        arguments: [
            "{", "}", "{]", "{}{}", "{'a':1}", "{a:1}", "{\"a\":}", "{\"a\":1,}", "[1,]", "[,1]", "-", "+1", "1e",
            "1e+", ".5", "tru", "truex", "{\"\\ud800\":1}",
            "{\"\\x\":1}", "{\"a\nb\":1}", "{\"\\u00\":1}", "\"\\ud800\\u0041\"", "\"\\udc00\"", "\"\\u00g0\"", "{1:2}",
            "[\u{A0}1]",
            "nul", "NaN", "01", "1.",
            "\"\\ud800\"", "\"\\x\"", "\"a\nb\"", "\"", "a=1&b=2", "<html>", "{\"a\":1e999}", "\u{0}{}", "--", "[1 2]",
            "{\"a\" 1}", "// x\n{}", "\"\u{1}\"",
        ]
    )
    func notJSON(_ text: String) {
        #expect(refusal(Array(text.utf8))?.message.hasPrefix("The body is not valid JSON:") == true)
    }

    @Test("no piece of a text is taken for the whole, and no changed byte ends the program")
    func mutilated() throws {
        let text = Array(#"{"a":[1,-2.5e3,"\ud83d\ude00ü\n",true,null,{"b":{}}]}"#.utf8)
        for end in text.indices {
            #expect(refusal(Array(text[..<end])) != nil)
        }
        for place in text.indices {
            for byte in UInt8.min...UInt8.max {
                var changed = text
                changed[place] = byte
                // Either answer is right; coming back is what counts.
                _ = refusal(changed)
            }
        }
    }

    @Test("a refusal names the byte")
    func place() {
        let message = refusal(Array("[1, x]".utf8))?.message
        #expect(message == "The body is not valid JSON: it goes wrong at byte 4.")
    }

    @Test("bytes that are not UTF-8 are refused")
    func notUTF8() {
        #expect(refusal([0x22, 0xFF, 0xFE, 0x22]) != nil)
        #expect(refusal([0x7B, 0x22, 0xFF, 0x22, 0x3A, 0x31, 0x7D]) != nil)
        #expect(refusal([0x22, 0xC0, 0x80, 0x22]) != nil)
        #expect(refusal([0x7B, 0x22, 0xED, 0xA0, 0x80, 0x22, 0x3A, 0x31, 0x7D]) != nil)
    }

    @Test("deep nesting is refused before it costs stack", arguments: ["[", "{\"a\":"])
    func nesting(_ opening: String) {
        let text = String(repeating: opening, count: 100_000)
        #expect(refusal(Array(text.utf8))?.message == "The body is not usable: it nests more than 64 levels.")
    }

    @Test("nesting up to the limit and brackets in strings are taken")
    func allowedNesting() throws {
        let deep = String(repeating: "[", count: 64) + String(repeating: "]", count: 64)
        _ = try JSONText.value(of: Array(deep.utf8))
        let text = "[\"\\\"" + String(repeating: "[", count: 1_000) + "\"]"
        _ = try JSONText.value(of: Array(text.utf8))
    }

    @Test("a body of very many values is refused before it costs time", arguments: ["1,", "{},", "[\"a\"],"])
    func manyValues(_ piece: String) {
        let body = "[" + String(repeating: piece, count: 1_000_000 / piece.utf8.count) + "1]"
        #expect(refusal(Array(body.utf8))?.message == "The body is not usable: it holds more than 10000 values.")
    }

    @Test("a large body of few values is taken, as a settings text can be large")
    func large() throws {
        let body = "{\"settings\":\"" + String(repeating: "A,", count: 500_000) + "\",\"device\":\"x\"}"
        #expect(try JSONText.value(of: Array(body.utf8)).member("device") == .string("x"))
        let many = "[" + String(repeating: "1,", count: 9_998) + "1]"
        _ = try JSONText.value(of: Array(many.utf8))
    }

    @Test("an answer has no escaped slashes")
    func slashes() throws {
        let bytes = try JSONText.bytes(of: ScannerInfo(name: "a/b", type: .sane, device: "\"x\"/"))
        #expect(String(decoding: bytes, as: UTF8.self) == #"{"device":"\"x\"/","name":"a/b","type":256}"#)
        let version = try JSONText.bytes(of: ServerVersion(modules: ["core": ["1.2"]]))
        #expect(
            String(decoding: version, as: UTF8.self)
                == #"{"compatible":true,"moduleVersions":{"core":["1.2"]},"version":"20250428"}"#
        )
    }

    private func refusal(_ bytes: [UInt8]) -> WireError? {
        do {
            _ = try JSONText.value(of: bytes)
            return nil
        } catch {
            return error
        }
    }
}
