import Foundation
import Glibc

/// What Linux knows about a process and its children.
package struct ProcessFigures {
    package let pid: pid_t

    package init(pid: pid_t) {
        self.pid = pid
    }

    /// Whether it still does anything; one that only waits to be reaped does not.
    package var isAlive: Bool {
        guard let stat = text("/proc/\(pid)/stat") else { return false }
        return !stat.contains(") Z ")
    }

    /// Processor time of the process, of the children it has collected and of those that live, in milliseconds.
    package var processorMilliseconds: Double {
        let ticks = ([pid] + children).reduce(0) { sum, pid in
            // Behind the name, which ends with the last bracket, utime is the 12th field.
            guard let stat = text("/proc/\(pid)/stat"), let name = stat.lastIndex(of: ")") else { return sum }
            let fields = stat[stat.index(after: name)...].split(separator: " ")
            return sum + fields[11...14].compactMap { Int($0) }.reduce(0, +)
        }
        return Double(ticks) * 1000 / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    /// The memory in use now, of the process alone.
    package var residentMiB: Double { status(of: pid, "VmRSS") / 1024 }

    /// The most memory that was in use since the last `forgetPeak`, of the process alone.
    package var peakMiB: Double { status(of: pid, "VmHWM") / 1024 }

    /// The most memory that the present children have had in use, together.
    package var peakMiBOfChildren: Double { children.map { status(of: $0, "VmHWM") / 1024 }.reduce(0, +) }

    /// How often any thread gave the processor up or lost it, since the start.
    package var contextSwitches: Int {
        threads.reduce(0) { sum, thread in
            let path = "/proc/\(pid)/task/\(thread)/status"
            return sum
                + ["voluntary_ctxt_switches", "nonvoluntary_ctxt_switches"].reduce(0) {
                    $0 + Int(number(behind: $1, in: text(path) ?? ""))
                }
        }
    }

    /// Descriptors that are open now.
    package var openDescriptors: Int {
        ((try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/fd")) ?? []).count  // Gone: none.
    }

    /// What the open descriptors stand for, as far as it has a path.
    package var openFiles: [String] {
        let folder = "/proc/\(pid)/fd"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []  // Gone: none.
        return names.compactMap { try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)") }
    }

    /// Threads that run now.
    package var threadCount: Int { threads.count }

    /// Lets the peak begin anew.
    package func forgetPeak() throws {
        try "5".write(toFile: "/proc/\(pid)/clear_refs", atomically: false, encoding: .utf8)
    }

    private var threads: [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/task")) ?? []  // Gone: no threads.
    }

    /// The processes that it has started and that still live.
    package var children: [pid_t] {
        threads.flatMap { thread in
            (text("/proc/\(pid)/task/\(thread)/children") ?? "").split(separator: " ").compactMap { pid_t($0) }
        }
    }

    private func status(of pid: pid_t, _ key: String) -> Double {
        number(behind: key, in: text("/proc/\(pid)/status") ?? "")
    }

    private func number(behind key: String, in text: String) -> Double {
        for line in text.split(separator: "\n") where line.hasPrefix("\(key):") {
            return line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Double($0) } ?? 0
        }
        return 0
    }

    private func text(_ path: String) -> String? {
        try? String(contentsOfFile: path, encoding: .utf8)  // A process may end while it is looked at.
    }
}
