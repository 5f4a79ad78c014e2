import Glibc
import Testing

@testable import RESTServer

@Suite("log")
struct LogTests {
    @Test("an event is one line of level, sentence and members")
    func line() {
        #expect(
            LogLine.text(.info, "job started", ["job": "ab-1", "pages": "3"]) == "info: job started job=ab-1 pages=3"
        )
        #expect(LogLine.text(.error, "no scanner", [:]) == "error: no scanner")
    }

    @Test(
        "values that would be ambiguous stand in quotes, and nothing makes a second line",
        arguments: [
            ("a b", #""a b""#), ("", #""""#), (#"a"b"#, #""a\"b""#), ("a=b", #""a=b""#), ("a\nb", #""a\nb""#),
            ("a\r\nerror: forged", #""a\r\nerror: forged""#), ("\u{1B}[31m", #"\u{1b}[31m"#), ("a\u{0}b", #"a\u{0}b"#),
            ("\u{202E}x", #"\u{202e}x"#), ("a\u{2028}b", #""a\u{2028}b""#), ("Büro", "Büro"), (#"a\b"#, #""a\\b""#),
        ]
    )
    func escaping(_ row: (value: String, written: String)) {
        #expect(LogLine.text(.debug, "x", ["k": row.value]) == "debug: x k=\(row.written)")
    }

    @Test("a sentence cannot make a second line either, and a long value is cut")
    func limits() {
        #expect(LogLine.text(.info, "a\nb", [:]) == #"info: a\nb"#)
        #expect(LogLine.text(.info, "x", ["k": String(repeating: "a", count: 5_000)]).count < 1_100)
    }

    @Test("time is written in UTC", arguments: [(0, "1970-01-01T00:00:00Z"), (1_767_225_599, "2025-12-31T23:59:59Z")])
    func time(_ row: (seconds: Int, text: String)) {
        #expect(LogLine.time(row.seconds) == row.text)
    }

    @Test("only what the level allows is written, with the journal's priority")
    func levels() throws {
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        let log = Log(level: .warning, form: .journal, descriptor: ends[1])
        log.error("one")
        log.warning("two", ["k": "v"])
        log.info("three")
        log.debug("four")
        close(ends[1])
        var bytes = [UInt8](repeating: 0, count: 1_000)
        let count = read(ends[0], &bytes, bytes.count)
        close(ends[0])
        #expect(String(decoding: bytes[..<count], as: UTF8.self) == "<3>error: one\n<4>warning: two k=v\n")
    }

    @Test("without a level nothing is written, not even what has failed")
    func off() throws {
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        let log = Log(level: .debug, descriptor: ends[1])
        log.level = nil
        log.error("one")
        log.warning("two")
        log.debug("three")
        close(ends[1])
        var byte: UInt8 = 0
        #expect(read(ends[0], &byte, 1) == 0)
        close(ends[0])
    }

    @Test("as the API tells it, 0 is nothing at all, and every level that tells something is another number")
    func numbers() throws {
        // Its log tells errors only.
        let scene = try ServiceScene()
        for (set, told) in [(nil, 1), (0, 0), (30, 30), (1, 1), (0, 0)] {
            if let set {
                #expect(scene.call("PATCH", "/api/server", #"{"logLevel":\#(set)}"#).status == 200)
            }
            #expect(scene.call("GET", "/api/server").member("logLevel") == .integer(told))
        }
    }

    @Test("a level that is changed counts for all copies of a log")
    func sharedLevel() {
        let log = Log(level: .error)
        let copy = log
        copy.level = .debug
        #expect(log.level == .debug)
    }

    @Test("systemd's journal is recognised")
    func journal() {
        let log = Log.standard(level: .info, environment: ["JOURNAL_STREAM": "8:1234"])
        #expect(log.level == .info)
    }
}
