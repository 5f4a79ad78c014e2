import Glibc
import Scanning
import Synchronization

/// How many pages are stored, how many bytes they take, and may take at most; counted by several threads.
package final class SpoolMeter: Sendable {
    private let count = Atomic<Int>(0)
    private let pageCount = Atomic<Int>(0)
    private let limit: Int

    package init(limit: Int) {
        self.limit = limit
    }

    package var bytes: Int { count.load(ordering: .relaxed) }
    /// Each of them holds a descriptor.
    var pages: Int { pageCount.load(ordering: .relaxed) }

    /// True when so many bytes more are allowed. A page that never ends must not fill the disk.
    func admits(_ bytes: Int) -> Bool { bytes <= limit - self.bytes }

    /// Counts bytes that were written, or gone when negative.
    func add(_ bytes: Int) {
        count.wrappingAdd(bytes, ordering: .relaxed)
    }

    /// Counts pages that were made, or gone when negative.
    func addPages(_ pages: Int) {
        pageCount.wrappingAdd(pages, ordering: .relaxed)
    }
}

/// The folder where pages wait for their clients. Nothing in it outlives the process that wrote it.
package final class Spool {
    package let folder: String
    private let limit: Int
    let meter: SpoolMeter
    private var nextNumber = 0
    /// Pages that are being scanned, and the room that was found for each.
    private var kept: [Int: (page: PageFile, bytes: Int)] = [:]

    /// A sheet is not fed while less than this is free, since nobody knows how large its page will be.
    private static let reserve = 64 << 20

    /// Makes the folder, for this user alone, and empties it of what an earlier run may have left.
    package init(folder: String, limit: Int) throws(ScanError) {
        self.folder = folder
        self.limit = limit
        meter = SpoolMeter(limit: limit)
        try makeFolder(folder)
        guard chmod(folder, 0o700) == 0 else {
            throw .host("The spool folder \(folder) cannot be made private: \(systemText(errno)).")
        }
        for name in FolderReading.names(in: folder) where name.hasSuffix(".page") {
            unlink("\(folder)/\(name)")
        }
    }

    /// Makes the empty file of a new page.
    package func makePage() throws(ScanError) -> PageFile {
        nextNumber += 1
        return try PageFile(path: "\(folder)/\(getpid())-\(nextNumber).page", meter: meter)
    }

    /// True when the next page will fit even if it is twice as large as the last one, and always when no page waits:
    /// more room than that will never be.
    package func hasRoom(afterPageOf bytes: Int) -> Bool {
        hasRoom(for: Self.need(afterPageOf: bytes), besides: 0)
    }

    /// True when it will fit besides those that are being scanned, which are counted as large as they may become.
    package func hasRoomBesidesOthers(afterPageOf bytes: Int) -> Bool {
        let unused = kept.values.reduce(0) { $0 + max(0, $1.bytes - $1.page.length) }
        return hasRoom(for: Self.need(afterPageOf: bytes), besides: unused)
    }

    /// Keeps room for a page until it is complete: two devices must not count on the same.
    package func keepRoom(for page: PageFile, afterPageOf bytes: Int) -> SpoolRoom {
        let number = nextNumber
        kept[number] = (page, Self.need(afterPageOf: bytes))
        return SpoolRoom { [weak self] in self?.kept[number] = nil }
    }

    private static func need(afterPageOf bytes: Int) -> Int { max(2 * bytes, reserve) }

    private func hasRoom(for needed: Int, besides others: Int) -> Bool {
        guard hasDescriptor else { return false }
        let taken = meter.bytes + others
        return (taken == 0 || taken + needed <= limit) && freeOnDisk >= min(needed + others, limit)
    }

    /// Pages leave a quarter of what the system allows to clients and workers.
    private var hasDescriptor: Bool {
        var allowed = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &allowed) == 0 else { return true }
        return meter.pages < Int(clamping: allowed.rlim_cur) / 4 * 3
    }

    private var freeOnDisk: Int {
        // Cleaners of caches remove folders, too; what cannot be made again has no room.
        if access(folder, F_OK) != 0 { try? makeFolder(folder) }
        var facts = statvfs()
        guard statvfs(folder, &facts) == 0 else { return 0 }
        return Int(facts.f_bavail) * Int(facts.f_frsize)
    }
}
