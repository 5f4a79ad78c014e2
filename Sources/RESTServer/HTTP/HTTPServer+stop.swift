internal import CHTTPD

/// A stop that is under way.
struct Ending {
    /// What requests are answered now.
    let answer: (Request) -> Response
    let then: () -> Void
    var limit: LoopTimer?
    var look: LoopTimer?
    /// True while the sockets that are left are let go.
    var isLeaving = false
}

extension HTTPServer {
    /// Stops: accepts nobody, answers what waits or still comes with `answering`, cuts streams, lets answers that are on
    /// their way finish within the time given, and then calls `then`, once. A second stop is none.
    package func stop(
        answering: @escaping (Request) -> Response,
        within time: Duration,
        then: @escaping () -> Void
    ) {
        guard let daemon, ending == nil else { return }
        ending = Ending(answer: answering, then: then)
        httpd_quiesce(daemon)
        // Quiesced, the library leaves it to us. Clients shall be refused rather than wait in its queue.
        closeListener(listener)
        connections.values.forEach { $0.conclude(answering) }
        ending?.limit = loop.after(time) { [weak self] in self?.endNow() }
        runSoon()
    }

    /// With all answers in the kernel the connections end. Their sockets stay until their clients have all of it, too.
    func endWhenQuiet() {
        guard isStopping, isQuiet else { return }
        loop.soon { [weak self] in
            guard let self, isQuiet else { return }
            endConnections()
            endWhenGone()
        }
    }

    private var isQuiet: Bool { !isRunScheduled && connections.values.allSatisfy { !$0.isBusy } }

    private func endConnections() {
        guard let daemon else { return }
        // A connection that was resumed leaves the library's list of resting ones only in a run; with one of them there
        // the library would end the process.
        _ = httpd_run(daemon)
        self.daemon = nil
        watch = nil
        httpd_stop(daemon)
    }

    func endWhenGone() {
        guard daemon == nil, let ending, !ending.isLeaving else { return }
        letGo(lingering.filter(\.isSent))
        guard lingering.isEmpty else {
            self.ending?.look = loop.after(.milliseconds(20)) { [weak self] in self?.endWhenGone() }
            return
        }
        self.ending?.isLeaving = true
        self.ending?.limit = nil
        ending.then()
        // The hold that `init` took.
        Unmanaged.passUnretained(self).release()
    }

    private func endNow() {
        endConnections()
        letGo(lingering)
        endWhenGone()
    }

    private func letGo(_ sockets: [Linger]) {
        ending?.isLeaving = true
        sockets.forEach { $0.leave() }
        ending?.isLeaving = false
    }
}
