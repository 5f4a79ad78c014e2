import Foundation
import TestSupport
import Testing

@Suite("the calls about the service itself", .timeLimit(.minutes(15)))
struct ServerTests {
    @Test("the log level that is set takes effect at once and is what the next GET answers")
    func logLevel() throws {
        let server = try RunningServer(scanners: nil)
        let client = LegacyClient(server: server)
        /// What the service has told of a job that was made and deleted.
        func tellings(of job: String) -> Set<String> {
            Set(server.log.filter { $0.contains(job) }.map { String($0.split(separator: " ")[1]) })
        }
        func jobAtLevel(_ level: Int) throws -> String {
            let set = try server.client().request("PATCH", "/api/server", body: #"{"logLevel":\#(level)}"#)
            #expect(set.status == 200)
            #expect(try server.client().request("GET", "/api/server").text == #"{"logLevel":\#(level)}"#)
            let job = try client.createJob(#"{"config":{"Resolution":75}}"#)
            #expect(try client.delete(job).status == 200)
            return job
        }
        let normal = try jobAtLevel(1)
        #expect(tellings(of: normal) == ["info:"])
        let verbose = try jobAtLevel(30)
        #expect(tellings(of: verbose) == ["info:", "debug:"])
        let off = try jobAtLevel(0)
        #expect(tellings(of: off).isEmpty)
    }

    @Test(
        "the level in the configuration is told in the API's numbers",
        arguments: [("info", 1), ("debug", 30)]
    )
    func configuredLevel(_ row: (name: String, number: Int)) throws {
        let server = try RunningServer(scanners: nil, arguments: ["--log-level", row.name])
        #expect(try server.client().request("GET", "/api/server").text == #"{"logLevel":\#(row.number)}"#)
    }

    @Test("the JavaScript library finds in VersionInfo what it reads")
    func versionInfo() throws {
        let server = try RunningServer(scanners: nil)
        let body = #"{"id":"1","cmdId":"abc","method":"VersionInfo","version":"dwt_19300424"}"#
        let answer = try server.client().request("POST", "/fa/VersionInfo?v=1&ts=1700000000000", body: body)
        #expect(answer.status == 200)
        #expect(answer["Content-Type"] == "application/json")
        #expect(
            answer.text
                == #"{"cmdId":"abc","id":"1","method":"VersionInfo","result":["19, 1, 0, 0507","","64"]}"#
        )
    }

    @Test(
        "the configuration page's questions are answered truthfully",
        arguments: [
            (#""GetServerInfo""#, "[]", 200, #"{"Host":"127.0.0.1","dwt":{"port":PORT,"sslPort":0}}"#),
            (#""CheckDWTPort""#, #"["127.0.0.1",PORT,0,0,0]"#, 200, #"{"id":7,"result":[true]}"#),
            (#""CheckDWTPort""#, #"["",TAKEN,0,0,0]"#, 200, #"{"id":7,"result":[false]}"#),
            (#""CheckDWTPort""#, #"["*",PORT,TAKEN]"#, 200, #"{"id":7,"result":[false]}"#),
            (#""CheckDWTPort""#, #"["192.0.2.1",1000,0]"#, 200, #"{"id":7,"result":[false]}"#),
            (#""CheckDWTPort""#, #"["127.0.0.1"]"#, 400, #""exception":-2113"#),
            (#""CheckDWTPort""#, #"["127.0.0.1",70000,0]"#, 400, #""exception":-2113"#),
            (#""Reboot""#, "[]", 200, #"{"id":7,"result":[true]}"#),
            (#""SetServerInfo""#, #"["*",1,2,3,4]"#, 400, #""exception":-2113"#),
            ("5", "[]", 400, "method must be a string"),
            (#""Reboot""#, "5", 400, "parameter must be an array"),
        ] as [(String, String, Int, String)]
    )
    func administration(_ row: (method: String, parameters: String, status: Int, has: String)) throws {
        let server = try RunningServer(scanners: nil)
        let other = try RunningServer(scanners: nil)
        func filled(_ text: String) -> String {
            text.replacingOccurrences(of: "PORT", with: "\(server.port)")
                .replacingOccurrences(of: "TAKEN", with: "\(other.port)")
        }
        let body = #"{"id":7,"method":\#(row.method),"parameter":\#(filled(row.parameters)),"version":"x"}"#
        let answer = try server.client().request("POST", "/dcp/dwasm2_19301028/admin", body: body)
        #expect(answer.status == row.status)
        #expect(answer.text.contains(filled(row.has)), "\(answer.text)")
    }

    @Test("the local addresses are a bare array")
    func localAddresses() throws {
        let server = try RunningServer(scanners: nil)
        let body = #"{"id":"1","method":"GetLocalIP","parameter":[],"version":"dwasm2_19301028"}"#
        let answer = try server.client().request("POST", "/dcp/dwasm2_19301028/admin", body: body)
        #expect(answer.status == 200)
        let addresses = try JSONDecoder().decode([String].self, from: Data(answer.body))
        #expect(!addresses.contains { $0.hasPrefix("127.") })
        #expect(addresses.allSatisfy { $0.split(separator: ".").count == 4 })
    }

    @Test("a restart of the scanner layer keeps jobs and pages")
    func reboot() throws {
        let server = try RunningServer(scanners: nil)
        let client = LegacyClient(server: server)
        let job = try client.createJob(#"{"config":{"Resolution":75}}"#)
        let body = #"{"id":"1","method":"Reboot","parameter":[],"version":"dwasm2_19301028"}"#
        #expect(try server.client().request("POST", "/dcp/dwasm2_19301028/admin", body: body).status == 200)
        let pages = try client.pages(job)
        #expect(!pages.pages.isEmpty)
        #expect(pages.end.status == 410)
    }
}
