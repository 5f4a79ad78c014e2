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
        report.heading("At rest")
        rest(server)
        report.line("exit code after SIGTERM", Double(server.stop().exitCode ?? -1), limit: .atMost(0))
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
            report.line("\(dpi) dpi", peak, "MiB", limit: .atMost(32))
        }
        let spread = (peaks.max() ?? 0) - (peaks.min() ?? 0)
        report.line("most less least", spread, "MiB", limit: .atMost(4))
    }

    private func requests(_ server: RunningServer) throws {
        let limits: [Int: Report.Limit] = [16: .atLeast(15_000)]
        for connections in [1, 16, 100] {
            guard let figures = try Wrk(seconds: plan.secondsOfRequests).run(server.port, connections) else {
                report.note("wrk is not installed or failed; the list was not measured")
                return
            }
            report.line(
                "\(connections) connection\(connections == 1 ? "" : "s")",
                figures.requestsPerSecond,
                "/s",
                limit: limits[connections],
                details: "99 of 100 within \(figures.slowest)"
            )
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
            limit: .atMost(2),
            details: "processor time \(figures.processorMilliseconds - processorTime) ms"
        )
        report.line("memory of the server", figures.residentMiB, "MiB", limit: .atMost(25))
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
