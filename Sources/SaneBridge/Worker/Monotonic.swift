import Glibc

/// Time that never jumps, as a Raspberry Pi's wall clock does.
enum Monotonic {
    /// Milliseconds since some moment before this process began.
    static var milliseconds: Int {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        return Int(now.tv_sec) * 1_000 + Int(now.tv_nsec) / 1_000_000
    }

    /// Blocks this thread.
    static func pause(milliseconds: Int) {
        _ = poll(nil, 0, Int32(clamping: milliseconds))
    }
}
