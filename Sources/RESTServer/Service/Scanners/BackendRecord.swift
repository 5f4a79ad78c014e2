import HTTPServer
import Scanning

/// What earlier searches have shown of the backends, kept over restarts: a bad one makes nobody wait twice.
final class BackendRecord {
    /// A backend that crashed or hung may have had a bad day: a scanner that was asleep, a host that was down.
    private static let rest = Duration.seconds(600)

    private struct Kept: Codable {
        var bad: [String] = []
        var apart: [String] = []
    }

    private let scheduler: any Scheduler
    private let log: Log
    private let file: KeptFile<Kept>
    private var kept: Kept
    /// Bad ones of this run, with the time of their last failure; those of earlier runs get their chance at once.
    private var failedAt: [String: UInt64] = [:]

    init(scheduler: any Scheduler, log: Log, file: String?) {
        self.scheduler = scheduler
        self.log = log
        self.file = KeptFile(path: file)
        kept = self.file.read() ?? Kept()
    }

    /// Asked in a process of its own: it was slow or bad before, and the others are not to wait for it.
    func isApart(_ backend: String) -> Bool { kept.apart.contains(backend) || isBad(backend) }

    /// It crashed or hung the last time.
    func isBad(_ backend: String) -> Bool { kept.bad.contains(backend) }

    /// Bad, and not to be asked again yet.
    func isResting(_ backend: String) -> Bool {
        failedAt[backend].map { Duration.nanoseconds(Int64(scheduler.now - $0)) < Self.rest } ?? false
    }

    func noteSlow(_ backend: String) {
        guard !kept.apart.contains(backend) else { return }
        log.debug("backend is asked apart from the others", ["backend": backend])
        kept.apart.append(backend)
        save()
    }

    /// Names it in the log, the first time.
    func noteFailure(of backend: String, _ error: ScanError) {
        let isNews = failedAt.updateValue(scheduler.now, forKey: backend) == nil
        if isNews { log.error("backend left out", ["backend": backend, "reason": error.explanation]) }
        guard !isBad(backend) else { return }
        kept.bad.append(backend)
        save()
    }

    /// Every backend may be asked again, whatever it did.
    func endRests() {
        failedAt = [:]
    }

    func noteAnswer(of backend: String) {
        guard isBad(backend) else { return }
        log.info("backend answers again", ["backend": backend])
        kept.bad.removeAll { $0 == backend }
        failedAt[backend] = nil
        // It goes on being asked apart: it may fall ill again.
        if !kept.apart.contains(backend) { kept.apart.append(backend) }
        save()
    }

    private func save() {
        file.keep(kept, as: "what is known of backends", log)
    }
}
