import Glibc

/// The time that this thread computes for `work`: unlike the clock's it does not grow with what others do meanwhile.
package func processorTime(of work: () throws -> Void) rethrows -> Duration {
    func now() -> Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
    let began = now()
    try work()
    return now() - began
}
