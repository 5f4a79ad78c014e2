import Glibc
import Scanning

/// Threads that block, away from the event loop.
enum Thread {
    /// Runs `body` on a new, detached thread with a small stack; throws when the system has none left.
    static func start(_ body: @escaping @Sendable () -> Void) throws(ScanError) {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        pthread_attr_setstacksize(&attributes, 512 << 10)
        defer { pthread_attr_destroy(&attributes) }
        let box = Unmanaged.passRetained(ThreadBody(run: body))
        var thread = pthread_t()
        let failed = pthread_create(&thread, &attributes, runThread, box.toOpaque())
        guard failed == 0 else {
            box.release()
            throw .host("No thread for a worker: \(systemText(failed)).")
        }
    }
}

private final class ThreadBody {
    let run: @Sendable () -> Void
    init(run: @escaping @Sendable () -> Void) { self.run = run }
}

private func runThread(_ box: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let box {
        Unmanaged<ThreadBody>.fromOpaque(box).takeRetainedValue().run()
    }
    return nil
}

/// Monotonic nanoseconds, the same clock as the event loop's.
func monotonicNow() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}
