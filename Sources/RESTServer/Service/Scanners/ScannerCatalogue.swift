import FoundationEssentials
import HTTPServer
import Scanning

/// The scanners of this host, as the last search found them. Searches run in the background, on demand alone: nobody
/// waits for one but the first.
package final class ScannerCatalogue {
    private let scheduler: any Scheduler
    private let log: Log
    private let file: String?
    private let maximumAge: Duration
    private let search: (_ without: [String], _ tell: @escaping (Enumeration.News) -> Void) -> Enumeration
    private let facts: (ScannerDescription) -> UsbFacts?

    package private(set) var scanners: [KnownScanner]
    /// Changes with every change of the list.
    private(set) var revision = 0
    private var misses: [String: Int] = [:]
    private var knownFacts: [String: UsbFacts] = [:]
    private var badBackends: [String] = []
    private var badSince: UInt64 = 0
    private var enumeration: Enumeration?
    private var waiting: [() -> Void] = []
    private var firstAskers: [() -> Void] = []
    private var hasSearched = false
    private var searchedAt: UInt64 = 0
    private var isDeviceInUse = false
    private var wantsSearch = false
    private var isClosed = false

    /// A scanner that is off the bus for a moment is not gone.
    private static let missesBeforeDrop = 2
    /// Clients give up after five seconds.
    private static let patience = Duration.seconds(4)
    /// A backend that crashed or hung may have had a bad day: a scanner that was asleep, a host that was down.
    private static let pardon = Duration.seconds(600)

    /// - Parameters:
    ///   - file: the list of the last run, offered while the first search still runs.
    ///   - search: starts a search, which ends later; the catalogue runs one at a time and none while a local device is
    ///     open.
    init(
        scheduler: any Scheduler,
        log: Log,
        file: String?,
        maximumAge: Duration,
        facts: @escaping (ScannerDescription) -> UsbFacts?,
        search:
            @escaping (
                _ without: [String], _ tell: @escaping (Enumeration.News) -> Void
            ) -> Enumeration
    ) {
        self.scheduler = scheduler
        self.log = log
        self.file = file
        self.maximumAge = maximumAge
        self.facts = facts
        self.search = search
        scanners = file.flatMap(Self.kept) ?? []
    }

    /// True when the list can be answered at once.
    var isReady: Bool { hasSearched }

    /// Calls `then` when there is a list worth answering: at once, but for the first seconds of the first search. A list
    /// that has grown old is searched anew for the next one who asks.
    func whenListed(_ then: @escaping () -> Void) {
        if hasSearched {
            let age = Duration.nanoseconds(Int64(scheduler.now - searchedAt))
            if age > maximumAge { refresh() }
            return then()
        }
        refresh()
        firstAskers.append(limited(then))
    }

    /// Searches for somebody who waits for it, but not for ever.
    func waitForSearch(_ then: @escaping () -> Void) {
        refresh(then: limited(then))
    }

    /// The same, called at the latest when nobody waits any longer.
    private func limited(_ then: @escaping () -> Void) -> () -> Void {
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
        timer = scheduler.after(Self.patience, once)
        return once
    }

    /// Searches in the background; `then` is called when the list is as new as it can be.
    ///
    /// - Parameter forScan: the only device in use is the one that is looked for, and it is not open.
    func refresh(forScan: Bool = false, then: (() -> Void)? = nil) {
        guard !isClosed else { return }
        guard !isDeviceInUse || forScan else {
            // Some backends hide or disturb a device that is open.
            wantsSearch = true
            then?()
            return
        }
        if let then { waiting.append(then) }
        guard enumeration == nil else { return }
        if Duration.nanoseconds(Int64(scheduler.now - badSince)) > Self.pardon { badBackends = [] }
        enumeration = search(badBackends) { [weak self] news in
            switch news {
            case .found(let some): self?.searchFound(some)
            case .done(let result): self?.searched(result)
            }
        }
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

    /// Stops searching.
    func close() {
        isClosed = true
        enumeration?.kill()
        enumeration = nil
    }

    /// A part of what there is: better than nothing for those who wait for the first list.
    private func searchFound(_ some: [ScannerDescription]) {
        merge(some, isAll: false)
        tellFirstAskers()
    }

    private func tellFirstAskers() {
        let told = firstAskers
        firstAskers = []
        told.forEach { $0() }
    }

    private func searched(_ result: Result<Enumeration.Findings, ScanError>) {
        enumeration = nil
        switch result {
        case .success(let findings):
            if badBackends != findings.badBackends { badSince = scheduler.now }
            badBackends = findings.badBackends
            merge(findings.scanners, isAll: true)
        case .failure(let error):
            log.error("search for scanners failed", ["reason": error.explanation])
        }
        if !hasSearched, scanners.isEmpty {
            log.warning("no scanner was found; the command sane-bridge scanners may say why")
        }
        hasSearched = true
        searchedAt = scheduler.now
        tellFirstAskers()
        let told = waiting
        waiting = []
        told.forEach { $0() }
    }

    /// Brings the list up to date; what is missing counts as missing only when all has been found.
    private func merge(_ listed: [ScannerDescription], isAll: Bool) {
        // Some backends list one device twice; by one name it is one device.
        var seen: Set<String> = []
        let found = listed.filter { !$0.deviceName.isEmpty && seen.insert($0.deviceName).inserted }
        for description in found {
            if let fresh = facts(description) { knownFacts[description.deviceName] = fresh }
        }
        let named = ScannerIdentity.name(found) { knownFacts[$0.deviceName] }
        let ids = Set(named.map(\.id))
        let missing = scanners.filter { !ids.contains($0.id) && !seen.contains($0.description.deviceName) }
        let kept = missing.filter { !isAll || misses[$0.id, default: 0] + 1 < Self.missesBeforeDrop }
        if isAll {
            misses = Dictionary(kept.map { ($0.id, misses[$0.id, default: 0] + 1) }) { $1 }
        }
        let all =
            kept.isEmpty ? named : ScannerIdentity.name(found + kept.map(\.description)) { knownFacts[$0.deviceName] }
        let old = Dictionary(zip(scanners.map(\.id), 0...)) { first, _ in first }
        let changed = all.sorted { (old[$0.id] ?? Int.max) < (old[$1.id] ?? Int.max) }
        let names = Set(all.map(\.description.deviceName))
        knownFacts = knownFacts.filter { names.contains($0.key) }
        guard changed != scanners else { return }
        scanners = changed
        revision += 1
        let new = Set(changed.map(\.id))
        for scanner in changed where old[scanner.id] == nil {
            log.info("scanner found", ["name": scanner.label, "device": scanner.description.deviceName])
        }
        for id in old.keys.sorted() where !new.contains(id) {
            log.info("scanner gone", ["id": id])
        }
        save()
    }

    /// The list of the last run; nil when there is none, or none that can be read.
    private static func kept(_ file: String) -> [KnownScanner]? {
        // The parser of our own comes first: a damaged file must not end the process (docs/adr/0003).
        guard let text = FolderReading.text(of: file, limit: 1 << 20), JSONText.value(of: text) != nil else {
            return nil
        }
        return try? JSONDecoder().decode([KnownScanner].self, from: Data(text.utf8))
    }

    private func save() {
        guard let file else { return }
        do {
            try write(String(decoding: JSONEncoder().encode(scanners), as: UTF8.self), toFile: file)
        } catch {
            log.warning("the list of scanners cannot be kept", ["reason": "\(error)"])
        }
    }
}
