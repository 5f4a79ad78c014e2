import DWTWire
import HTTPServer
import Scanning

/// The way of a POST to its job, the same for both generations of the API: what is wanted, of which scanner, and whether
/// there is room for it.
final class JobEntrance {
    private let defaultResolution: Double
    private let catalogue: ScannerCatalogue
    private let list: ScannerList
    private let board: JobBoard
    private let scheduler: any Scheduler

    init(
        defaultResolution: Double,
        catalogue: ScannerCatalogue,
        list: ScannerList,
        board: JobBoard,
        scheduler: any Scheduler
    ) {
        self.defaultResolution = defaultResolution
        self.catalogue = catalogue
        self.list = list
        self.board = board
        self.scheduler = scheduler
    }

    /// One POST, and when it came.
    private struct Guest {
        let exchange: Exchange
        let wish: JobRequest
        let form: JobForm
        let since: UInt64

        func refuse(_ failure: WireFailure) {
            exchange.answer(.failure(failure, form.generation))
        }

        func refuseForNow(_ failure: WireFailure) {
            exchange.answer(.failure(failure, form.generation).retryable(after: 10))
        }
    }

    /// Answers a POST with a job, or says why there is none.
    func admit(_ exchange: Exchange, as form: JobForm) {
        let guest: Guest
        do throws(WireFailure) {
            let wish = try Self.wish(in: exchange.request, form.generation)
            // What no scanner can make good is refused before anybody looks for one.
            _ = try Self.scanRequest(for: wish, house)
            guest = Guest(exchange: exchange, wish: wish, form: form, since: scheduler.now)
        } catch {
            exchange.answer(.failure(error, form.generation))
            return
        }
        guard board.makePlace() else { return guest.refuseForNow(.noRoomForJob) }
        guard board.makeRoomForPages() else { return guest.refuseForNow(.noRoomForPages) }
        catalogue.whenListed { self.findScanner(for: guest, mayLookAgain: true) }
    }

    private static func wish(in request: Request, _ generation: Endpoint.Generation) throws(WireFailure) -> JobRequest {
        do throws(WireError) {
            return try JobRequest(JSONText.value(of: request.body), generation)
        } catch {
            throw WireFailure(error)
        }
    }

    /// The scan of a job that says nothing, on a scanner of which nobody has said anything.
    private var house: ScanRequest {
        var request = ScanRequest()
        request.resolution = defaultResolution
        return request
    }

    private static func scanRequest(
        for wish: JobRequest,
        _ defaults: ScanRequest,
        on scanner: ScannerDescription? = nil
    ) throws(WireFailure) -> ScanRequest {
        do throws(CapabilityFailure) {
            return try JobMapping(defaults: defaults).scanRequest(for: wish, on: scanner)
        } catch {
            throw error.failure
        }
    }

    private func findScanner(for guest: Guest, mayLookAgain: Bool) {
        guard !guest.exchange.hasClientLeft else {
            // Nobody will ever know the job's id.
            guest.refuse(.clientLeft)
            return
        }
        let meant = list.scanner(
            named: guest.wish.device,
            at: guest.wish.config.sourceIndex,
            lastUsed: board.lastUsedScanner
        )
        if let meant {
            begin(guest, on: meant)
        } else if mayLookAgain {
            // It may have been plugged in, or have moved, since the list was made.
            catalogue.waitForSearch { self.findScanner(for: guest, mayLookAgain: false) }
        } else {
            guest.refuse(.unknownScanner(guest.wish.device, known: list.names, guest.form.generation))
        }
    }

    private func begin(_ guest: Guest, on scanner: KnownScanner) {
        guard board.makePlace(for: scanner, ofSeveral: catalogue.scanners.count > 1) else {
            return guest.refuseForNow(.noRoomForJob)
        }
        do throws(WireFailure) {
            // What a job leaves open is a matter of its scanner.
            let defaults = catalogue.settings(of: scanner).defaults(over: house)
            let scan = try Self.scanRequest(for: guest.wish, defaults, on: scanner.description)
            JobCreation(guest.exchange, as: guest.form, on: board).begin(
                guest.form.order(guest.wish, scan),
                on: scanner,
                waited: .nanoseconds(Int64(clamping: scheduler.now - guest.since)),
                scheduler: scheduler
            )
        } catch {
            guest.refuse(error)
        }
    }
}
