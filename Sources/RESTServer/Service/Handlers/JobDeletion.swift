import HTTPServer

/// A DELETE on its way: answered when the device is closed, so that the next job finds it free, and in any case soon.
enum JobDeletion {
    /// A driver that takes its time to stop holds the answer up no longer than this.
    private static let patience = Duration.seconds(2)

    /// Deletes the job and answers in time.
    static func delete(_ job: Job, on board: JobBoard, scheduler: any Scheduler, answer: @escaping () -> Void) {
        var timer: LoopTimer?
        var isAnswered = false
        let once = {
            timer = nil
            guard !isAnswered else { return }
            isAnswered = true
            answer()
        }
        timer = scheduler.after(patience, once)
        withExtendedLifetime(timer) { board.delete(job, then: once) }
    }
}
