import Foundation
import Synchronization
import TestSupport

/// Pages on their way: a slow scanner beside a slow client, and many clients at one scanner.
struct Flow {
    let plan: Plan
    let report: Report

    func run() throws {
        report.heading("A slow scanner and a slow client, ten sheets")
        try overlap()
        report.heading("A hundred clients at one scanner, 300 dpi gray")
        try crowd()
    }

    /// The scanner takes some 190 ms for a sheet, the client pauses for 250: who is slower decides.
    private func overlap() throws {
        let world = try TestPicture.pattern.world(readMicroseconds: 2_000)
        let server = try RunningServer(world: world)
        defer { withExtendedLifetime(world) { _ = server.stop() } }
        let client = Client(server: server)
        let pause = Duration.milliseconds(250)
        let scan = try client.batch(dpi: 75, .gray).lastByte
        let both = try client.batch(dpi: 75, .gray, pause: pause).lastByte
        let slower = max(scan, 10 * pause.milliseconds)
        report.line(
            "time, to that of the slower one",
            both / slower,
            "",
            .atMost(1.15),
            details: "\(Int(both)) ms; the scan alone \(Int(scan)) ms, the pauses \(Int(10 * pause.milliseconds)) ms"
        )
    }

    /// Pages a second with a hundred clients, to those of one.
    private func crowd() throws {
        let world = try TestPicture.pattern.world()
        let server = try RunningServer(world: world, arguments: ["--jpeg-quality", "75"])
        defer { withExtendedLifetime(world) { _ = server.stop() } }
        let alone = try (0..<21).map { _ in try Client(server: server).page(dpi: 300, .gray).job }.dropFirst()
        let one = median(Array(alone))
        let failures = Mutex(0)
        let done = DispatchGroup()
        let start = ContinuousClock.now
        for _ in 0..<100 {
            done.enter()
            let thread = Thread {
                do { try Self.patientPage(server) } catch { failures.withLock { $0 += 1 } }
                done.leave()
            }
            thread.start()
        }
        done.wait()
        let each = (ContinuousClock.now - start).milliseconds / 100
        report.line(
            "pages a second, to those of one client",
            one / each,
            "",
            .atLeast(0.9),
            details: "\(Int(1000 / each)) to \(Int(1000 / one)) pages/s"
        )
        report.line("clients without their page", Double(failures.withLock { $0 }), "", .atMost(0).ofNoTime)
    }

    /// A client that comes again when the scanner is busy.
    private static func patientPage(_ server: RunningServer) throws {
        while true {
            do {
                _ = try Client(server: server).page(dpi: 300, .gray)
                return
            } catch let refusal as Client.Refusal where [403, 503].contains(refusal.status) {
                Thread.sleep(forTimeInterval: 0.1)
            }
        }
    }
}
