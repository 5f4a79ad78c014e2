import Foundation
import TestSupport
import Testing

@Suite("abuse costs little and keeps nobody out (T19)", .timeLimit(.minutes(15)))
struct AbuseTests {
    @Test("a thousand idle connections, where so many are allowed")
    func idle() throws {
        try abuse(arguments: ["--connection-limit", "1200"], mostGrowth: 40) { world in
            let crowd = try (1...1_000).map { _ in try world.server.client() }
            #expect(try crowd[0].request("GET", "/api/server/version").status == 200)
            return crowd
        }
    }

    @Test("a thousand idle connections, where fewer are allowed: those that came first give way")
    func tooManyIdle() throws {
        try abuse(mostGrowth: 20) { world in
            try (1...1_000).map { _ in try world.server.client() }
        }
    }

    @Test("half-sent heads and bodies are ended in time")
    func halfSent() throws {
        let texts = [
            "G", "GET /DWTAPI/Scanners HTTP/1.1\r\nHost: loc", "POST /DWTAPI/ScanJobs HTTP/1.1\r\nHost: localhost\r\n",
            "POST /DWTAPI/ScanJobs HTTP/1.1\r\nHost: localhost\r\nContent-Length: 500\r\n\r\n{\"config\":",
            "POST /DWTAPI/ScanJobs HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{\"c",
        ]
        try abuse(arguments: ["--request-timeout", "2", "--request-limit", "3"], mostGrowth: 20) { world in
            try (0..<300).map { number in
                let client = try world.server.client()
                try client.send(texts[number % texts.count])
                return client
            }
        }
    }

    @Test("half-sent requests on every connection that is allowed: those that say nothing give way")
    func halfSentEverywhere() throws {
        try abuse(mostGrowth: 20) { world in
            try (0..<400).map { number in
                let client = try world.server.client()
                try client.send("POST /DWTAPI/ScanJobs HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{\"")
                return client
            }
        }
    }

    @Test("bodies of 2 GiB are refused before they are read, and their connections closed", arguments: [true, false])
    func hugeBodies(isChunked: Bool) throws {
        let framing = isChunked ? "Transfer-Encoding: chunked" : "Content-Length: 2147483648"
        let head = "POST /DWTAPI/ScanJobs HTTP/1.1\r\nHost: localhost\r\n\(framing)\r\n\r\n"
        let spaces = [UInt8](repeating: 32, count: 65_536)
        let piece = isChunked ? Array("10000\r\n".utf8) + spaces + [13, 10] : spaces
        try abuse(mostGrowth: 4) { world in
            let polite = try (1...10).map { _ in
                let client = try world.server.client()
                try client.send(head)
                for _ in 1...32 { try client.send(piece) }
                #expect(try client.readResponse().status == 413)
                return client
            }
            let stubborn = try world.server.client()
            try stubborn.send(head)
            let watch = Stopwatch()
            while watch.elapsed < .seconds(10), (try? stubborn.send(piece)) != nil {}
            // What comes behind a refusal is passed over for two seconds, so that its client can read it.
            #expect(watch.undisturbed < .seconds(8))
            return polite
        }
    }

