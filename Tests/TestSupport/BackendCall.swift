import Glibc

/// A line of the call log: something that a virtual device was asked.
package struct BackendCall: Sendable, Equatable {
    /// What was called; `failed` follows a call that was refused, with its name and status in `detail`.
    package enum Kind: String, Sendable {
        case `init`, exit, list, open, close, set, start, read, cancel, failed
    }

    /// On the monotonic clock, at the call's beginning; of a read, at the end of the page's last one.
    package var time: Duration
    package var process: pid_t
    package var kind: Kind
    /// The name as it was opened, without `virtual:`.
    package var device: String
    /// Of set: `resolution=300`; of read: `2 times, 300 bytes: 5`; of failed: `start 7`.
    package var detail: String

    /// Now, on the clock of the log.
    package static var now: Duration {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        return .seconds(now.tv_sec) + .nanoseconds(now.tv_nsec)
    }

    init?(line: Substring) {
        let parts = line.split(separator: "\t", omittingEmptySubsequences: false)
        guard parts.count == 5, let time = Int64(parts[0]), let process = pid_t(parts[1]),
            let kind = Kind(rawValue: String(parts[2]))
        else { return nil }
        self.time = .microseconds(time)
        self.process = process
        self.kind = kind
        device = String(parts[3])
        detail = String(parts[4])
    }
}
