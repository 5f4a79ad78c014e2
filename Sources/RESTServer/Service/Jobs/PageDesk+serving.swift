import HTTPServer
import Scanning

/// Bringing pages, failures and ends to those who wait.
extension PageDesk {
    /// Serves askers in order of arrival. Answers may change what can be answered, so this runs until nothing changes any
    /// more.
    func serve() {
        servesAgain = true
        guard !isServing else { return }
        isServing = true
        while servesAgain {
            servesAgain = false
            serve(images)
            guard keepsPages else { continue }
            serve(infos)
            serveSeekers()
        }
        isServing = false
        whenServed?()
    }

    private func serve(_ cursor: PageCursor) {
        var waiting = cursor.places.filter(\.isWaiting)[...]
        for asker in cursor.askers where !asker.exchange.isAnswered {
            let place = asker.isOnlyLooking ? waiting.first : waiting.popFirst()
            guard answer(asker, with: place, on: cursor) else { continue }
            asker.stopWaiting()
            cursor.askers.removeAll { $0 === asker }
        }
    }

    private func answer(_ asker: PageAsker, with place: PageCursor.Place?, on cursor: PageCursor) -> Bool {
        guard let place else { return isOver && answerWithoutPage(asker, on: cursor) }
        guard let (delivery, isPage) = bring(place.page, to: asker) else { return false }
        guard !asker.isOnlyLooking else { return true }
        guard isPage else {
            noteFailure(at: place, delivery, on: cursor)
            return true
        }
        place.delivery = delivery
        delivery.whenKnown = { [weak self, weak place] outcome in
            guard let self, let place else { return }
            place.delivery = nil
            settle(place, outcome, on: cursor)
        }
        return true
    }

    private func serveSeekers() {
        for seeker in seekers where !seeker.asker.exchange.isAnswered {
            guard answer(seeker) else { continue }
            seeker.asker.stopWaiting()
            seekers.removeAll { $0.asker === seeker.asker }
        }
    }

    private func answer(_ seeker: Seeker) -> Bool {
        let asker = seeker.asker
        guard let page = find(seeker.key) else {
            // A name is known only of a page that was there.
            if !isOver, case .index = seeker.key { return false }
            asker.exchange.answer(isDeleted ? asker.replies.deleted() : asker.replies.noSuchPage())
            return true
        }
        guard let (delivery, isPage) = bring(page, to: asker) else { return false }
        guard !asker.isOnlyLooking, isPage else { return true }
        delivery.whenKnown = { [weak self, weak page] outcome in
            guard let self, let page else { return }
            if outcome == .delivered { page.noteDelivered() }
            giveBack(page)
            serve()
        }
        return true
    }

    private func find(_ key: Key) -> StoredPage? {
        switch key {
        case .uid(let uid): pages.first { $0.uid == uid.lowercased() }
        case .index(let index): pages.indices.contains(index) ? pages[index] : nil
        }
    }

    /// Sends the page off, in the form that is wanted, or says why it cannot be had so; nil while that must wait.
    private func bring(_ page: StoredPage, to asker: PageAsker) -> (delivery: Delivery, isPage: Bool)? {
        let response = forms.answer(to: asker, with: page) { [weak self, weak page] in
            guard let self else { return }
            if let page { giveBack(page) }
            serve()
        }
        guard let response else { return nil }
        let delivery = asker.exchange.answer(response)
        let isPage = response.status == 200
        if isPage, !asker.isOnlyLooking {
            page.lend()
            taste.last = asker.wantedEncoding ?? taste.last
        }
        return (delivery, isPage)
    }

    /// A page that cannot be had in one type may be had in the other, or the next time: it stays where it is. Some clients
    /// go on for ever with what fails; after a few times the way leads past the page, which can still be had by its name.
    private func noteFailure(at place: PageCursor.Place, _ delivery: Delivery, on cursor: PageCursor) {
        delivery.whenKnown = { [weak self, weak place, weak cursor] outcome in
            guard let self, let place, outcome == .delivered else { return }
            place.failuresTold += 1
            guard place.failuresTold >= Self.mostFailures else { return }
            log.warning("page passed over", ["job": job, "page": "\(place.page.number)"])
            cursor?.remove(place)
            serve()
        }
    }

    private func answerWithoutPage(_ asker: PageAsker, on cursor: PageCursor) -> Bool {
        guard !isDeleted else {
            asker.exchange.answer(asker.replies.deleted())
            return true
        }
        guard let failure = cursor.failure, failure.isUntold else {
            guard asker.mayEnd || !cursor.isAnythingOut else { return waitForTheOut(asker, on: cursor) }
            asker.exchange.answer(cursor.endsTold < Self.mostEnds ? asker.replies.end() : asker.replies.lastEnd())
            if !asker.isOnlyLooking { cursor.endsTold += 1 }
            return true
        }
        var response = asker.replies.failure(failure.error)
        response.wantsReceipt = !asker.isOnlyLooking
        let delivery = asker.exchange.answer(response)
        if !asker.isOnlyLooking {
            failure.tell(delivery) { [weak self] in self?.serve() }
        }
        return true
    }

    // MARK: What is on its way

    /// A client that lost its connection asks again at once, and its new request may arrive before the end of the old
    /// connection does: the end waits a moment for that. Not longer: some clients ask for the end before they read.
    private func waitForTheOut(_ asker: PageAsker, on cursor: PageCursor) -> Bool {
        guard asker.endPatience == nil else { return false }
        asker.endPatience = scheduler.after(Self.endDelay) { [weak self, weak asker, weak cursor] in
            guard let self else { return }
            asker?.mayEnd = true
            cursor?.probe()
            serve()
        }
        return false
    }

    private func settle(_ place: PageCursor.Place, _ outcome: Delivery.Outcome, on cursor: PageCursor) {
        let page = place.page
        switch outcome {
        case .delivered:
            cursor.remove(place)
            if cursor === images { page.noteDelivered() }
            log.debug("page delivered", ["job": job, "page": "\(page.number)"])
            if keepsPages {
                giveBack(page)
            } else {
                page.empty()
                pages.removeAll { $0 === page }
                whenRoomFreed?()
            }
        case .lost:
            guard !page.isBroken else { return }
            log.info("client lost, page kept", ["job": job, "page": "\(page.number)"])
            giveBack(page)
        }
        serve()
    }

    private func giveBack(_ page: StoredPage) {
        do {
            try page.giveBack()
        } catch {
            log.error("page lost", ["job": job, "page": "\(page.number)", "reason": error.explanation])
            page.breakOff()
            pages.removeAll { $0 === page }
            images.lose(page, error)
            infos.lose(page, error)
        }
    }
}
