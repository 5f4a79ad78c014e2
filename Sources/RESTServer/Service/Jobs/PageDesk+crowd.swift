// A request that waits holds a connection, for as long as the scanner takes. Clients need a few of them at a time; whoever
// sends more and more must not take those of all others.
extension PageDesk {
    /// Beyond what one job may hold, those that came first give way: a client that has lost its connection without a word
    /// comes back as the newest.
    func makeRoomInCrowd() {
        let surplus = images.askers.count + infos.askers.count + seekers.count - mostWaiting
        guard surplus > 0 else { return }
        let crowd = images.askers + infos.askers + seekers.map(\.asker)
        for asker in crowd.sorted(by: { $0.arrival < $1.arrival }).prefix(surplus) {
            remove(asker)
            asker.stopWaiting()
            asker.exchange.answer(asker.replies.crowded())
        }
        log.debug("requests gave way to newer ones", ["job": job, "waiting": "\(mostWaiting)"])
        whenTasteChanges?()
    }
}
