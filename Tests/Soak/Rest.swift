import Foundation
import TestSupport

/// The figures of the service when nobody wants anything of it.
struct Rest {
    var jobs: Int
    var children: Int
    var descriptors: Int
    var threads: Int
    /// Pages that are kept, and what lies in their folder.
    var pageFiles: Int
    var spoolEntries: Int
    var residentMiB: Double

    /// Looks now.
    init(of stage: Stage) {
        let figures = ProcessFigures(pid: stage.server.pid)
        jobs = stage.findings.number(of: "jobs")
        children = figures.children.count
        descriptors = figures.openDescriptors
        threads = figures.threadCount
        pageFiles = figures.openFiles.filter { $0.contains("/spool/") }.count
        let spool = stage.server.folder.appendingPathComponent("spool").path
        spoolEntries = FileManager.default.enumerator(atPath: spool)?.allObjects.count ?? 0
        residentMiB = figures.residentMiB
    }

    /// Nobody drives a scanner any more.
    var isQuiet: Bool { children == 0 && pageFiles == 0 && threads == 1 }

    /// Everything but the memory is as it was; the first look may have come while a last descriptor was still closing.
    func isLevel(with first: Rest) -> Bool {
        children == 0 && pageFiles == 0 && descriptors <= first.descriptors && threads == first.threads
            && spoolEntries == first.spoolEntries
    }

    var line: String {
        let memory = String(format: "%.1f", residentMiB)
        return "after \(jobs) jobs: \(children) children, \(descriptors) descriptors, \(threads) threads, "
            + "\(pageFiles) page files, \(spoolEntries) in the spool, \(memory) MiB"
    }
}
