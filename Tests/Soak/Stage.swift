import Foundation
import Synchronization
import TestSupport

/// The service, its scanners, and what the model knows of them.
final class Stage: Sendable {
    let world: SaneWorld
    let server: RunningServer
    let findings = Findings()
    let gate = Gate()
    let reader = PageReader()
    let seed: UInt64
    private let plugs = Mutex(Plugs())
    private let known = Mutex(Known())

    private struct Plugs {
        /// How often each device was moved.
        var addresses = [Int](repeating: 0, count: SoakDevice.all.count)
        var absent: Set<Int> = []
    }

    private struct Known {
        /// The list's `device` member of each device, as JSON: clients keep it for ever.
        var addresses: [Int: String] = [:]
        var pages: [Kind: [KnownPage]] = [:]
        var told: Set<String> = []
    }

    /// Patience short enough that what hangs costs seconds; long enough for a machine with other work.
    private static let arguments = [
        "--log-level", "debug", "--stream-after", "0.02", "--job-limit", "500", "--list-max-age", "5",
        "--request-timeout", "3", "--request-limit", "5",
        "--deadline-list", "3", "--deadline-open", "3", "--deadline-option", "3", "--deadline-start", "3",
        "--deadline-first-bytes", "2", "--deadline-more-bytes", "2", "--cancel-grace", "1",
    ]

    init(seed: UInt64) throws {
        self.seed = seed
        world = try SaneWorld(backends: ["virtual", "test"])
        let lines = Self.lines(of: Plugs())
        try world.configureVirtual(lines)
        server = try RunningServer(world: world, arguments: Self.arguments, linesKept: 100_000)
    }

    /// Grows with everything that a job on this scanner may fail of without anybody's fault.
    func disturbances(of scanner: SoakDevice) -> Int {
        findings.kills + (scanner.moves ? findings.moves : 0)
    }

    // MARK: Plugs

    /// Moves a device to another address, as pulling it out and putting it back does.
    func move(_ device: Int) throws {
        try rewrite { $0.addresses[device] += 1 }
    }

    /// Takes a device away, or brings it back.
    func plug(_ device: Int, isPresent: Bool) throws {
        try rewrite { plugs in
            if isPresent { plugs.absent.remove(device) } else { plugs.absent.insert(device) }
        }
    }

    private func rewrite(_ change: (inout Plugs) -> Void) throws {
        findings.noteMove()
        try plugs.withLock { plugs in
            change(&plugs)
            try world.configureVirtual(Self.lines(of: plugs))
        }
    }

    private static func lines(of plugs: Plugs) -> [String] {
        var lines = ["strict"]
        for (index, device) in SoakDevice.all.enumerated() where device.isVirtual && !plugs.absent.contains(index) {
            lines.append("device \(device.name(address: plugs.addresses[index]));Soak;\(device.model);scanner")
        }
        return lines
    }

    /// Turns every scanner off and on: one that holds a grudge since its driver was killed forgets it.
    ///
    /// Before and after, jobs may fail without anybody's fault: who opens it now waits for somebody to do this.
    func restartScanners() {
        findings.noteKill()
        world.forgetPast()
        findings.noteKill()
    }

    // MARK: What is known

    /// Reads the list of scanners once; jobs name their device by its words from then on.
    func learnAddresses() throws {
        for entry in try list() {
            guard let device = SoakDevice.all.firstIndex(where: { entry.name.contains($0.model) }) else { continue }
            let text = String(decoding: try JSONEncoder().encode(entry.device), as: UTF8.self)
            known.withLock { $0.addresses[device] = text }
        }
        let count = known.withLock { $0.addresses.count }
        guard count == SoakDevice.all.count else { throw Trouble.incompleteList(count) }
    }

    /// The list's word for a device.
    func address(of device: Int) -> String {
        known.withLock { $0.addresses[device] ?? "null" }
    }

    func list() throws -> [Entry] {
        let answer = try server.client().request("GET", "/DWTAPI/Scanners")
        return try JSONDecoder().decode([Entry].self, from: Data(answer.body))
    }

    struct Entry: Decodable {
        var name: String
        var device: String
    }

    /// The pages of a kind, as the quiet beginning has shown them.
    func pages(of kind: Kind) -> [KnownPage] {
        known.withLock { $0.pages[kind] ?? [] }
    }

    /// Reads the pages of an undisturbed job; they must be what the model of the device says.
    func learn(_ pages: [[UInt8]], end: Int, of kind: Kind) throws {
        let scanner = SoakDevice.all[kind.device]
        let errand = Errand(all: kind)
        let known = try pages.map { KnownPage(seen: try reader.read($0), bytes: $0) }
        let outcome = errand.outcome
        guard known.count == outcome.pages, end == (outcome.endsInError ? 500 : 410) else {
            throw Trouble.wrongReference(kind, seen: known.map(\.seen), end: end)
        }
        for (place, page) in known.enumerated() {
            let size = scanner.size(ofPage: place) ?? (page.seen.width, page.seen.height)
            let right = PageReader.Seen(mark: scanner.mark(ofPage: place, errand.way), width: size.0, height: size.1)
            guard page.seen == right else { throw Trouble.wrongReference(kind, seen: known.map(\.seen), end: end) }
        }
        self.known.withLock { $0.pages[kind] = known }
    }

    /// Whether an undisturbed job has brought what it must.
    func isWhole(_ pages: [[UInt8]], of kind: Kind) -> Bool {
        let seen = pages.map { try? reader.read($0) }
        return seen == self.pages(of: kind).map(\.seen)
    }

    /// A client has been told the id of a job.
    func noteTold(_ job: String) {
        known.withLock { _ = $0.told.insert(job) }
    }

    /// Jobs whose ids their clients did not wait for; nobody will ever fetch their pages.
    func takeOrphans() -> [String] {
        let made = server.log.compactMap { line in
            line.range(of: "job made job=").map { String(line[$0.upperBound...].prefix { $0 != " " }) }
        }
        return known.withLock { known in
            let orphans = made.filter { !known.told.contains($0) }
            known.told.formUnion(orphans)
            return orphans
        }
    }

    /// What the server said about a job lately.
    func log(of job: String) -> [String] {
        server.log.filter { $0.contains(job) }.suffix(20)
    }

    enum Trouble: Error {
        case incompleteList(Int)
        case wrongReference(Kind, seen: [PageReader.Seen], end: Int)
    }
}
