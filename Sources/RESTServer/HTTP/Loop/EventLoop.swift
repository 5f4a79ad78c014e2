internal import CPosix
import Glibc

/// The one thread of the service: timers, watched descriptors, mail from other threads.
///
/// Everything but the posting of mail belongs to the thread that calls `run`. Actions may cancel and release any timer
/// or watch, their own included. With nothing to do the loop sleeps without a time limit.
package final class EventLoop: Scheduler {
    private let descriptor: Int32
    private let bell: Bell
    private var isStopping = false
    /// Ids are never used twice, so that an event of a cancelled watch finds nobody.
    private var lastID: UInt64 = 0
    private var timers = TimerQueue()
    private var watches: [UInt64: (Readiness) -> Void] = [:]
    private var watchOfDescriptor: [Int32: UInt64] = [:]
    private var receivers: [UInt64: () -> Void] = [:]
    private var soonActions: [() -> Void] = []
    private var bellWatch: LoopWatch?
    private var signalDescriptors: [Int32] = []
    private var signalWatches: [LoopWatch] = []

    package init() throws(SystemError) {
        bell = try Bell()
        descriptor = loop_create()
        guard descriptor >= 0 else { throw SystemError(call: "epoll_create1", errno: -descriptor) }
        bellWatch = try watch(bell.descriptor, .readable) { [unowned self] _ in deliverMail() }
    }

    deinit {
        bellWatch?.cancel()
        signalWatches.forEach { $0.cancel() }
        signalDescriptors.forEach { close($0) }
        close(descriptor)
    }

    /// Called each time when nothing has happened for a moment after something had.
    package var whenQuiet: (() -> Void)?
    private var hasActed = false
    /// Milliseconds.
    private static let quiet: Int32 = 50

    /// Serves events on the calling thread until `stop`.
    package func run() {
        isStopping = false
        var events = [loop_event](repeating: loop_event(), count: 64)
        while !isStopping {
            let limit = waitingTime()
            let mayBecomeQuiet = hasActed && whenQuiet != nil && (limit < 0 || limit > Self.quiet)
            let count = loop_wait(descriptor, &events, Int32(events.count), mayBecomeQuiet ? Self.quiet : limit)
            precondition(count >= 0, "epoll_wait: \(SystemError.words(for: -count))")
            hasActed = count > 0 || !mayBecomeQuiet
            if !hasActed { whenQuiet?() }
            for event in events.prefix(Int(count)) {
                watches[event.id]?(Readiness(rawValue: event.readiness))
            }
            fireTimers()
            runSoonActions()
        }
    }

    /// Makes `run` return once the current actions are done; on the loop's thread.
    package func stop() {
        isStopping = true
    }

    // MARK: Timers

    package var now: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    package func after(_ delay: Duration, _ action: @escaping () -> Void) -> LoopTimer {
        let id = newID()
        timers.add(deadline: now + delay.nanoseconds, id: id, action)
        return LoopTimer { [weak self] in self?.timers.cancel(id) }
    }

    /// Calls `action` when the current events are done, without waiting in between.
    package func soon(_ action: @escaping () -> Void) {
        soonActions.append(action)
    }

    private func fireTimers() {
        guard let deadline = timers.nextDeadline() else { return }
        let time = now
        guard deadline <= time else { return }
        // Timers that are set meanwhile wait for the next turn, or an action that sets itself again would starve the rest.
        let limit = lastID + 1
        while let action = timers.takeDue(at: time, olderThan: limit) {
            action()
        }
    }

    private func runSoonActions() {
        guard !soonActions.isEmpty else { return }
        let actions = soonActions
        soonActions.removeAll(keepingCapacity: true)
        actions.forEach { $0() }
    }

    /// Milliseconds for epoll_wait, rounded up: waking early would mean waking twice.
    private func waitingTime() -> Int32 {
        guard soonActions.isEmpty else { return 0 }
        guard let deadline = timers.nextDeadline() else { return -1 }
        let time = now
        guard deadline > time else { return 0 }
        return Int32(clamping: (deadline - time + 999_999) / 1_000_000)
    }

    // MARK: Descriptors

    /// Calls `action` as long as the descriptor is ready. A descriptor has one watch at a time; it is never closed here.
    package func watch(
        _ watched: Int32,
        _ interest: Interest,
        _ action: @escaping (Readiness) -> Void
    ) throws(SystemError) -> LoopWatch {
        let id = newID()
        let result = loop_add(descriptor, watched, interest.rawValue, id)
        guard result == 0 else { throw SystemError(call: "epoll_ctl", errno: -result) }
        watches[id] = action
        watchOfDescriptor[watched] = id
        return LoopWatch { [weak self] in self?.endWatch(id, of: watched) }
    }

    private func endWatch(_ id: UInt64, of watched: Int32) {
        guard watches.removeValue(forKey: id) != nil else { return }
        // The number may belong to another file by now, with a watch of its own.
        guard watchOfDescriptor[watched] == id else { return }
        watchOfDescriptor[watched] = nil
        _ = loop_remove(descriptor, watched)
    }

    /// Calls `action` with each of the signals that comes. Call it before other threads start: the signals are blocked
    /// for this thread and those that it starts.
    package func onSignals(_ signals: [Int32], _ action: @escaping (Int32) -> Void) throws(SystemError) {
        let source = loop_signals(signals, Int32(signals.count))
        guard source >= 0 else { throw SystemError(call: "signalfd", errno: -source) }
        signalDescriptors.append(source)
        signalWatches.append(
            try watch(source, .readable) { _ in
                while case let signal = loop_next_signal(source), signal != 0 {
                    action(signal)
                }
            }
        )
    }

    // MARK: Mail

    /// Makes a mailbox whose messages are received on the loop's thread.
    package func mailbox<Message: Sendable>(_ receive: @escaping (Message) -> Void) -> Mailbox<Message> {
        let id = newID()
        let queue = MessageQueue<Message>()
        receivers[id] = { queue.takeAll().forEach(receive) }
        return Mailbox(queue: queue, bell: bell, id: id)
    }

    private func deliverMail() {
        for reason in bell.takeReasons() {
            switch reason {
            case .mail(let id): receivers[id]?()
            case .released(let id): receivers.removeValue(forKey: id)?()
            }
        }
    }

    private func newID() -> UInt64 {
        lastID += 1
        return lastID
    }
}

extension Duration {
    /// Whole nanoseconds, 0 for what is negative.
    package var nanoseconds: UInt64 {
        let parts = components
        guard parts.seconds >= 0, parts.attoseconds >= 0 else { return 0 }
        return UInt64(parts.seconds) * 1_000_000_000 + UInt64(parts.attoseconds / 1_000_000_000)
    }
}
