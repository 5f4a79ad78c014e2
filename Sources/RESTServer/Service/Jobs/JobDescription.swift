import Scanning

/// What a pending job's device was found to be set to.
struct JobDescription {
    var options: [DescribedOption]
    /// The scheduler's time.
    var readAt: UInt64
}
