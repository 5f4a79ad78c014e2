import Scanning
import Testing

@testable import RESTServer

@Suite("when a job that nobody looks after ends")
struct JobExpiryTests {
    /// Seconds since the clock began.
    private static func expiry(_ state: JobState, changed: Int, asked: Int, lifetime: Int?) -> (JobExpiry.Fate, UInt64)
    {
        let rules = JobBoard.Rules(
            jobLimit: 1,
            pageLifetime: .seconds(36_000),
            pendingPatience: .seconds(600),
            flowAfter: .seconds(1)
        )
        let facts = JobFacts(
            state: state,
            changedAt: UInt64(changed) * 1_000_000_000,
            lastRequest: UInt64(asked) * 1_000_000_000,
            lifetime: lifetime.map { .seconds($0) }
        )
        let expiry = JobExpiry(of: facts, rules: rules)
        return (expiry.fate, expiry.time / 1_000_000_000)
    }

    /// A job's standing, and what is before it.
    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var state: JobState
        var changed: Int
        var asked: Int
        var lifetime: Int?
        var fate: JobExpiry.Fate
        var time: UInt64
    }

    private static let rows: [Row] = [
        Row(testDescription: "waits in line", state: .queued, changed: 5, asked: 7, fate: .deleted, time: 36_007),
        Row(testDescription: "opens", state: .opening, changed: 5, asked: 7, lifetime: 3, fate: .deleted, time: 36_007),
        Row(testDescription: "pending", state: .ready, changed: 5, asked: 7, fate: .canceled, time: 607),
        Row(
            testDescription: "pending, not asked since",
            state: .ready,
            changed: 9,
            asked: 7,
            fate: .canceled,
            time: 609
        ),
        Row(
            testDescription: "pending, limited",
            state: .ready,
            changed: 5,
            asked: 7,
            lifetime: 3,
            fate: .deleted,
            time: 8
        ),
        Row(testDescription: "runs", state: .scanning, changed: 5, asked: 7, fate: .deleted, time: 36_007),
        Row(
            testDescription: "runs, limited",
            state: .scanning,
            changed: 5,
            asked: 7,
            lifetime: 3,
            fate: .deleted,
            time: 36_007
        ),
        Row(testDescription: "over", state: .ended(.completed), changed: 5, asked: 7, fate: .deleted, time: 36_007),
        Row(
            testDescription: "over, limited",
            state: .ended(.canceled),
            changed: 5,
            asked: 7,
            lifetime: 3,
            fate: .deleted,
            time: 8
        ),
        Row(
            testDescription: "faulted, limited to ten years",
            state: .ended(.faulted(.feederEmpty)),
            changed: 5,
            asked: 7,
            lifetime: 315_360_000,
            fate: .deleted,
            time: 315_360_005
        ),
    ]

    @Test("counts from what the API says, by the state of the job", arguments: rows)
    func time(row: Row) {
        let found = Self.expiry(row.state, changed: row.changed, asked: row.asked, lifetime: row.lifetime)
        #expect(found == (row.fate, row.time))
    }
}

@Suite("what a client's patience does to the deadlines of a driver")
struct DeadlineTests {
    private static let house = Deadlines(
        limits: [.open: .seconds(30), .option: .seconds(30), .start: .seconds(120), .firstBytes: .seconds(60)],
        cancelGrace: .seconds(20)
    )

    @Test("none changes nothing")
    func none() {
        #expect(Self.house.limited(to: nil).limits == Self.house.limits)
    }

    @Test("it holds for every call, but a start gets a minute, and a cancel its grace", arguments: [1, 15, 90])
    func some(seconds: Int) {
        let limited = Self.house.limited(to: .seconds(seconds))
        #expect(limited.limits[.open] == .seconds(seconds))
        #expect(limited.limits[.firstBytes] == .seconds(seconds))
        #expect(limited.limits[.start] == .seconds(max(60, seconds)))
        #expect(limited.limit(of: .cancel) == .seconds(20))
    }

    @Test("where a start has less than a minute by the settings, that is enough for the client, too")
    func shortStart() {
        var house = Self.house
        house.limits[.start] = .seconds(3)
        #expect(house.limited(to: .seconds(1)).limits[.start] == .seconds(3))
        #expect(house.limited(to: .seconds(10)).limits[.start] == .seconds(10))
    }
}
