import Foundation
import Synchronization
import TestSupport

/// What the service costs: memory while it scans, everything while it rests, and how fast it answers small requests.
struct Footprint {
    let plan: Plan
    let report: Report

    func run() throws {
        let world = try TestPicture.pattern.world()
        let server = try RunningServer(world: world, arguments: ["--jpeg-quality", "75"])
        report.heading("Memory of server and worker while an A4 colour page is scanned, above the resting server")
        try memory(server)
        report.heading("The scanner list, requests a second on kept connections")
        try requests(server)
        report.heading("The capabilities of a pending job, requests a second on kept connections")
        try capabilities(server)
        report.heading("At rest")
        rest(server)
        report.line("exit code after SIGTERM", Double(server.stop().exitCode ?? -1), "", .atMost(0).ofNoTime)
    }

    private func memory(_ server: RunningServer) throws {
        let figures = ProcessFigures(pid: server.pid)
        let client = Client(server: server)
        _ = try client.page(dpi: 75, .colour)
        let idle = figures.residentMiB
        var peaks: [Double] = []
        for dpi in [75, 300, 600, 1200] {
            try figures.forgetPeak()
            let worker = PeakOfChildren(of: figures)
            _ = try client.page(dpi: dpi, .colour)
            let peak = figures.peakMiB - idle + worker.finish()
            peaks.append(peak)
            report.line("\(dpi) dpi", peak, "MiB", .atMost(32, goal: 16).ofNoTime)
        }
        let spread = (peaks.max() ?? 0) - (peaks.min() ?? 0)
        report.line("most less least", spread, "MiB", .atMost(4, goal: 1).ofNoTime)
    }

    private func requests(_ server: RunningServer) throws {
        let targets: [(connections: Int, rate: Report.Target?, slowest: Double?)] = [
            (1, nil, nil),
            (16, .atLeast(15_000, goal: 31_600), 1.8),
            (100, .atLeast(15_000, goal: 29_000), 8.6),
        ]
        for (connections, rate, slowest) in targets {
            let wrk = Wrk(seconds: plan.secondsOfRequests)
            guard let figures = try wrk.run(server.port, connections, within: slowest) else {
                report.note("wrk is not installed or failed; the list was not measured")
                return
            }
            let name = "\(connections) connection\(connections == 1 ? "" : "s")"
            report.line(name, figures.requestsPerSecond, "/s", rate)
            report.line("\(name), 99 of 100 within", figures.slowest, "ms", slowest.map { .atMost($0) })
        }
    }

    private func capabilities(_ server: RunningServer) throws {
        let job = try V19Pages(server: server).pendingJob()
        defer { _ = try? V19Client(server: server).delete(job) }
        for connections in [16, 100] {
            let target = "/api/device/scanners/jobs/\(job)/scanner/capabilities"
            guard let figures = try Wrk(seconds: plan.secondsOfRequests, target: target).run(server.port, connections)
            else {
                report.note("wrk is not installed or failed; the capabilities were not measured")
                return
            }
            report.line("\(connections) connections", figures.requestsPerSecond, "/s", .atLeast(6_000, goal: 15_000))
            report.line("\(connections) connections, 99 of 100 within", figures.slowest, "ms")
        }
    }

    private func rest(_ server: RunningServer) {
        let figures = ProcessFigures(pid: server.pid)
        Thread.sleep(forTimeInterval: plan.rest.milliseconds / 1000)
        let before = figures.contextSwitches
        let processorTime = figures.processorMilliseconds
        Thread.sleep(forTimeInterval: plan.watch.milliseconds / 1000)
        let switches = figures.contextSwitches - before
        report.line(
            "context switches in \(Int(plan.watch.milliseconds / 1000)) s",
            Double(switches),
            "",
            .atMost(2, goal: 0).ofNoTime,
            details: "processor time \(figures.processorMilliseconds - processorTime) ms"
        )
        report.line("memory of the server", figures.residentMiB, "MiB", .atMost(25, goal: 20).ofNoTime)
    }
}

/// Watches the most memory that a process's children use; they are gone before one could ask at the end.
private final class PeakOfChildren: Sendable {
    private let peak = Mutex(0.0)
    private let isFinished = Atomic(false)
    private let done = DispatchSemaphore(value: 0)

    init(of figures: ProcessFigures) {
        let thread = Thread { [self] in
            while !isFinished.load(ordering: .relaxed) {
                let now = figures.peakMiBOfChildren
                peak.withLock { $0 = max($0, now) }
                usleep(1000)
            }
            done.signal()
        }
        thread.start()
    }

    func finish() -> Double {
        isFinished.store(true, ordering: .relaxed)
        done.wait()
        return peak.withLock { $0 }
    }
}
