import Testing

@testable import RESTServer

@Suite("what libsane prints while it searches")
struct BackendTraceTests {
    /// Lines as sane-backends 1.2.1 prints them.
    static let lines: [(String, BackendTrace?)] = [
        ("[19:21:56.696540] [sanei_debug] Setting debug level of dll to 3.", .other),
        ("[19:21:56.698529] [dll] add_backend: adding backend `net'", .other),
        ("[19:21:56.698544] [dll] sane_get_devices", .other),
        ("[19:21:56.698551] [dll] load: searching backend `net' in `/usr/lib/sane:/usr/lib64/sane'", .turn(of: "net")),
        ("[19:21:56.698562] [dll] load: dlopen()ing `/usr/lib/sane/libsane-net.so.1'", .other),
        ("[dll] init: initializing backend `epson2'", .turn(of: "epson2")),
        ("[dll] load: couldn't find backend `nosuch' (No such file or directory)", .other),
        (
            "[dll] load: dlopen() failed (/x/libsane-b.so.1: file too short)",
            .unloadable(reason: "/x/libsane-b.so.1: file too short")
        ),
        ("[epson2] sane_init: something", nil), ("init: initializing backend `net'", nil), ("", nil), ("[dll]", nil),
        ("[dll] load: searching backend `", .other),
    ]

    @Test("is read line by line, and other lines are left alone", arguments: lines)
    func line(_ text: String, _ trace: BackendTrace?) {
        #expect(BackendTrace(text) == trace)
    }
}
