import Foundation
import TestSupport
import Testing

/// The service on hosts of their own: network namespaces, which take root or a system that lets everybody have them.
@Suite("A host whose network comes late", .timeLimit(.minutes(15)), .enabled(if: NewHost.isPossible))
struct NetworkTests {
    /// Runs a script on a host with nothing but a loopback. In it, `serve ADDRESS OPTION...` starts the service in the
    /// background, and `answers URL` waits for an answer, half a minute at most.
    private func onNewHost(_ script: String) throws -> Program.Output {
        let folder = try BuiltProducts.freshFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let text = """
            set -eu
            ip link set lo up
            serve() {
                address=$1
                shift
                "$SERVER" serve --virtual-scanner --listen "$address" --port 18622 --state-folder "$FOLDER/state" \\
                    --spool-folder "$FOLDER/spool" "$@" 2>"$FOLDER/log" &
                server=$!
                trap 'kill -KILL $server 2>/dev/null || true' EXIT
            }
            answers() {
                for _ in $(seq 60); do
                    curl -gfs -o /dev/null --max-time 5 "$1/api/server/version" && return
                    sleep 0.5
                done
                echo "no answer at $1"
                cat "$FOLDER/log"
                exit 1
            }
            \(script)
            """
        var environment = NewHost.environment
        environment["SERVER"] = BuiltProducts.server
        environment["FOLDER"] = folder.path
        return try Program.run(NewHost.command + ["sh", "-c", text], environment: environment, seconds: 120)
    }

    @Test("an address that comes after the start is served without a restart (BR-050)")
    func lateAddress() throws {
        let output = try onNewHost(
            """
            serve 192.0.2.7
            while ! grep -q "waiting for it" "$FOLDER/log"; do sleep 0.1; done
            ip address add 192.0.2.7/32 dev lo
            answers http://192.0.2.7:18622
            """
        )
        #expect(output.ending.succeeded, "\(output.text)\(output.errors)")
    }

    @Test("an address that never comes ends the service with an error, so that systemd starts it again (BR-050)")
    func missingAddress() throws {
        let output = try onNewHost(
            """
            serve 192.0.2.7 --listen-wait 2
            code=0
            wait $server || code=$?
            grep "there is no such address" "$FOLDER/log"
            exit $code
            """
        )
        #expect(output.ending.exitCode == 1, "\(output.text)\(output.errors)")
        #expect(output.text.contains("192.0.2.7"))
    }

    @Test("all addresses means IPv4, IPv6, and those of interfaces that come later (BR-050)")
    func everywhere() throws {
        let output = try onNewHost(
            """
            serve ::
            answers http://127.0.0.1:18622
            answers http://[::1]:18622
            ip link add later type veth peer name other
            ip link set later up
            ip address add 192.0.2.7/24 dev later
            answers http://192.0.2.7:18622
            """
        )
        #expect(output.ending.succeeded, "\(output.text)\(output.errors)")
    }
}

/// A network namespace.
private enum NewHost {
    static let command = ["unshare", "--net"] + (geteuid() == 0 ? [] : ["--map-root-user"])
    static let environment = [
        "PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LANG": "C.UTF-8", "SWIFT_BACKTRACE": "enable=no",
    ]

    /// Whether this user can make one and `ip` is there to set it up.
    static var isPossible: Bool {
        let answer = try? Program.run(command + ["sh", "-c", "ip link set lo up"], environment: environment)
        return answer?.ending.succeeded ?? false
    }
}
