import HTTPServer
import Scanning

/// The scanners of this host, as the last search found them. Searches run in the background, on demand alone: nobody
/// waits for one but the first.
package final class ScannerCatalogue {
    private let scheduler: any Scheduler
    private let log: Log
    private let file: KeptFile<[KnownScanner]>
    private let maximumAge: Duration
    private let rules: DeviceRules
    private let search: ScannerSearch
    private let facts: (ScannerDescription) -> UsbFacts?
    private let whyNone: () -> [String]

    package private(set) var scanners: [KnownScanner]
    /// Those, and what the rules hide, under their own names.
    private var all: [KnownScanner]
    /// Changes with every change of the list.
    private(set) var revision = 0
    private var misses: [String: Int] = [:]
    /// Ids by device names that are not valid any more.
    private var formerNames: [String: String] = [:]
    private var knownFacts: [String: UsbFacts] = [:]
    private var waiting: [() -> Void] = []
    private var whenQuiet: [() -> Void] = []
    private var firstAskers: [() -> Void] = []
    private var hasSearched = false
    private var searchedAt: UInt64 = 0
    private var firstSearchAt: UInt64 = 0
    private var isDeviceInUse = false
    private var wantsSearch = false
    private var isClosed = false

    /// A scanner that is off the bus for a moment is not gone.
    private static let missesBeforeDrop = 2
    /// Clients give up after five seconds, and people before.
    private static let patience = Duration.milliseconds(1_700)
    /// A scan that waits for a new look at its scanner has clients that wait, too.
    private static let lookPatience = Duration.seconds(8)

    /// - Parameters:
    ///   - file: the list of the last run, offered while the first search still runs.
    ///   - search: used by this catalogue alone; no round begins while a device is open.
    ///   - whyNone: what people may be told when there is no scanner.
    init(
        scheduler: any Scheduler,
        log: Log,
        file: String?,
        maximumAge: Duration,
        rules: DeviceRules = DeviceRules(),
        facts: @escaping (ScannerDescription) -> UsbFacts?,
        search: ScannerSearch,
        whyNone: @escaping () -> [String]
    ) {
        self.scheduler = scheduler
        self.log = log
        self.file = KeptFile(path: file)
        self.maximumAge = maximumAge
        self.rules = rules
        self.facts = facts
        self.search = search
        self.whyNone = whyNone
        all = self.file.read()?.map(\.underOwnLabel) ?? []
        scanners = rules.rename(all)
        search.tell = { [weak self] in self?.take($0) }
    }

    /// True while the first search still runs: more scanners may be there than are listed.
    var isIncomplete: Bool { !hasSearched }

    /// Calls `then` when there is a list worth answering: at once, but for the first seconds of the first search. A list
    /// that has grown old is searched anew for the next one who asks.
    func whenListed(_ then: @escaping () -> Void) {
        if hasSearched {
            let age = Duration.nanoseconds(Int64(scheduler.now - searchedAt))
            if age > maximumAge { refresh() }
            return then()
        }
        refresh()
        let waited = Duration.nanoseconds(Int64(scheduler.now - firstSearchAt))
        guard waited < Self.patience else { return then() }
        firstAskers.append(limited(to: Self.patience - waited, then))
    }

    /// Searches for somebody who waits for it, but not for ever.
    func waitForSearch(_ then: @escaping () -> Void) {
        refresh(then: limited(to: Self.lookPatience / 2, then))
    }

    /// The same, called at the latest when nobody waits any longer.
    private func limited(to patience: Duration, _ then: @escaping () -> Void) -> () -> Void {
        // Called by whichever comes first; the timer lives as long as the one who waits.
        var timer: LoopTimer?
        var isTold = false
        let once = {
            guard !isTold else { return }
            isTold = true
            timer?.cancel()
            timer = nil
            then()
        }
        timer = scheduler.after(patience, once)
        return once
    }

    /// Searches in the background; `then` is called when the list is as new as it can be.
    func refresh(then: (() -> Void)? = nil) {
        guard !isClosed else { return }
        guard !isDeviceInUse else {
            // Some backends hide or disturb a device that is open.
            wantsSearch = true
            then?()
            return
        }
        if let then { waiting.append(then) }
        if firstSearchAt == 0 { firstSearchAt = scheduler.now }
        search.begin()
    }

    /// Begins anew, as after a start of the service: what is asked now is given up, and everything is searched once
    /// more. The list stays meanwhile, and devices that are in use are left alone.
    func restart() {
        guard !isClosed else { return }
        log.info("looking for scanners anew")
        search.giveUp()
        refresh()
        // Those who waited for the search that was given up do not wait for a device to be free.
        if isDeviceInUse { searched(nil) }
    }

    /// Searches once, and calls `then` when even the slowest backend has answered or was given up.
    func searchThoroughly(then: @escaping () -> Void) {
        whenQuiet.append(then)
        refresh()
    }

    /// Looks again for a scanner that does not open, by its own backend alone, which has no other device open; `then`
    /// gets it as it is known afterwards.
    func lookAgain(for scanner: KnownScanner, then: @escaping (KnownScanner) -> Void) {
        let told = limited(to: Self.lookPatience) { [weak self] in
            then(self?.scanner(id: scanner.id) ?? scanner)
        }
        guard !isClosed else { return told() }
        search.look(for: ScannerIdentity.backend(of: scanner.description.deviceName), then: told)
    }

    /// A device was opened, or the last one closed.
    func noteUse(_ inUse: Bool) {
        isDeviceInUse = inUse
        guard !inUse, wantsSearch else { return }
        wantsSearch = false
        refresh()
    }

    /// The scanner of that id as it is known now.
    func scanner(id: String) -> KnownScanner? {
        scanners.first { $0.id == id }
    }

    /// What was said about a scanner beyond what it says itself.
    func settings(of scanner: KnownScanner) -> DeviceSettings {
        rules.settings(for: scanner)
    }

    /// The scanner that had this device name before it was plugged in again.
    func scanner(formerName: String) -> KnownScanner? {
        if let id = formerNames[formerName] { return scanner(id: id) }
        return ScannerIdentity.moved(formerName, among: scanners)
    }

    /// Stops searching.
    func close() {
        isClosed = true
        search.close()
    }

    private func take(_ news: ScannerSearch.News) {
        switch news {
        case .found(let scanners, let backends): merge(scanners, of: backends)
        case .roundEnded(let error): searched(error)
        case .quiet:
            let told = whenQuiet
            whenQuiet = []
            told.forEach { $0() }
        }
    }

    private func searched(_ error: ScanError?) {
        if let error { log.error("search for scanners failed", ["reason": error.explanation]) }
        if !hasSearched, scanners.isEmpty {
            log.warning("no scanner was found; the command sane-bridge scanners may say why")
            for reason in whyNone() { log.warning(reason) }
        }
        hasSearched = true
        searchedAt = scheduler.now
        let told = firstAskers + waiting
        firstAskers = []
        waiting = []
        told.forEach { $0() }
    }

    /// Brings the list up to date for the backends that have answered.
    private func merge(_ listed: [ScannerDescription], of backends: BackendSet) {
        // Some backends list one device twice; by one name it is one device. Texts that look equal are not enough.
        var seen: Set<[UInt8]> = []
        let found = listed.filter { !$0.deviceName.isEmpty && seen.insert(Array($0.deviceName.utf8)).inserted }
        for description in found {
            if let fresh = facts(description) { knownFacts[description.deviceName] = fresh }
        }
        let rest = all.filter { !seen.contains(Array($0.description.deviceName.utf8)) }
        let others = rest.filter { !backends.contains(ScannerIdentity.backend(of: $0.description.deviceName)) }
        let named = name(found + others.map(\.description))
        let ids = Set(named.map(\.id))
        let missing = rest.filter {
            !ids.contains($0.id) && backends.contains(ScannerIdentity.backend(of: $0.description.deviceName))
        }
        let kept = missing.filter { misses[$0.id, default: 0] + 1 < Self.missesBeforeDrop }
        for id in ids.subtracting(others.map(\.id)) { misses[id] = nil }
        for scanner in missing { misses[scanner.id, default: 0] += 1 }
        all = kept.isEmpty ? named : name(found + others.map(\.description) + kept.map(\.description))
        let names = Set(all.map(\.description.deviceName))
        knownFacts = knownFacts.filter { names.contains($0.key) }
        replace(with: rules.listed(all) { knownFacts[$0.deviceName] })
        let left = Set(all.map(\.id))
        misses = misses.filter { left.contains($0.key) }
    }

    private func name(_ found: [ScannerDescription]) -> [KnownScanner] {
        ScannerIdentity.name(found, before: all) { knownFacts[$0.deviceName] }
    }

    /// Known scanners keep their places, new ones come behind them.
    private func replace(with listed: [KnownScanner]) {
        let old = Dictionary(zip(scanners.map(\.id), 0...)) { first, _ in first }
        let changed = listed.enumerated().sorted {
            (old[$0.element.id] ?? Int.max, $0.offset) < (old[$1.element.id] ?? Int.max, $1.offset)
        }.map(\.element)
        guard changed != scanners else { return }
        // Whoever replugs a scanner so often has forgotten its first names.
        if formerNames.count > 1_000 { formerNames = [:] }
        for scanner in scanners { formerNames[scanner.description.deviceName] = scanner.id }
        scanners = changed
        revision += 1
        let new = Set(changed.map(\.id))
        for scanner in changed where old[scanner.id] == nil {
            log.info("scanner found", ["name": scanner.label, "device": scanner.description.deviceName])
        }
        for id in old.keys.sorted() where !new.contains(id) {
            log.info("scanner gone", ["id": id])
        }
        file.keep(scanners, as: "the list of scanners", log)
    }
}
