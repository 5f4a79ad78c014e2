import Foundation
import TestSupport

/// The whole run: a quiet beginning that learns what right pages are, the storm, and rests in it at which the service
/// must be as it was.
final class Soak {
    private let stage: Stage
    private let lanes: Int
    private var rests: [Rest] = []
    /// Memory after at least so many jobs must be level with that after so few.
    private static let few = 100
    private static let many = 1_000
    private static let mostGrowth = 2.0
    private static let restInterval = Duration.seconds(60)

    init(seed: UInt64, lanes: Int) throws {
        stage = try Stage(seed: seed)
        self.lanes = lanes
    }

    /// Runs for so long; false when a promise was broken.
    func run(_ time: Duration) throws -> Bool {
        try stage.learnAddresses()
        try learnPages()
        rests.append(try rest())
        try crowd()
        let actors = start()
        let end = ContinuousClock.now + time
        var nextJobs = Self.few
        var nextRest = ContinuousClock.now + Self.restInterval
        while ContinuousClock.now < end, !stage.findings.isBroken {
            usleep(20_000)
            let isDue = stage.findings.number(of: "jobs") >= nextJobs || ContinuousClock.now > nextRest
            guard isDue else { continue }
            try pause(actors)
            nextJobs = nextJobs < Self.many ? Self.many : nextJobs + Self.many
            nextRest = ContinuousClock.now + Self.restInterval
            stage.gate.open()
        }
        try pause(actors)
        stage.gate.end()
        return conclude()
    }

    private func start() -> Int {
        for number in 1...lanes {
            let lane = Lane(stage, number)
            Thread { lane.run() }.start()
        }
        let mischief = Mischief(stage, 0)
        Thread { mischief.run() }.start()
        return lanes + 1
    }

    // MARK: At rest

    /// More clients at once than the storm will bring: what a peak leaves with the allocator is no leak, and must not look
    /// like one that grows.
    private func crowd() throws {
        // Fewer than the service admits: idle connections would give way.
        for _ in 1...2 {
            let crowd = try (1...100).map { _ in try stage.server.client() }
            for client in crowd { try client.sendRequest("GET", "/DWTAPI/Scanners") }
            for client in crowd { _ = try client.readResponse() }
            for client in crowd { try client.send("POST /DWTAPI/ScanJobs HTTP/1.1\r\nHost: loc") }
        }
    }

    private func learnPages() throws {
        for kind in Kind.all {
            let scan = try scan(kind)
            try stage.learn(scan.pages, end: scan.end, of: kind)
        }
    }

    private func scan(_ kind: Kind) throws -> (pages: [[UInt8]], end: Int) {
        let errand = Errand(all: kind)
        var client = try stage.server.client()
        let body = errand.body(address: stage.address(of: kind.device))
        let job = try client.request("POST", "/DWTAPI/ScanJobs", body: body)
        guard job.status == 201 else { return ([], job.status) }
        stage.noteTold(job.text)
        var pages: [[UInt8]] = []
        while true {
            guard let answer = try? client.request("GET", "/DWTAPI/ScanJobs/\(job.text)/NextDocument") else {
                // A failing page breaks off in its flow, and the next answer tells why.
                client = try stage.server.client()
                continue
            }
            guard answer.status == 200 else {
                // An error is followed by the end.
                if answer.status != 410 { _ = try client.request("GET", "/DWTAPI/ScanJobs/\(job.text)/NextDocument") }
                return (pages, answer.status)
            }
            pages.append(answer.body)
        }
    }

    private func pause(_ actors: Int) throws {
        guard stage.gate.close(waitingFor: actors, seconds: 60) else {
            return stage.findings.breakPromise(
                0,
                "a client waited for more than a minute",
                log: stage.server.log.suffix(40)
            )
        }
        rests.append(try rest())
    }

    /// Waits until the service is as it was at the beginning, and looks whether every scanner still works.
    private func rest() throws -> Rest {
        for orphan in stage.takeOrphans() {
            _ = try stage.server.client().request("DELETE", "/DWTAPI/ScanJobs/\(orphan)")
        }
        var now = Rest(of: stage)
        let first = rests.first
        let isLevel = eventually(within: 10) {
            now = Rest(of: stage)
            return first.map { now.isLevel(with: $0) } ?? now.isQuiet
        }
        // Memory is given back when nothing happens for a moment.
        usleep(200_000)
        now = Rest(of: stage)
        print(now.line)
        fflush(nil)
        if !isLevel {
            stage.findings.breakPromise(
                0,
                "not as at the beginning: \(now.line); then it was \(first?.line ?? "not known")",
                log: stage.server.log.suffix(40)
            )
        }
        if let first { try check(now, first) }
        return now
    }

    private func check(_ now: Rest, _ first: Rest) throws {
        if let few = rest(after: Self.few), now.residentMiB > few.residentMiB + Self.mostGrowth {
            stage.findings.breakPromise(0, "memory grew: \(now.line); \(few.line)")
        }
        // One job on each scanner, alone: whatever happened before must not have hurt it.
        for (device, scanner) in SoakDevice.all.enumerated() where scanner.failingPage == nil {
            guard let kind = Kind.all.last(where: { $0.device == device }) else { continue }
            let scan = try scan(kind)
            if !stage.isWhole(scan.pages, of: kind) {
                stage.findings.breakPromise(
                    0,
                    "\(scanner.model) does not work afterwards: \(scan.pages.count) pages, then \(scan.end)",
                    log: stage.server.log.suffix(40)
                )
            }
        }
    }

    /// The first rest after so many jobs.
    private func rest(after jobs: Int) -> Rest? { rests.first { $0.jobs >= jobs } }

    // MARK: The end

    private func conclude() -> Bool {
        let findings = stage.findings
        let ending = stage.server.stop()
        if !ending.succeeded { findings.breakPromise(0, "the server did not end in good order: \(ending)") }
        print("")
        for (what, number) in findings.counts { print("  \(what): \(number)") }
        for (what, time) in findings.slowest { print(String(format: "  longest %@: %.0f ms", what, time)) }
        for rest in rests { print("  at rest \(rest.line)") }
        if let few = rest(after: Self.few), let many = rest(after: Self.many) {
            let growth = String(format: "%+.1f MiB", many.residentMiB - few.residentMiB)
            print("  memory from \(few.jobs) to \(many.jobs) jobs: \(growth)")
        }
        print("  \(findings.number(of: Findings.lost)) lost, \(findings.number(of: Findings.doubled)) doubled")
        let broken = findings.broken
        print(broken.isEmpty ? "Every promise was kept." : "Broken promises: \(broken.count). SEED=\(stage.seed)")
        return broken.isEmpty
    }
}
