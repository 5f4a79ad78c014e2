import Foundation
import Synchronization
import TestSupport

/// What was seen: counts, the last actions of every actor, and every promise that was broken.
final class Findings: Sendable {
    private struct State {
        var counts: [String: Int] = [:]
        var slowest: [String: Double] = [:]
        var actions: [Int: [String]] = [:]
        var broken: [String] = []
        var kills = 0
        var moves = 0
    }

    private let state = Mutex(State())
    private let began = ContinuousClock.now
    private static let actionsKept = 12
    private static let mostTold = 20

    static let lost = "pages lost"
    static let doubled = "pages doubled"

    /// One more of something.
    func count(_ what: String, by number: Int = 1) {
        state.withLock { $0.counts[what, default: 0] += number }
    }

    func number(of what: String) -> Int {
        state.withLock { $0.counts[what, default: 0] }
    }

    /// All counts, in the order of their names.
    var counts: [(String, Int)] {
        sorted(state.withLock { $0.counts })
    }

    /// How long something took; the longest is kept.
    func time(_ what: String, _ milliseconds: Double) {
        state.withLock { $0.slowest[what] = max($0.slowest[what] ?? 0, milliseconds) }
    }

    /// The longest times, in the order of their names.
    var slowest: [(String, Double)] {
        sorted(state.withLock { $0.slowest })
    }

    /// Notes what an actor does now.
    func act(_ actor: Int, _ what: String) {
        let line = "\(clock) \(what)"
        state.withLock { state in
            var lines = state.actions[actor, default: []]
            lines.append(line)
            state.actions[actor] = lines.suffix(Self.actionsKept)
        }
    }

    /// A driver's process is about to be killed or stopped: jobs that run now may fail.
    func noteKill() {
        state.withLock { $0.kills += 1 }
    }

    /// Kills so far; a job that sees none between its beginning and its end was not disturbed.
    var kills: Int { state.withLock { $0.kills } }

    /// A scanner that moves is about to be pulled out: so may its own jobs.
    func noteMove() {
        state.withLock { $0.moves += 1 }
    }

    var moves: Int { state.withLock { $0.moves } }

    var isBroken: Bool { state.withLock { !$0.broken.isEmpty } }

    var broken: [String] { state.withLock { $0.broken } }

    /// A promise is broken: tells it at once, with what led there.
    func breakPromise(_ actor: Int, _ what: String, log: [String] = []) {
        let lines = state.withLock { state in
            state.broken.append(what)
            return state.broken.count <= Self.mostTold ? state.actions[actor, default: []] : []
        }
        guard !lines.isEmpty || !log.isEmpty else { return }
        print("\nBROKEN at \(clock): \(what)")
        print("  last actions of actor \(actor):")
        for line in lines { print("    \(line)") }
        for line in log { print("    server: \(line)") }
        fflush(nil)
    }

    /// Not within the lock: Swift 6.0's compiler crashes on labels that a lock's closure drops.
    private func sorted<Value>(_ values: [String: Value]) -> [(String, Value)] {
        values.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    private var clock: String {
        String(format: "%.3f", (ContinuousClock.now - began).milliseconds / 1_000)
    }
}

extension Duration {
    var milliseconds: Double {
        Double(components.seconds) * 1_000 + Double(components.attoseconds) / 1e15
    }
}
