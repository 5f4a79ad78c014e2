import Foundation
import TestSupport

/// What befalls the service from outside: killed and stopped drivers' processes, scanners that move, come and go, and
/// strangers who send rubbish or nothing.
final class Mischief: Sendable {
    private let stage: Stage
    private let number: Int

    private enum Deed {
        case kill(Int32)
        /// Stopped for ever: the deadlines have to find it.
        case stop
        /// Stopped for a moment that nobody may notice.
        case pause
        case move
        case replug
        case list
        case strangers(Int)
        case rubbish
    }

    private static let deeds: [(weight: Int, row: Deed)] = [
        (3, .kill(SIGKILL)), (3, .kill(SIGSEGV)), (2, .kill(SIGABRT)), (1, .stop), (6, .pause), (4, .move),
        (3, .replug), (20, .list), (3, .strangers(40)), (6, .rubbish),
    ]

    private static let rubbish = [
        "\r\n\r\n", "GET", "POST /DWTAPI/ScanJobs HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99\r\n\r\n{\"device\"",
        "POST /DWTAPI/ScanJobs HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFFFF\r\n{",
        "POST /DWTAPI/ScanJobs HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2147483648\r\n\r\n",
        "\u{1}\u{2}\u{3}\u{0} HTTP/9\r\n\r\n",
        "GET /DWTAPI/ScanJobs/../../x/NextDocument HTTP/1.1\r\nHost: localhost\r\n\r\n",
    ]

    init(_ stage: Stage, _ number: Int) {
        self.stage = stage
        self.number = number
    }

    /// One deed after the other, with pauses, until the gate says that it is over.
    func run() {
        var step = 0
        while stage.gate.pass(beforeParking: {}) {
            var chance = Chance(seed: stage.seed, actor: number, step: step)
            step += 1
            usleep(UInt32(chance.number(10...120)) * 1_000)
            let deed = chance.pick(Self.deeds)
            if case .list = deed {} else { stage.findings.act(number, "\(deed)") }
            do {
                try commit(deed, &chance)
            } catch {
                stage.findings.breakPromise(number, "no answer to a stranger: \(error)")
            }
        }
    }

    private func commit(_ deed: Deed, _ chance: inout Chance) throws {
        switch deed {
        case .kill(let signal):
            guard let worker = anyWorker(&chance) else { return }
            stage.findings.noteKill()
            kill(worker, signal)
            waitForEnd(of: worker)
            stage.findings.count("drivers' processes killed")
        case .stop:
            guard let worker = anyWorker(&chance) else { return }
            stage.findings.noteKill()
            kill(worker, SIGSTOP)
            waitForEnd(of: worker)
            stage.findings.count("drivers' processes stopped")
        case .pause:
            guard let worker = anyWorker(&chance) else { return }
            kill(worker, SIGSTOP)
            usleep(200_000)
            // Its number is still its own: it is ours to see only while it is a child of the server.
            if ProcessFigures(pid: stage.server.pid).children.contains(worker) { kill(worker, SIGCONT) }
            stage.findings.count("drivers' processes paused")
        case .move:
            for device in SoakDevice.all.indices where SoakDevice.all[device].moves { try stage.move(device) }
            stage.findings.count("scanners moved")
        case .replug:
            guard let device = SoakDevice.all.firstIndex(where: \.moves) else { return }
            try stage.plug(device, isPresent: false)
            usleep(100_000)
            try stage.plug(device, isPresent: true)
            stage.findings.count("scanners out and in again")
        case .list: try list()
        case .strangers(let count):
            let strangers = try (0..<count).map { _ in try stage.server.client() }
            for stranger in strangers { try stranger.send("POST /DWTAPI/ScanJobs HTTP/1.1\r\nHost: loc") }
            try list()
            stage.findings.count("strangers", by: count)
        case .rubbish:
            let client = try stage.server.client()
            try client.send(Self.rubbish[chance.number(0...Self.rubbish.count - 1)])
            usleep(2_000)
            chance.percent(50) ? client.reset() : client.close()
            stage.findings.count("strangers")
        }
    }

    /// The service has a deadline for everything: a driver that was killed or stopped is soon gone.
    private func waitForEnd(of worker: pid_t) {
        let isGone = eventually(within: 30) {
            !ProcessFigures(pid: stage.server.pid).children.contains(worker)
        }
        if !isGone {
            stage.findings.breakPromise(number, "a driver's process that was killed or stopped is still there")
        }
        stage.restartScanners()
    }

    private func list() throws {
        let began = ContinuousClock.now
        let entries = try stage.list()
        let time = (ContinuousClock.now - began).milliseconds
        stage.findings.time("list of scanners", time)
        stage.findings.count("lists")
        if time > 2_000 { stage.findings.breakPromise(number, "the list of scanners took \(Int(time)) ms") }
        // The one that moves may be out.
        if entries.count < SoakDevice.all.filter({ !$0.moves }).count {
            stage.findings.breakPromise(number, "the list has \(entries.count) scanners only")
        }
    }

    private func anyWorker(_ chance: inout Chance) -> pid_t? {
        // A child that is about to become a worker is still the server, which waits for it: who stops it stops both.
        let workers = ProcessFigures(pid: stage.server.pid).children.filter { $0.runsWorker }
        return workers.isEmpty ? nil : workers[chance.number(0...workers.count - 1)]
    }
}

extension pid_t {
    /// True once the process has begun with the worker's program.
    fileprivate var runsWorker: Bool {
        let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(self)/exe")
        return program?.hasSuffix("/sane-bridge-worker") == true
    }
}
