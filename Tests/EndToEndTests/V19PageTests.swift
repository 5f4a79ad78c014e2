import Foundation
import Scanning
import TestSupport
import Testing

@Suite("pages of v19 jobs are had as the API says", .timeLimit(.minutes(10)))
struct V19PageTests {
    static let flatbed = "glass,size=300x200"

    private static func world(
        _ words: String = "feeder,pages=3,size=300x200",
        arguments: [String] = []
    ) throws -> World {
        try World(virtual: ["device \(words);Maker;Any;scanner"], backends: ["virtual"], arguments: arguments)
    }

    private func isPNG(_ answer: HTTPResponse) -> Bool {
        answer.status == 200 && answer["Content-Type"] == "image/png" && answer.body.starts(with: [137, 80, 78, 71])
    }

    private func isJPEG(_ answer: HTTPResponse) -> Bool {
        answer.status == 200 && answer["Content-Type"] == "image/jpeg" && JPEGFacts(answer.body) != nil
    }

    @Test("next-page gives page after page, PNG unless JPEG is asked for, then 204 three times, then 410")
    func nextPage() throws {
        let world = try Self.world()
        let job = try world.v19.makeJob(#"{"config":{"IfFeederEnabled":true}}"#).jobuid
        #expect(isPNG(try world.v19.ask(job, "next-page")))
        #expect(isJPEG(try world.v19.ask(job, "next-page?type=image%2Fjpeg")))
        #expect(isPNG(try world.v19.ask(job, "next-page?type=image/png&1700000000000")))
        for _ in 1...3 {
            let end = try world.v19.ask(job, "next-page")
            #expect(end.status == 204)
            #expect(end.body.isEmpty && end["Content-Type"] == nil)
        }
        for _ in 1...2 {
            let end = try world.v19.ask(job, "next-page")
            #expect(end.status == 410)
            #expect(try world.v19.envelope(end).code == -1034)
        }
        #expect(try world.v19.report(job).status == "completed")
    }

    @Test("the same page is the same picture in both types")
    func samePicture() throws {
        let world = try Self.world()
        let job = try world.v19.makeJob(#"{"config":{"IfFeederEnabled":true,"XferCount":1}}"#).jobuid
        let png = try PortableMap(png: world.v19.ask(job, "content?type=image/png&page=0").body)
        let jpeg = try PortableMap(jpeg: world.v19.ask(job, "content?type=image/jpeg&page=0").body)
        #expect(png.width == 300 && png.height == 200)
        #expect(jpeg.width == 300 && jpeg.height == 200)
        #expect(PortableMap.likeness(of: png.bytes, to: jpeg.bytes) > 20)
    }

    @Test("next-page-info tells the page's real values and an address that can be read again and again")
    func nextPageInfo() throws {
        let world = try Self.world("feeder,pages=2,size=300x200")
        let job = try world.v19.makeJob(#"{"config":{"IfFeederEnabled":true,"Resolution":75}}"#).jobuid
        let answer = try world.v19.ask(job, "next-page-info")
        #expect(answer.status == 200)
        #expect(answer["Content-Type"] == "application/json")
        let list = try JSONSerialization.jsonObject(with: Data(answer.body)) as? [[String: Any]]
        let info = try #require(list?.first)
        #expect(list?.count == 1)
        #expect(info["imageId"] as? Int == 1)
        let image = try #require(info["imageInfo"] as? [String: Any])
        #expect(image["ImageWidth"] as? Int == 300)
        #expect(image["ImageLength"] as? Int == 200)
        #expect(image["XResolution"] as? Double == 75)
        #expect(image["BitsPerPixel"] as? Int == 24)
        #expect(image["BitsPerSample"] as? [Int] == [8, 8, 8, 0, 0, 0, 0, 0])
        #expect(image["PixelType"] as? Int == 2)
        let uid = try #require(info["imageuid"] as? String)
        let url = try #require(info["url"] as? String)
        let start = "http://127.0.0.1:\(world.server.port)/api/device/scanners/jobs/"
        #expect(url == "\(start)\(job)/next-page?page=\(uid)")
        // The way of the infos is its own.
        #expect(isPNG(try world.v19.ask(job, "next-page")))
        #expect(try world.v19.ask(job, "next-page-info").status == 200)
        #expect((1...4).map { _ in try? world.v19.ask(job, "next-page-info").status } == [204, 204, 204, 410])
        #expect(isPNG(try world.v19.ask(job, "next-page")))
        #expect(try world.v19.ask(job, "next-page").status == 204)
        let again = try (1...2).map { _ in try world.v19.ask(job, "next-page?page=\(uid)").body }
        #expect(again[0] == again[1])
        #expect(isJPEG(try world.v19.ask(job, "next-page?page=\(uid)&type=image/jpeg")))
        let unknown = try world.v19.ask(job, "next-page?page=000000000000")
        #expect(unknown.status == 404)
        #expect(try world.v19.envelope(unknown).code == -1040)
        #expect(try world.v19.delete(job).status == 204)
        #expect(try world.v19.ask(job, "next-page?page=\(uid)").status == 410)
    }

    @Test(
        "the address is that of the request, of a trusted proxy, or the one that is set",
        arguments: [
            ([], "http://scans.lan:99"), (["--trusted-proxies", "10.0.0.0/8"], "http://scans.lan:99"),
            (["--trusted-proxies", "10.1.2.3,127.0.0.0/8"], "https://outside.example"),
            (["--public-url", "https://scans.example/dwt/"], "https://scans.example/dwt"),
        ]
    )
    func addresses(arguments: [String], base: String) throws {
        let world = try Self.world(Self.flatbed, arguments: ["--host-names", "scans.lan"] + arguments)
        let job = try world.v19.makeJob().jobuid
        let client = try world.server.client()
        let lines = [
            "GET /api/device/scanners/jobs/\(job)/next-page-info HTTP/1.1", "Host: scans.lan:99",
            "X-Forwarded-Proto: https", "X-Forwarded-Host: outside.example, inside", "", "",
        ]
        try client.send(lines.joined(separator: "\r\n"))
        let list = try JSONSerialization.jsonObject(with: Data(client.readResponse().body)) as? [[String: Any]]
        let url = list?.first?["url"] as? String
        #expect(url?.hasPrefix("\(base)/api/device/scanners/jobs/\(job)/next-page?page=") == true, "\(url ?? "")")
    }

    @Test("content wants a type and a number, has what the job has, and waits for what it may yet scan")
    func content() throws {
        let world = try Self.world("feeder,pages=2,size=300x200,start-delay=300000")
        let job = try world.v19.makeJob(#"{"config":{"IfFeederEnabled":true},"autoRun":false}"#).jobuid
        let early = try world.v19.ask(job, "content?type=image/png&page=0")
        #expect(early.status == 409)
        #expect(try world.v19.envelope(early).code == -1011)
        #expect(try world.v19.patch(job, "running").status == 200)
        // Backwards: the last one has to be waited for.
        #expect(isJPEG(try world.v19.ask(job, "content?type=image/jpeg&page=1")))
        #expect(isPNG(try world.v19.ask(job, "content?type=image/png&page=0")))
        #expect(isPNG(try world.v19.ask(job, "content?type=image/png&page=1")))
        let illegal = [
            "content", "content?type=image/png", "content?page=0", "content?type=image/bmp&page=0",
            "content?type=application/pdf&page=0", "content?type=image/png&page=-1", "content?type=image/png&page=x",
            "content?type=image/png&page=99999999999999999999", "next-page?type=image/tiff", "next-page?type=",
        ]
        for what in illegal {
            let refused = try world.v19.ask(job, what)
            #expect(refused.status == 400, "\(what)")
            #expect(try world.v19.envelope(refused).code == -2113)
        }
        let none = try world.v19.ask(job, "content?type=image/png&page=2")
        #expect(none.status == 404)
        #expect(try world.v19.envelope(none).code == -1040)
        #expect(isPNG(try world.v19.ask(job, "next-page")))
    }

    @Test(
        "unknown jobs answer 404, deleted ones 410",
        arguments: ["next-page", "next-page-info", "content?type=image/png&page=0", "next-page?page=123456789abc"]
    )
    func noJob(what: String) throws {
        let world = try Self.world(Self.flatbed)
        let job = try world.v19.makeJob().jobuid
        #expect(try world.v19.delete(job).status == 204)
        for (id, status) in [(UUID().uuidString, 404), ("x", 404), (job, 410)] {
            let answer = try world.v19.ask(id, what)
            #expect(answer.status == status)
            #expect(try world.v19.envelope(answer).code == -1034)
        }
    }

    @Test(
        "who asks while the scanner starts decides how the page is stored: no conversion is needed",
        arguments: [0, 1]
    )
    func decidedLate(way: Int) throws {
        let words = "glass,size=300x200,start-delay=700000"
        let world = try Self.world(words, arguments: ["--log-level", "debug"])
        let job = try world.v19.makeJob().jobuid
        let what = way == 0 ? "next-page?type=image/jpeg" : "content?type=image/jpeg&page=0"
        #expect(isJPEG(try world.v19.ask(job, what)))
        #expect(workers(of: world) == 1)
        // And the next job, which nobody asks yet, is stored as this one was wanted.
        let second = try world.v19.makeJob().jobuid
        #expect(try eventually { try world.v19.report(second).status == "completed" })
        #expect(isJPEG(try world.v19.ask(second, "next-page?type=image/jpeg")))
        #expect(workers(of: world) == 2)
    }

    /// Workers that had to do with a scanner or a page: those of the search ended before.
    private func workers(of world: World) -> Int {
        let lines = world.server.log
        let jobs = lines.firstIndex { $0.contains("job made") } ?? 0
        return lines[jobs...].filter { $0.contains("worker started") }.count
    }

    @Test("another type is made once, however many want it at the same time")
    func concurrentAskers() throws {
        let world = try Self.world("glass,size=2000x2000", arguments: ["--log-level", "debug"])
        let job = try world.v19.makeJob().jobuid
        #expect(isPNG(try world.v19.ask(job, "next-page")))
        let before = workers(of: world)
        let clients = try (0..<6).map { _ in try world.server.client() }
        let target = "/api/device/scanners/jobs/\(job)/content?type=image/jpeg&page=0"
        for client in clients { try client.sendRequest("GET", target) }
        let answers = try clients.map { try $0.readResponse() }
        #expect(answers.allSatisfy(isJPEG))
        #expect(Set(answers.map(\.body)).count == 1)
        #expect(workers(of: world) == before + 1)
    }

    @Test("pages of one bit are PNGs of one bit, and JPEGs of gray for who wants that")
    func bits() throws {
        let world = try Self.world("glass,size=300x200,depth=1")
        let job = try world.v19.makeJob(#"{"config":{"PixelType":0}}"#).jobuid
        let jpeg = try world.v19.ask(job, "next-page?type=image/jpeg")
        #expect(JPEGFacts(jpeg.body)?.components == 1)
        let png = try PortableMap(png: world.v19.ask(job, "content?type=image/png&page=0").body)
        #expect(png.kind == 4)
        let info = try world.v19.ask(job, "next-page-info").text
        #expect(info.contains(#""BitsPerPixel":1,"BitsPerSample":[1,0,0,0,0,0,0,0]"#))
        #expect(info.contains(#""PixelType":0"#))
    }

    @Test(
        "a failure comes behind the whole pages, once on each way, and then the end",
        arguments: [("feeder,pages=0", 0, -1035), ("feeder,pages=3,size=300x200,jammed-read@2:5000", 1, -1020)]
    )
    func failure(words: String, pages: Int, code: Int) throws {
        let world = try Self.world(words)
        let job = try world.v19.makeJob(#"{"config":{"IfFeederEnabled":true}}"#).jobuid
        for what in ["next-page", "next-page-info"] {
            for _ in 0..<pages { #expect(try world.v19.ask(job, what).status == 200) }
            let failed = try world.v19.ask(job, what)
            #expect(failed.status == 500)
            #expect(try world.v19.envelope(failed).code == code)
            #expect((1...4).map { _ in try? world.v19.ask(job, what).status } == [204, 204, 204, 410])
        }
        #expect(try world.v19.report(job).code == code)
    }

    @Test("when a job is canceled, who waits is told at once, and whole pages can still be had")
    func canceled() throws {
        let world = try Self.world("feeder,pages=3,size=300x200,stall-read@2:5000")
        let job = try world.v19.makeJob(#"{"config":{"IfFeederEnabled":true}}"#).jobuid
        #expect(isPNG(try world.v19.ask(job, "next-page")))
        let waiting = try world.server.client()
        try waiting.sendRequest("GET", "/api/device/scanners/jobs/\(job)/next-page-info?")
        #expect(try waiting.readResponse().status == 200)
        try waiting.sendRequest("GET", "/api/device/scanners/jobs/\(job)/next-page-info")
        #expect(try world.v19.patch(job, "canceled").status == 200)
        let watch = Stopwatch()
        #expect(try waiting.readResponse().status == 204)
        #expect(watch.undisturbed < .seconds(1), "\(watch)")
        #expect(isPNG(try world.v19.ask(job, "content?type=image/png&page=0")))
        #expect(try world.v19.ask(job, "content?type=image/png&page=1").status == 404)
        #expect((1...4).map { _ in try? world.v19.ask(job, "next-page").status } == [204, 204, 204, 410])
    }

    @Test("who waits for a pending job gets its page when it is started, or 409 after ten seconds")
    func pending() throws {
        let world = try Self.world(Self.flatbed)
        let job = try world.v19.makeJob(#"{"autoRun":false}"#).jobuid
        let early = try world.server.client()
        let start = Deadline(seconds: 10)
        try early.sendRequest("GET", "/api/device/scanners/jobs/\(job)/next-page")
        let refused = try early.readResponse()
        #expect(refused.status == 409)
        #expect(try world.v19.envelope(refused).code == -1011)
        #expect(start.isOver)
        try early.sendRequest("GET", "/api/device/scanners/jobs/\(job)/next-page?type=image/jpeg")
        #expect(try world.v19.patch(job, "running").status == 200)
        #expect(isJPEG(try early.readResponse()))
    }

    @Test("HEAD says what GET would, and moves nothing on")
    func head() throws {
        let world = try Self.world(Self.flatbed)
        let job = try world.v19.makeJob().jobuid
        for what in ["next-page", "next-page-info", "next-page?type=image/jpeg", "content?type=image/png&page=0"] {
            let head = try world.v19.call("HEAD", "/device/scanners/jobs/\(job)/\(what)")
            #expect(head.status == 200)
            let length = Int(head["Content-Length"] ?? "") ?? 0
            #expect(length > 100)
        }
        #expect(isPNG(try world.v19.ask(job, "next-page")))
        #expect(try world.v19.ask(job, "next-page-info").status == 200)
    }

    @Test(
        "a client that loses its connection gets the page at its next request, in any type",
        arguments: ["png", "jpeg"]
    )
    func lost(type: String) throws {
        let world = try Self.world("feeder,pages=2,size=2000x1500")
        let job = try world.v19.makeJob(#"{"config":{"IfFeederEnabled":true}}"#).jobuid
        let first = try world.v19.ask(job, "content?type=image/\(type)&page=0").body
        for round in 1...4 {
            let leaver = try HTTPClient(port: world.server.port, receiveBuffer: 4_096, readAhead: 512)
            try leaver.sendRequest("GET", "/api/device/scanners/jobs/\(job)/next-page?type=image/\(type)")
            #expect(try leaver.readHead().status == 200)
            _ = try leaver.read(round * 300)
            if round.isMultiple(of: 2) { leaver.close() } else { leaver.reset() }
        }
        let whole = try world.v19.ask(job, "next-page?type=image/\(type)").body == first
        #expect(whole)
    }

    @Test(
        "a conversion that cannot be done costs its own answer and nothing else",
        arguments: [["--process-memory", "1K"], ["--process-time", "0.001"]]
    )
    func failedConversion(arguments: [String]) throws {
        let world = try Self.world("glass,size=2000x2000", arguments: arguments)
        let job = try world.v19.makeJob().jobuid
        #expect(try eventually { try world.v19.report(job).status == "completed" })
        let failed = try world.v19.ask(job, "next-page?type=image/jpeg")
        #expect(failed.status == 500)
        #expect(try world.v19.envelope(failed).message.contains("image/jpeg"))
        #expect(isPNG(try world.v19.ask(job, "content?type=image/png&page=0")))
        #expect(try world.v19.ask(job, "content?type=image/jpeg&page=0").status == 500)
        #expect(try world.v19.ask(job, "next-page?type=image/jpeg").status == 500)
        #expect(isPNG(try world.v19.ask(job, "next-page")))
        #expect(try world.v19.ask(job, "next-page").status == 204)
        let second = try world.v19.makeJob().jobuid
        #expect(isPNG(try world.v19.ask(second, "next-page")))
    }

    @Test("a conversion whose process is killed is told to all who wait for it, and the page is had at the next try")
    func killedConversion() throws {
        let world = try Self.world("glass,size=5000x5000", arguments: ["--log-level", "debug"])
        let job = try world.v19.makeJob().jobuid
        #expect(try eventually { try world.v19.report(job).status == "completed" })
        #expect(eventually { ProcessFigures(pid: world.server.pid).children.isEmpty })
        let jobs = "/api/device/scanners/jobs/\(job)"
        let targets = ["\(jobs)/next-page?type=image/jpeg", "\(jobs)/content?type=image/jpeg&page=0"]
        let clients = try targets.map { target in
            let client = try world.server.client()
            try client.sendRequest("GET", target)
            return client
        }
        var converters: [pid_t] = []
        #expect(
            eventually {
                converters = ProcessFigures(pid: world.server.pid).children
                return !converters.isEmpty
            }
        )
        for converter in converters { kill(converter, SIGKILL) }
        for client in clients {
            let failed = try client.readResponse()
            #expect(failed.status == 500)
            #expect(try world.v19.envelope(failed).message.contains("signal 9"))
        }
        // A client that leaves in the middle of the converted page changes nothing either.
        let leaver = try HTTPClient(port: world.server.port, receiveBuffer: 4_096, readAhead: 512)
        try leaver.sendRequest("GET", targets[0])
        #expect(try leaver.readHead().status == 200)
        leaver.reset()
        let page = try clients[0].request("GET", targets[0])
        #expect(isJPEG(page))
        #expect(try clients[0].request("GET", targets[0]).status == 204)
        #expect(try world.v19.ask(job, "content?type=image/jpeg&page=0").body == page.body)
        #expect(workers(of: world) == 3)
        #expect(try world.v19.report(job).status == "completed")
    }

    @Test("sixteen bits are kept, whatever other clients and other pages were wanted as (ADR 8)")
    func deepPages() throws {
        let world = try Self.world("feeder,pages=2,size=300x200,depth=16", arguments: ["--log-level", "debug"])
        let order = #"{"config":{"IfFeederEnabled":true,"PixelType":2,"BitDepth":16},"autoRun":false}"#
        // It waits for its first page, and gets the JPEG that it wants without a conversion.
        let other = try world.v19.makeJob(order).jobuid
        let waiting = try world.server.client()
        try waiting.sendRequest("GET", "/api/device/scanners/jobs/\(other)/next-page?type=image/jpeg")
        #expect(try world.v19.patch(other, "running").status == 200)
        #expect(isJPEG(try waiting.readResponse()))
        #expect(workers(of: world) == 1)
        #expect(try eventually { try world.v19.report(other).status == "completed" })
        let job = try world.v19.makeJob(order).jobuid
        #expect(try world.v19.patch(job, "running").status == 200)
        #expect(try eventually { try world.v19.report(job).status == "completed" })
        for (id, page) in [(job, 0), (job, 1), (other, 1)] {
            let png = try PortableMap(png: world.v19.ask(id, "content?type=image/png&page=\(page)").body)
            #expect(png.largest == 65_535)
            // None of the low bytes is made up of the high one.
            #expect(stride(from: 0, to: png.bytes.count, by: 2).contains { png.bytes[$0] != png.bytes[$0 + 1] })
        }
        #expect(workers(of: world) == 2)
    }

    @Test("a slow page flows while it is scanned, to those who want it as it is stored")
    func flow() throws {
        let words = "glass,size=300x2000,chunk=9000,delay=10000"
        let world = try Self.world(words, arguments: ["--stream-after", "0.2"])
        let job = try world.v19.makeJob().jobuid
        let answer = try world.v19.ask(job, "next-page?type=image/jpeg")
        #expect(isJPEG(answer) && answer.isChunked)
        #expect(try world.v19.ask(job, "content?type=image/jpeg&page=0").body == answer.body)
    }

    @Test("nothing is left in the spool of a deleted job, also of a page in two types")
    func spool() throws {
        let world = try Self.world()
        let job = try world.v19.makeJob(#"{"config":{"IfFeederEnabled":true}}"#).jobuid
        for type in ["png", "jpeg"] {
            for page in 0...2 {
                #expect(try world.v19.ask(job, "content?type=image/\(type)&page=\(page)").status == 200)
            }
        }
        let folder = "/proc/\(world.server.pid)/fd"
        func pages() throws -> Int {
            try FileManager.default.contentsOfDirectory(atPath: folder).filter {
                let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")
                return target?.contains(".page") == true
            }.count
        }
        #expect(try pages() >= 6)
        #expect(try world.v19.delete(job).status == 204)
        #expect(try eventually { try pages() == 0 })
    }
}
