import Scanning

/// How a job stands with its device. Pure: the board and the scan run ask it what to do.
enum JobState: Equatable {
    /// Stands in its device's queue.
    case queued
    /// The device is being opened and set up.
    case opening
    /// The device is set up and held, and feeds nothing yet.
    case ready
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

/// How a job stands with those who ordered it: a job that is to scan runs, whatever its device is doing.
enum JobStatus: Equatable {
    case pending, running
    case ended(JobEnd)
}
