/// The life of jobs by the rules of the API alone, told in as few words as they can be: no timers, no callbacks, no workers.
/// What the service does is held against it.
struct JobLifeModel {
    /// Where a job is.
    enum Phase: Equatable {
        case waiting, opening, pending, running
        case over(String)
        /// Refused, given up by its client, deleted or expired.
        case gone
    }

    /// One POST and its job.
    struct Job {
        var isLegacy: Bool
        var device: Int
        /// It may run, or runs.
        var isStarted: Bool
        /// Seconds of `jobTimeout`.
        var lifetime: Int?
        var phase: Phase
        /// The device is this job's until its driver has let go.
        var holds = false
        var pages = 0
        /// Milliseconds of the clock.
        var ordered: Int
        var changed: Int
        var asked: Int
        /// Status of the answer to the POST, and what it says of the job; nil while there is none.
        var answer: (status: Int, word: String?)?

        var isOver: Bool {
            if case .over = phase { true } else { phase == .gone }
        }

        var word: String? {
            switch phase {
            case .waiting, .opening: isStarted ? "running" : "pending"
            case .pending: "pending"
            case .running: "running"
            case .over(let how): how
            case .gone: nil
            }
        }
    }

    private(set) var jobs: [Job] = []
    /// Those who wait for a device, in order of arrival.
    private var line: [Int] = []
    private(set) var now = 0

    private static let answerTime = 8_000
    private static let closingTime = 3_000
    private static let pendingTime = 600_000

    func holder(of device: Int) -> Int? {
        jobs.indices.first { jobs[$0].device == device && jobs[$0].holds }
    }

    // MARK: What clients do

    mutating func post(legacy: Bool, device: Int, started: Bool, lifetime: Int?) {
        let others = line.contains { jobs[$0].device == device }
        let holder = holder(of: device)
        var job = Job(
            isLegacy: legacy,
            device: device,
            isStarted: started,
            lifetime: lifetime,
            phase: .opening,
            ordered: now,
            changed: now,
            asked: now
        )
        if holder != nil || others {
            let isClosing = !others && holder.map { jobs[$0].isOver } ?? false
            job.phase = legacy || isClosing ? .waiting : .gone
            if job.phase == .gone { job.answer = (423, nil) } else { line.append(jobs.count) }
        } else {
            job.holds = true
        }
        jobs.append(job)
    }

    /// The status of the answer to PATCH.
    mutating func patch(_ place: Int, running: Bool) -> Int {
        guard jobs[place].phase != .gone else { return 410 }
        jobs[place].asked = now
        switch (running, jobs[place].word) {
        case (true, "pending"):
            jobs[place].isStarted = true
            if jobs[place].phase == .pending { move(place, to: .running) }
            return 200
        case (false, "pending"), (false, "running"):
            move(place, to: .over("canceled"))
            return 200
        default:
            return 409
        }
    }

    /// The status of the answer to GET.
    mutating func get(_ place: Int) -> Int {
        guard jobs[place].phase != .gone else { return 410 }
        jobs[place].asked = now
        return 200
    }

    /// The status of the answer to DELETE, which may take its time.
    mutating func delete(_ place: Int) -> Int {
        guard jobs[place].phase != .gone else { return 410 }
        move(place, to: .gone)
        return jobs[place].isLegacy ? 200 : 204
    }

    mutating func leave(_ place: Int) {
        guard jobs[place].answer == nil else { return }
        jobs[place].answer = (jobs[place].isLegacy ? 403 : 423, nil)
        move(place, to: .gone)
        line.removeAll { $0 == place }
    }

    // MARK: What devices do

    mutating func opened(_ place: Int) {
        guard !jobs[place].isOver else { return }
        move(place, to: jobs[place].isStarted ? .running : .pending)
        answerPost(place)
    }

    mutating func page(_ place: Int) {
        jobs[place].pages += 1
    }

    mutating func noMorePaper(_ place: Int) {
        fail(place, to: jobs[place].pages == 0 ? "faulted" : "completed")
    }

    mutating func fail(_ place: Int, to word: String = "faulted") {
        guard !jobs[place].isOver else { return }
        let isOpening = jobs[place].phase == .opening
        if isOpening, jobs[place].isLegacy, jobs[place].answer == nil {
            jobs[place].answer = (403, nil)
            return move(place, to: .gone)
        }
        move(place, to: .over(word))
        answerPost(place)
    }

    mutating func letGo(_ place: Int) {
        jobs[place].holds = false
        guard let next = line.first(where: { jobs[$0].device == jobs[place].device }) else { return }
        line.removeAll { $0 == next }
        jobs[next].holds = true
        move(next, to: .opening)
    }

    // MARK: What time does

    mutating func wait(_ milliseconds: Int) {
        let end = now + milliseconds
        while let (time, place) = nextEvent(), time <= end {
            now = max(now, time)
            happen(to: place)
        }
        now = end
    }

    private func nextEvent() -> (Int, Int)? {
        jobs.indices.compactMap { place in eventTime(of: jobs[place]).map { ($0, place) } }.min { $0 < $1 }
    }

    private func eventTime(of job: Job) -> Int? {
        let answer = job.answer == nil ? job.ordered + Self.answerTime : nil
        switch job.phase {
        case .waiting: return job.ordered + (job.isLegacy ? Self.answerTime : Self.closingTime)
        case .opening: return answer
        case .pending:
            return job.lifetime.map { job.changed + $0 * 1_000 } ?? max(job.changed, job.asked) + Self.pendingTime
        case .running, .gone: return nil
        case .over: return job.lifetime.map { job.changed + $0 * 1_000 }
        }
    }

    private mutating func happen(to place: Int) {
        switch jobs[place].phase {
        case .waiting:
            jobs[place].answer = (jobs[place].isLegacy ? 403 : 423, nil)
            line.removeAll { $0 == place }
            move(place, to: .gone)
        case .opening: answerPost(place)
        case .pending: move(place, to: jobs[place].lifetime == nil ? .over("canceled") : .gone)
        case .running, .gone: break
        case .over: move(place, to: .gone)
        }
    }

    private mutating func answerPost(_ place: Int) {
        guard jobs[place].answer == nil else { return }
        jobs[place].answer = (201, jobs[place].isLegacy ? nil : jobs[place].word)
    }

    private mutating func move(_ place: Int, to phase: Phase) {
        jobs[place].phase = phase
        jobs[place].changed = now
    }
}
