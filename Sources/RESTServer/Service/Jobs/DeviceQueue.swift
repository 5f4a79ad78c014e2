/// Who uses a device, and who waits for it: first come, first served.
final class DeviceQueue {
    /// The job that has the device, until the driver has let go of it.
    var holder: Job?
    private var waiting: [Job] = []

    var isIdle: Bool { holder == nil && waiting.isEmpty }
    var isAnyoneWaiting: Bool { !waiting.isEmpty }

    /// Puts a job at the end.
    func append(_ job: Job) {
        waiting.append(job)
    }

    /// A job that waits no longer; the holder stays until it has let go.
    func remove(_ job: Job) {
        waiting.removeAll { $0 === job }
    }

    /// The next job gets the device, when that is free.
    func takeNext() -> Job? {
        waiting.removeAll(where: \.state.isEnded)
        guard holder == nil, !waiting.isEmpty else { return nil }
        let next = waiting.removeFirst()
        holder = next
        return next
    }
}
