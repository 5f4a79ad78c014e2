import Dispatch
import Foundation
import Synchronization
import TestSupport
import Testing

@Suite("a legacy client scans", .timeLimit(.minutes(15)))
struct ScanTests {
    @Test("one colour page of the size asked for, then the end, for ever")
    func onePage() throws {
        let server = try RunningServer(scanners: nil)
        let client = LegacyClient(server: server)
        let list = try server.client().request("GET", "/DWTAPI/Scanners")
        #expect(list.status == 200)
        #expect(list["Content-Type"] == "application/json")
        let scanners = try JSONSerialization.jsonObject(with: Data(list.body)) as? [[String: Any]]
        let scanner = try #require(scanners?.first)
        #expect(scanner.keys.sorted() == ["device", "name", "type"])
        #expect(scanner["type"] as? Int == 256)
        let body = try JSONSerialization.data(withJSONObject: [
            "license": "LICENSE-KEY",
            "device": try #require(scanner["device"] as? String),
            "config": ["IfShowUI": false, "PixelType": 2, "Resolution": 100, "PageSize": 1],
        ])
        let job = try client.createJob(String(decoding: body, as: UTF8.self))
        #expect(job.allSatisfy { $0.isHexDigit || $0 == "-" })
        let page = try client.next(job)
        #expect(page.status == 200)
        #expect(page["Content-Type"] == "image/jpeg")
        #expect(page["Content-Length"] == "\(page.body.count)")
        let facts = try #require(JPEGFacts(page.body))
        #expect(abs(facts.width - 827) <= 1)
        #expect(abs(facts.height - 1169) <= 1)
        #expect(facts.components == 3)
        #expect(facts.density == [100, 100])
        #expect(try complaints(about: page.body).isEmpty)
        for _ in 1...2 { #expect(try client.next(job).status == 410) }
        #expect(try client.delete(job).status == 200)
        #expect(try client.delete(job).status == 410)
        let second = try client.createJob(#"{"config":{"PixelType":1,"Resolution":50}}"#)
        #expect(try client.delete(second).status == 200)
        #expect(try client.delete(second).status == 410)
        #expect(server.stop().succeeded)
    }

    @Test(
        "the feeder gives its ten pages, or as many as were asked for",
        arguments: [("", 10), (#","XferCount":3"#, 3), (#","XferCount":-1"#, 10), (#","XferCount":"2""#, 2)]
    )
    func feeder(_ row: (limit: String, pages: Int)) throws {
        let server = try RunningServer(scanners: nil)
        let client = LegacyClient(server: server)
        let job = try client.createJob(
            #"{"config":{"IfFeederEnabled":true,"PixelType":1,"Resolution":50\#(row.limit)}}"#
        )
        let scan = try client.pages(job)
        #expect(scan.pages.count == row.pages)
        #expect(scan.pages.allSatisfy { JPEGFacts($0)?.components == 1 })
        #expect(scan.end.status == 410)
        #expect(try client.next(job).status == 410)
    }

    @Test("the glass is one page, whatever the backend would allow")
    func glass() throws {
        let server = try RunningServer(scanners: nil)
        let client = LegacyClient(server: server)
        let job = try client.createJob(#"{"config":{"IfFeederEnabled":false,"Resolution":50}}"#)
        #expect(try client.pages(job).pages.count == 1)
    }

    @Test("a finished job frees its device, although nobody fetches or deletes it")
    func abandonedJobs() throws {
        let server = try RunningServer(scanners: nil)
        let client = LegacyClient(server: server)
        let jobs = try (1...5).map { _ in try client.createJob(#"{"config":{"Resolution":50}}"#) }
        #expect(Set(jobs).count == 5)
        for job in jobs.reversed() { #expect(try client.pages(job).pages.count == 1) }
    }

    @Test("two devices scan at the same time")
    func twoDevices() async throws {
        let world = try SaneWorld(test: ["read-delay": "true", "read-delay-duration": "100000"], devices: 2)
        let server = try RunningServer(world: world)
        let client = LegacyClient(server: server)
        let list = try server.client().request("GET", "/DWTAPI/Scanners")
        let found = try JSONSerialization.jsonObject(with: Data(list.body)) as? [[String: Any]] ?? []
        let devices = found.compactMap { $0["device"] as? String }.filter { !$0.contains("virtual:") }
        try #require(devices.count == 2)
        #expect(Set(found.compactMap { $0["name"] as? String }).count == found.count)
        let jobs = try devices.map { device in
            let text = String(decoding: try JSONEncoder().encode(device), as: UTF8.self)
            return try client.createJob(#"{"device":\#(text),"config":{"Resolution":75}}"#)
        }
        for job in jobs { #expect(try client.pages(job).pages.count == 1) }
    }

    @Test("a second job waits for the first and then scans; with no patience it is told that the scanner is busy")
    func busyDevice() throws {
        let world = try SaneWorld(test: ["read-delay": "true", "read-delay-duration": "200000"])
        let server = try RunningServer(world: world)
        let client = LegacyClient(server: server)
        let first = try client.createJob(#"{"device":"test:0","config":{"Resolution":150}}"#)
        let refused = try server.client().request(
            "POST",
            "/DWTAPI/ScanJobs?timeout=0",
            body: #"{"device":"test:0","config":{"Resolution":75}}"#
        )
        #expect(refused.status == 403)
        #expect(refused.text.hasPrefix("Operation time out."))
        #expect(refused["Retry-After"] != nil)
        #expect(try client.delete(first).status == 200)
        let second = try client.createJob(#"{"device":"test:0","config":{"Resolution":50}}"#)
        #expect(try client.pages(second).pages.count == 1)
    }

    @Test("many clients on one device get their own pages, in turn, or are told that the scanner is busy")
    func manyClients() throws {
        let server = try RunningServer(scanners: nil)
        let outcomes = Mutex<[String]>([])
        DispatchQueue.concurrentPerform(iterations: 8) { number in
            let client = LegacyClient(server: server)
            let resolution = 40 + number
            do {
                let job = try client.createJob(#"{"config":{"Resolution":\#(resolution)}}"#)
                let pages = try client.pages(job).pages
                let isOwn = pages.count == 1 && JPEGFacts(pages[0])?.density == [resolution, resolution]
                outcomes.withLock { $0.append(isOwn ? "own page" : "something else") }
            } catch let refused as LegacyClient.Refused {
                outcomes.withLock { $0.append(refused.text.hasPrefix("Operation time out.") ? "busy" : refused.text) }
            } catch {
                outcomes.withLock { $0.append("\(error)") }
            }
        }
        let all = outcomes.withLock { $0 }
        #expect(all.count == 8)
        #expect(all.allSatisfy { $0 == "own page" || $0 == "busy" }, "\(all)")
        #expect(all.contains("own page"))
    }
}
