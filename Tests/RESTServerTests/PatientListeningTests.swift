import Glibc
import HTTPServer
import Testing

@testable import RESTServer

@Suite("listening before the network is up")
struct PatientListeningTests {
    /// A host that refuses with these errors, one an attempt, and opens socket 7 afterwards.
    private final class Host {
        var refusals: [Int32]
        var attempts: [String] = []
        var slept = Duration.zero
        var warnings = 0

        init(_ refusals: [Int32]) {
            self.refusals = refusals
        }

        func listen(at address: String, patience: Duration = .seconds(90)) throws(SystemError) -> String {
            let listening = PatientListening(
                patience: patience,
                open: { address, port throws(SystemError) in
                    self.attempts.append(address)
                    guard self.refusals.isEmpty else {
                        throw SystemError(call: "bind", errno: self.refusals.removeFirst())
                    }
                    return (7, port)
                },
                sleep: { self.slept += $0 }
            )
            return try listening.listen(address: address, port: 1) { self.warnings += 1 }.address
        }

        /// The error that listening ends with, 0 when there is none.
        func error(at address: String) -> Int32 {
            do throws(SystemError) {
                _ = try listen(at: address)
                return 0
            } catch {
                return error.errno
            }
        }
    }

    @Test("an address that comes within the time is taken, and the wait is told once")
    func late() throws {
        let host = Host([EADDRNOTAVAIL, EADDRNOTAVAIL, EADDRNOTAVAIL])
        #expect(try host.listen(at: "192.0.2.1") == "192.0.2.1")
        #expect(host.attempts.count == 4)
        #expect(host.warnings == 1)
    }

    @Test("an address that never comes is waited for at least a minute, then it is an error")
    func never() {
        let host = Host(Array(repeating: EADDRNOTAVAIL, count: 10_000))
        #expect(host.error(at: "192.0.2.1") == EADDRNOTAVAIL)
        #expect(host.slept >= .seconds(60))
        #expect(host.slept <= .seconds(120))
        #expect(Settings().listenWait >= .seconds(60))
    }

    @Test("whatever else is wrong is told at once", arguments: [EADDRINUSE, EACCES, EINVAL])
    func others(errno: Int32) {
        let host = Host([errno])
        #expect(host.error(at: "192.0.2.1") == errno)
        #expect(host.slept == .zero)
    }

    @Test("a kernel without IPv6 still serves all of its addresses")
    func noIPv6() throws {
        #expect(try Host([EAFNOSUPPORT]).listen(at: "::") == "0.0.0.0")
        #expect(Host([EAFNOSUPPORT]).error(at: "::1") == EAFNOSUPPORT)
    }
}
