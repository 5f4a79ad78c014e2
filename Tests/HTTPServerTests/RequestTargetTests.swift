import HTTPServer
import Testing

@Suite("The request target")
struct RequestTargetTests {
    private static let paths: [(raw: String, segments: [String])] = [
        ("/DWTAPI/Scanners", ["DWTAPI", "Scanners"]),
        ("//DWTAPI//Scanners/", ["DWTAPI", "Scanners"]),
        ("/a%2Fb/c%20+", ["a/b", "c +"]),
        ("/%C3%BC/%FF", ["ü", "\u{FFFD}"]),
        ("/%/%2/%zz/%+1/%-0", ["%", "%2", "%zz", "%+1", "%-0"]),
        ("/a#b/c", ["a"]),
        ("http://host:1/a/b", ["a", "b"]),
        ("http://host?a=b", []),
        ("*", ["*"]),
        ("", []),
        ("/a/\u{301}b", ["a", "\u{301}b"]),
    ]

    @Test("is split at slashes and decoded then", arguments: paths)
    func path(raw: String, segments: [String]) {
        #expect(RequestTarget(raw: raw).segments == segments)
    }

    private static let queries: [(raw: String, members: [String])] = [
        ("/?type=256&x", ["type:256", "x:"]),
        ("/?a+b=c+d%2B&&=&e==", ["a b:c d+", ":", "e:="]),
        ("/?a=b?c=d#e=f", ["a:b?c=d"]),
        ("http://host?a=b", ["a:b"]),
        ("/?\u{301}a=\u{301}b&\u{301}", ["\u{301}a:\u{301}b", "\u{301}:"]),
    ]

    @Test("has members of a query in order", arguments: queries)
    func query(raw: String, members: [String]) {
        #expect(RequestTarget(raw: raw).query.map { "\($0.name):\($0.value)" } == members)
    }
}
