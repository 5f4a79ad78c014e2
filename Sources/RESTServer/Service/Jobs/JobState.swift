import Scanning

/// How a job stands. Pure: the board and the scan run ask it what to do.
enum JobState: Equatable {
    /// Stands in its device's queue.
    case queued
    /// The device is being opened and set up.
    case opening
    case scanning
    case ended(JobEnd)

    var isEnded: Bool {
        guard case .ended = self else { return false }
        return true
    }
}

/// Why no more pages come.
enum JobEnd: Equatable {
    case completed
    case faulted(ScanError)
    case canceled
}
