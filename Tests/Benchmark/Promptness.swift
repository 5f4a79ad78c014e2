import Foundation
import Glibc
import Synchronization
import TestSupport

/// How soon the service answers while it has other things to do, and how soon it lets go.
struct Promptness {
    let plan: Plan
    let report: Report

    func run() throws {
        report.heading("From the start of the service, while a backend hangs")
        try start()
        report.heading("The scanner list, 99 of 100 answers within")
        try listDuringScans()
        try listDuringSearch()
        report.heading("DELETE in the middle of a page, 600 dpi colour")
        try cancels(readMicroseconds: 0, name: "fast scanner", .atMost(100, goal: 20))
        try cancels(readMicroseconds: 200_000, name: "200 ms a read", .atMost(500, goal: 250))
    }

    /// The time from the start of the process to its first answer, beside that of a start alone.
    private func start() throws {
        let world = try TestPicture.pattern.world(backends: ["test", "virtual"])
        try world.configureVirtual(["fault hang-init"])
        var answers: [Double] = []
        var floors: [Double] = []
        for round in 0...max(plan.rounds, 5) {
            var start = ContinuousClock.now
            _ = try Program.run([BuiltProducts.server, "--version"])
            let floor = (ContinuousClock.now - start).milliseconds
            start = ContinuousClock.now
            // Returns with the first answer.
            let server = try RunningServer(world: world)
            let answer = (ContinuousClock.now - start).milliseconds
            server.send(signal: SIGKILL)
            _ = server.end(atMost: .seconds(10))
            // The first of each finds nothing in the caches.
            if round == 0 { continue }
            answers.append(answer)
            floors.append(floor)
        }
        report.line(
            "first answer",
            median(answers),
            "ms",
            .atMost(200, goal: 50),
            details: "a start that only says the version: \(Int(median(floors).rounded())) ms"
        )
    }

    private func listDuringScans() throws {
        let world = try TestPicture.pattern.world()
        let server = try RunningServer(world: world, arguments: ["--jpeg-quality", "75"])
        defer { withExtendedLifetime(world) { _ = server.stop() } }
        let pages = PagesInBackground(server)
        try list(server, "while pages are scanned")
        if pages.finish() == 0 { report.note("no page was scanned meanwhile") }
    }

    private func listDuringSearch() throws {
        let world = try TestPicture.pattern.world(backends: ["test", "virtual"])
        try world.configureVirtual(["fault hang-list"])
        let server = try RunningServer(world: world)
        defer { withExtendedLifetime(world) { _ = server.stop() } }
        try list(server, "while a search hangs")
        try list(server, "while a search hangs, v19", target: "/api/device/scanners")
    }

    private func list(_ server: RunningServer, _ name: String, target: String = "/DWTAPI/Scanners") throws {
        // The first list waits for the first scanner.
        let client = try server.client()
        var looks = 0
        while looks < 20, try !client.request("GET", target).text.contains("frontend-tester") {
            looks += 1
            Thread.sleep(forTimeInterval: 0.5)
        }
        guard let figures = try Wrk(seconds: plan.secondsOfRequests, target: target).run(server.port, 1, within: 50)
        else {
            report.note("wrk is not installed or failed; the list was not measured")
            return
        }
        report.line(
            name,
            figures.slowest,
            "ms",
            .atMost(50, goal: 10),
            details: "\(Int(figures.requestsPerSecond)) a second on one connection"
        )
    }

    /// The time to the answer, and to the next job's beginning.
    private func cancels(readMicroseconds: Int, name: String, _ target: Report.Target) throws {
        let world = try TestPicture.pattern.world(readMicroseconds: readMicroseconds)
        let server = try RunningServer(world: world, arguments: ["--stream-after", "0"])
        defer { withExtendedLifetime(world) { _ = server.stop() } }
        let order = Client(server: server).job(600, .colour)
        let client = try server.client()
        var answers: [Double] = []
        var beginnings: [Double] = []
        var job = try made(client, order)
        for number in 0..<plan.cancels {
            let reader = try server.client()
            try reader.sendRequest("GET", "/DWTAPI/ScanJobs/\(job)/NextDocument")
            _ = try reader.readHead()
            // At another moment of the page, and of a read, each time.
            Thread.sleep(forTimeInterval: Double(number) * (readMicroseconds > 0 ? 0.037 : 0.004))
            let start = ContinuousClock.now
            let answer = try client.request("DELETE", "/DWTAPI/ScanJobs/\(job)")
            answers.append((ContinuousClock.now - start).milliseconds)
            guard answer.status == 200 else { throw Client.Refusal(status: answer.status, text: answer.text) }
            job = try made(client, order)
            beginnings.append((ContinuousClock.now - start).milliseconds)
        }
        _ = try client.request("DELETE", "/DWTAPI/ScanJobs/\(job)")
        report.line(
            "\(name), to the answer",
            answers.max() ?? .nan,
            "ms",
            target,
            details: "the slowest of \(plan.cancels)"
        )
        report.line("\(name), to the next job", beginnings.max() ?? .nan, "ms", details: "the next POST's answer")
    }

    private func made(_ client: HTTPClient, _ order: String) throws -> String {
        let created = try client.request("POST", "/DWTAPI/ScanJobs", body: order)
        guard created.status == 201 else { throw Client.Refusal(status: created.status, text: created.text) }
        return created.text
    }
}

/// A client that asks for one page after another until it is told to stop.
private final class PagesInBackground: Sendable {
    private let count = Atomic(0)
    private let isFinished = Atomic(false)
    private let done = DispatchSemaphore(value: 0)

    init(_ server: RunningServer) {
        let thread = Thread { [self] in
            while !isFinished.load(ordering: .relaxed), (try? Client(server: server).page(dpi: 600, .colour)) != nil {
                count.add(1, ordering: .relaxed)
            }
            done.signal()
        }
        thread.start()
    }

    /// How many pages there were.
    func finish() -> Int {
        isFinished.store(true, ordering: .relaxed)
        done.wait()
        return count.load(ordering: .relaxed)
    }
}
