import Foundation
import Glibc

/// What others of this machine have taken of its processors since this was made.
struct OtherWork {
    private let began = OtherWork.milliseconds()

    /// Beyond this share, times and rates say more about the others than about the service.
    static let disturbing = 0.2

    /// Their share of all processors, from 0 to 1. Of our own children only those that have ended are told apart from them.
    var share: Double {
        let now = Self.milliseconds()
        let others = (now.busy - began.busy) - (now.own - began.own)
        let all = now.busy + now.idle - began.busy - began.idle
        return all > 0 ? max(others / all, 0) : 0
    }

    private static func milliseconds() -> (busy: Double, idle: Double, own: Double) {
        let line = (try? String(contentsOfFile: "/proc/stat", encoding: .utf8))?.prefix { $0 != "\n" } ?? ""
        // user, nice, system, idle, waiting for a disk, two kinds of interrupts, stolen; guests are in user already.
        let fields = line.split(separator: " ").dropFirst().prefix(8)
            .map { (Double($0) ?? 0) * 1000 / Double(sysconf(Int32(_SC_CLK_TCK))) }
        let idle = fields.count > 4 ? fields[3] + fields[4] : 0
        return (fields.reduce(0, +) - idle, idle, used(RUSAGE_SELF) + used(RUSAGE_CHILDREN))
    }

    private static func used(_ whose: __rusage_who) -> Double {
        var usage = rusage()
        getrusage(Int32(whose.rawValue), &usage)
        let seconds = Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
        let microseconds = Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec)
        return seconds * 1000 + microseconds / 1000
    }
}
