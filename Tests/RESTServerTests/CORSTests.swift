import HTTPServer
import Testing

@testable import RESTServer

@Suite("CORS")
struct CORSTests {
    private func header(_ name: String, _ pairs: [(name: String, value: String)]) -> String? {
        pairs.first { $0.name == name }?.value
    }

    @Test(
        "any origin is echoed, with credentials, and made-up ones too",
        arguments: [
            "https://app.example", "http://127.0.0.1:8000", "null", "file://", "dynamic-web-twain.net://YWI+/w==",
            "chrome-extension://abcdef",
        ]
    )
    func echo(_ origin: String) {
        let headers = CORS.headers(for: Headers([("Origin", origin)]))
        #expect(header("Access-Control-Allow-Origin", headers) == origin)
        #expect(header("Access-Control-Allow-Credentials", headers) == "true")
        #expect(header("Vary", headers) == "Origin")
        #expect(header("Access-Control-Expose-Headers", headers)?.contains("Location") == true)
    }

    @Test("without an origin only Vary is said")
    func noOrigin() {
        #expect(CORS.headers(for: Headers()).map(\.name) == ["Vary"])
    }

    @Test(
        "an origin that must not stand in a header is not echoed",
        arguments: ["", "a b", "http://a\r\nSet-Cookie: x=1", "http://a\nb", "http://ü", "http://a\u{7F}", "a\0b"]
    )
    func badOrigin(_ origin: String) {
        #expect(CORS.headers(for: Headers([("Origin", origin)])).map(\.name) == ["Vary"])
    }

    @Test("what would fill the head of the answer is not echoed", arguments: [(4_096, true), (4_097, false)])
    func longWords(_ row: (length: Int, isEchoed: Bool)) {
        let word = String(repeating: "a", count: row.length)
        let origin = header("Access-Control-Allow-Origin", CORS.headers(for: Headers([("Origin", word)])))
        #expect((origin == word) == row.isEchoed)
        let preflight = CORS.preflight(for: Headers([("Origin", "a"), ("Access-Control-Request-Headers", word)]))
        #expect((preflight.headers["Access-Control-Allow-Headers"] == word) == row.isEchoed)
    }

    @Test("two origins are none")
    func twoOrigins() {
        #expect(CORS.headers(for: Headers([("Origin", "a"), ("Origin", "b")])).map(\.name) == ["Vary"])
    }

    @Test("a preflight allows what it was asked for")
    func preflight() {
        let response = CORS.preflight(
            for: Headers([
                ("Origin", "https://app.example"), ("Access-Control-Request-Method", "PATCH"),
                ("Access-Control-Request-Headers", "content-type,dwt-product-key, x-dics-license-key"),
                ("Access-Control-Request-Private-Network", "true"),
            ])
        )
        #expect(response.status == 204)
        #expect(response.headers["Access-Control-Allow-Origin"] == "https://app.example")
        #expect(response.headers["Access-Control-Allow-Credentials"] == "true")
        #expect(response.headers["Access-Control-Allow-Methods"]?.contains("PATCH") == true)
        #expect(
            response.headers["Access-Control-Allow-Headers"] == "content-type,dwt-product-key, x-dics-license-key"
        )
        #expect(response.headers["Access-Control-Allow-Private-Network"] == "true")
        #expect(response.headers["Access-Control-Max-Age"] != nil)
        #expect(response.headers["Vary"] == "Origin")
    }

    @Test("a private network is not mentioned unless asked for, nor anything to no origin")
    func plainPreflight() {
        let plain = CORS.preflight(for: Headers([("Origin", "https://app.example")]))
        #expect(plain.headers["Access-Control-Allow-Private-Network"] == nil)
        #expect(plain.headers["Access-Control-Allow-Headers"] == nil)
        let nobody = CORS.preflight(for: Headers([("Access-Control-Request-Private-Network", "true")]))
        #expect(nobody.status == 204)
        #expect(nobody.headers.fields.allSatisfy { !$0.name.hasPrefix("Access-Control") })
    }

    @Test(
        "a list of header names that holds anything else is not echoed",
        arguments: ["x\r\nSet-Cookie: a=b", "x: y", "ü", "a;b", "a\0", "(x)"]
    )
    func badNames(_ names: String) {
        let response = CORS.preflight(
            for: Headers([("Origin", "https://app.example"), ("Access-Control-Request-Headers", names)])
        )
        #expect(response.headers["Access-Control-Allow-Headers"] == nil)
        #expect(response.headers["Access-Control-Allow-Methods"] != nil)
    }
}