    @Test("jobs that nobody fetches, ordered in a loop: refused in the end, while other scanners have places left")
    func neverFetched() throws {
        try abuse(arguments: ["--job-limit", "300"], mostGrowth: 12) { world in
            var jobs: [String] = []
            var refused: HTTPResponse?
            while refused == nil, jobs.count < 310 {
                let answer = try world.server.client().request("POST", "/DWTAPI/ScanJobs", body: Self.order)
                if answer.status == 201 { jobs.append(answer.text) } else { refused = answer }
            }
            // One scanner of several leaves a tenth to the others.
            #expect(jobs.count == 270)
            #expect(refused?.status == 503)
            #expect(refused?["Retry-After"] != nil)
            let other = #"{"device":"virtual:feeder,pages=50,size=700x700","config":{"XferCount":2}}"#
            #expect(try world.client.pages(world.client.createJob(other)).pages.count == 2)
            #expect(try world.client.pages(jobs[0]).pages.count == 1)
            jobs[0] = try world.client.createJob(Self.order)
            for job in jobs { #expect(try world.client.delete(job).status == 200) }
            return []
        }
    }

    @Test("a thousand jobs that nobody fetches: each is made or told to come back, by the limits as they are")
    func aThousandNeverFetched() throws {
        try abuse(mostGrowth: 12) { world in
            let client = try world.server.client()
            var jobs: [String] = []
            var refusals = 0
            for _ in 1...1_000 {
                let answer = try client.request("POST", "/DWTAPI/ScanJobs", body: Self.order)
                switch answer.status {
                case 201: jobs.append(answer.text)
                case 503 where answer["Retry-After"].flatMap({ Int($0) }) ?? 0 > 0: refusals += 1
                default: Issue.record("status \(answer.status): \(answer.text)")
                }
            }
            #expect(jobs.count == 90)
            #expect(refusals == 910)
            let other = #"{"device":"virtual:feeder,pages=50,size=700x700","config":{"XferCount":2}}"#
            #expect(try world.client.pages(world.client.createJob(other)).pages.count == 2)
            // Whoever was told to come back finds a place when there is one.
            for job in jobs.prefix(5) { #expect(try world.client.pages(job).pages.count == 1) }
            for job in jobs.dropFirst(5) { #expect(try world.client.delete(job).status == 200) }
            return []
        }
    }

    @Test("slow readers on every connection that is allowed: those that take least give way, their pages wait again")
    func slowReadersEverywhere() throws {
        try abuse(arguments: ["--connection-limit", "60", "--job-limit", "200"], mostGrowth: 20) { world in
            let jobs = try (1...2).map { _ in
                try world.client.createJob(
                    #"{"device":"virtual:feeder,pages=50,size=700x700","config":{"PixelType":2,"Resolution":75}}"#
                )
            }
            let drinkers = try (0..<100).map { number in
                let reader = try HTTPClient(
                    port: world.server.port,
                    timeLimit: .milliseconds(5),
                    receiveBuffer: 4_096,
                    readAhead: 256
                )
                try reader.sendRequest("GET", "/DWTAPI/ScanJobs/\(jobs[number % 2])/NextDocument")
                return reader
            }
            for _ in 1...5 {
                try serveOthers(world, listWithin: .seconds(4))
                // Still there, and each takes a byte now and then.
                for drinker in drinkers { _ = try? drinker.readSome(atMost: 1) }
            }
            drinkers.forEach { $0.close() }
            // What they did not take is all there.
            for job in jobs { #expect(try world.client.pages(job).pages.count == 50) }
            return []
        }
    }

    @Test("clients that hang up in the middle of a request are let go at once")
    func hangingUp() throws {
        try abuse(mostGrowth: 8) { world in
            let figures = ProcessFigures(pid: world.server.pid)
            let before = figures.openDescriptors
            let crowd = try (0..<100).map { number in
                let client = try world.server.client()
                try client.send(number % 2 == 0 ? "GET /DWTAPI/Scanners HTTP/1.1\r\nHost: loc" : "POST /DWTAPI")
                return client
            }
            usleep(100_000)
            let watch = Stopwatch()
            crowd.forEach { $0.finishSending() }
            #expect(eventually { figures.openDescriptors <= before })
            #expect(watch.undisturbed < .seconds(2))
            return crowd
        }
    }

    @Test("fifty clients that read their pages a few bytes at a time")
    func slowReaders() throws {
        try abuse(mostGrowth: 20) { world in
            let job = try world.client.createJob(
                #"{"device":"virtual:feeder,pages=50,size=700x700","config":{"PixelType":2,"Resolution":75}}"#
            )
            let readers = try (1...50).map { _ in
                let reader = try HTTPClient(port: world.server.port, receiveBuffer: 4_096, readAhead: 256)
                try reader.sendRequest("GET", "/DWTAPI/ScanJobs/\(job)/NextDocument")
                return reader
            }
            for reader in readers { #expect(try reader.readHead().status == 200) }
            for _ in 1...5 {
                for reader in readers { #expect(try !reader.readSome(atMost: 10).isEmpty) }
            }
            try serveOthers(world)
            // Their pages would wait for them.
            readers.forEach { $0.close() }
            #expect(try world.client.delete(job).status == 200)
            return []
        }
    }

    @Test("requests without end for a page that does not come: the oldest give way, and one gets the page")
    func crowd() throws {
        let world = try World(feeder: "pages=1,size=300x200,hang6-start@1*1", arguments: ["--connection-limit", "64"])
        for isLegacy in [true, false] {
            let job = try isLegacy ? world.client.createJob("{}") : world.v19.makeJob().jobuid
            let path = isLegacy ? "/DWTAPI/ScanJobs/\(job)/NextDocument" : "/api/device/scanners/jobs/\(job)/next-page"
            let clients = try (1...200).map { _ in
                let client = try world.server.client()
                try client.sendRequest("GET", path)
                return client
            }
            let watch = Stopwatch()
            #expect(try world.list().count == 1)
            #expect(watch.undisturbed < .seconds(2))
            let answers = try clients.map { try $0.readResponse() }
            for early in answers where early.status == 503 {
                #expect(early["Retry-After"] != nil)
                if isLegacy {
                    #expect(early.text.contains("Too many requests wait"))
                } else {
                    #expect(try world.v19.envelope(early).code == -2007)
                }
            }
            // Sixteen of sixty-four connections are what one job may hold; whoever comes too late finds the end.
            #expect(answers.count { $0.status == 503 } > 100)
            #expect(answers.count { $0.status == 200 } == 1)
            if isLegacy { world.scanners.forgetPast() }
        }
    }

    private static let order = #"{"device":"virtual:glass,size=80x60","config":{"PixelType":1,"Resolution":75}}"#

    /// Lets somebody be a nuisance; meanwhile and afterwards others are served, memory has not grown by more than so many
    /// MiB, and in the end everything is let go.
    private func abuse(
        arguments: [String] = [],
        mostGrowth: Double,
        _ nuisance: (World) throws -> [HTTPClient]
    ) throws {
        raiseDescriptorLimit()
        let world = try World(
            virtual: ["glass,size=80x60", "feeder,pages=50,size=700x700"].map {
                "device \($0);Maker;\($0.prefix(5));s"
            },
            backends: ["virtual"],
            arguments: arguments
        )
        try serveOthers(world)
        let figures = ProcessFigures(pid: world.server.pid)
        #expect(eventually { figures.children.isEmpty && figures.threadCount == 1 })
        let before = (memory: figures.residentMiB, threads: figures.threadCount, descriptors: figures.openDescriptors)
        let crowd = try nuisance(world)
        try serveOthers(world)
        #expect(figures.residentMiB - before.memory < mostGrowth, "\(before.memory) to \(figures.residentMiB) MiB")
        crowd.forEach { $0.close() }
        let isLevel = eventually(within: 15) {
            figures.children.isEmpty && figures.threadCount == before.threads
                && figures.openDescriptors <= before.descriptors
        }
        #expect(isLevel, "\(figures.threadCount) threads, \(figures.openDescriptors) descriptors, not \(before)")
        #expect(world.server.stop().succeeded)
    }

    /// A list and a scan, each in time.
    private func serveOthers(_ world: World, listWithin patience: Duration = .seconds(2)) throws {
        let watch = Stopwatch()
        #expect(try world.list().count == 2)
        #expect(watch.undisturbed < patience)
        #expect(try world.client.pages(world.client.createJob(Self.order)).pages.count == 1)
        #expect(watch.undisturbed < patience + .seconds(3))
    }
}

/// A thousand connections have a thousand ends here, too.
private func raiseDescriptorLimit() {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
    limit.rlim_cur = limit.rlim_max
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
}
