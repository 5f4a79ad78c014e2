import HTTPServer

/// When a job that nobody looks after comes to its end, and which. Pure.
struct JobExpiry: Equatable {
    /// What becomes of the job.
    enum Fate {
        case canceled, deleted
    }

    var fate: Fate
    /// The scheduler's time.
    var time: UInt64

    /// What a job of that standing has before it, if nobody does anything.
    ///
    /// A lifetime that was ordered counts from where the job became pending or came to its end, whoever asks for it; every
    /// other one from the last request.
    init(of job: JobFacts, rules: JobBoard.Rules) {
        let isPending = job.state == .ready
        if let lifetime = job.lifetime, isPending || job.state.isEnded {
            self.init(.deleted, job.changedAt, lifetime)
        } else if isPending {
            self.init(.canceled, max(job.changedAt, job.lastRequest), rules.pendingPatience)
        } else {
            self.init(.deleted, job.lastRequest, rules.pageLifetime)
        }
    }

    private init(_ fate: Fate, _ start: UInt64, _ delay: Duration) {
        self.fate = fate
        let (time, isTooMuch) = start.addingReportingOverflow(delay.nanoseconds)
        self.time = isTooMuch ? .max : time
    }
}

/// What decides how long a job lives.
struct JobFacts {
    var state: JobState
    /// The scheduler's time of the last change of the state.
    var changedAt: UInt64
    var lastRequest: UInt64
    /// As it was ordered.
    var lifetime: Duration?
}
