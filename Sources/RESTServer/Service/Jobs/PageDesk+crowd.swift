// A request that waits holds a connection, for as long as the scanner takes. Clients need a few of them at a time; whoever
// sends more and more must not take those of all others.
extension PageDesk {
    /// Those who wait, whatever they wait for, in order of arrival.
    private var crowd: [PageAsker] {
        (images.askers + infos.askers + seekers.map(\.asker)).sorted { $0.arrival < $1.arrival }
    }

    /// Beyond what one job may hold, those that came first give way: a client that has lost its connection without a word
    /// comes back as the newest.
    func makeRoomInCrowd() {
        let crowd = crowd
        guard crowd.count > mostWaiting else { return }
        for asker in crowd.prefix(crowd.count - mostWaiting) {
            remove(asker)
            asker.stopWaiting()
            asker.exchange.answer(asker.replies.crowded())
        }
        log.debug("requests gave way to newer ones", ["job": job, "waiting": "\(mostWaiting)"])
        whenTasteChanges?()
    }
}
