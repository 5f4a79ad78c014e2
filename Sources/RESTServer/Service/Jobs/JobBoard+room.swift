import HTTPServer
import Scanning

// Places for jobs, and room for their pages. Clients of the v19 generation seldom delete their jobs: those that are over
// and of which everything was fetched go first, the one that nobody has asked for longest, before anybody is refused.
extension JobBoard {
    /// Whoever has just fetched a page may come back for it.
    private static let pagesInUse = Duration.seconds(60)

    /// True when another job may be made, of whatever scanner.
    func makePlace() -> Bool {
        !isClosed && makePlace(below: rules.jobLimit) { _ in true }
    }

    /// True when another job of this scanner may be made. Of several scanners, one alone never takes the last tenth of
    /// all places: whoever orders from it without end leaves the others usable.
    func makePlace(for scanner: KnownScanner, ofSeveral: Bool) -> Bool {
        let places = rules.jobLimit - (ofSeveral ? rules.jobLimit / 10 : 0)
        return makePlace() && makePlace(below: places) { $0.scanner.id == scanner.id }
    }

    private func makePlace(below limit: Int, among isMeant: (Job) -> Bool) -> Bool {
        while jobs.values.count(where: isMeant) >= limit {
            guard let job = servedJobs.first(where: isMeant) else { return false }
            dismiss(job)
        }
        return true
    }

    /// True when a page fits into the spool.
    func makeRoomForPages() -> Bool {
        while !ground.spool.hasRoom(afterPageOf: 0) {
            let now = ground.scheduler.now
            let idle = servedJobs.first { $0.lastRequest + Self.pagesInUse.nanoseconds <= now }
            guard let idle else { return false }
            dismiss(idle)
        }
        return true
    }

    private var servedJobs: [Job] {
        jobs.values.filter(\.isServed).sorted { ($0.lastRequest, $0.id) < ($1.lastRequest, $1.id) }
    }

    private func dismiss(_ job: Job) {
        ground.log.info("job made room for others", ["job": job.id])
        delete(job) {}
    }
}
