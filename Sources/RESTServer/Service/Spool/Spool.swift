import Glibc
import Scanning
import Synchronization

/// How many bytes all stored pages take; counted by several threads.
package final class SpoolMeter: Sendable {
    private let count = Atomic<Int>(0)

    package init() {}

    package var bytes: Int { count.load(ordering: .relaxed) }

    func add(_ bytes: Int) {
        count.wrappingAdd(bytes, ordering: .relaxed)
    }
}

/// The folder where pages wait for their clients. Nothing in it outlives the process that wrote it.
package final class Spool {
    package let folder: String
    private let limit: Int
    private let meter = SpoolMeter()
    private var nextNumber = 0

    /// A sheet is not fed while less than this is free, since nobody knows how large its page will be.
    private static let reserve = 64 << 20

    /// Makes the folder, for this user alone, and empties it of what an earlier run may have left.
    package init(folder: String, limit: Int) throws(ScanError) {
        self.folder = folder
        self.limit = limit
        try makeFolder(folder)
        guard chmod(folder, 0o700) == 0 else {
            throw .host("The spool folder \(folder) cannot be made private: \(systemText(errno)).")
        }
        for name in FolderReading.names(in: folder) where name.hasSuffix(".page") {
            unlink("\(folder)/\(name)")
        }
    }

    package func makePage() throws(ScanError) -> PageFile {
        nextNumber += 1
        return try PageFile(path: "\(folder)/\(getpid())-\(nextNumber).page", meter: meter)
    }

    /// True when the next page will fit even if it is twice as large as the last one.
    package func hasRoom(afterPageOf bytes: Int) -> Bool {
        let needed = max(2 * bytes, Self.reserve)
        return meter.bytes + needed <= limit && freeOnDisk >= needed
    }

    private var freeOnDisk: Int {
        var facts = statvfs()
        guard statvfs(folder, &facts) == 0 else { return 0 }
        return Int(facts.f_bavail) * Int(facts.f_frsize)
    }
}
