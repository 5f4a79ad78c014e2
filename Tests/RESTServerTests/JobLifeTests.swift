import DWTWire
import Foundation
import Scanning
import Testing

@testable import RESTServer

@Suite("the life of jobs", .timeLimit(.minutes(15)))
struct JobLifeTests {
    /// Other seeds than these: JOB_LIFE_SEEDS=1000-1999.
    private static let seeds: [UInt64] = {
        let wish = ProcessInfo.processInfo.environment["JOB_LIFE_SEEDS"] ?? ""
        let ends = wish.split(separator: "-").compactMap { UInt64($0) }
        guard let first = ends.first, let last = ends.last, first <= last else { return Array(1...30) }
        return Array(first...last)
    }()

    @Test("whatever clients, devices and time do, each job stands as the rules say", arguments: seeds)
    func anything(seed: UInt64) throws {
        var play = try JobLifePlay(seed: seed)
        for step in 1...250 {
            play.step()
            let faults = play.faults
            #expect(faults.isEmpty, "seed \(seed), step \(step), after \(play.lastDeeds.joined(separator: "; "))")
            guard faults.isEmpty else { return }
        }
        play.goHome()
        #expect(play.faults.isEmpty, "seed \(seed), at the end")
    }
}

/// A service and its model, to which the same things happen.
private struct JobLifePlay {
    private let scene: ServiceScene
    private var model = JobLifeModel()
    private var calls: [ServiceScene.Call] = []
    /// What the answers to POSTs said, once they were there.
    private var said: [Int: (id: String, word: String?)] = [:]
    /// Answers that are on their way: what they must be, and until when, in milliseconds.
    private var deletions: [(call: ServiceScene.Call, status: Int, device: Int?, until: Int)] = []
    private(set) var faults: [String] = []
    private(set) var lastDeeds: [String] = []
    private var chance: SeededNumbers

    private static let devices = ["one", "two"]

    init(seed: UInt64) throws {
        chance = SeededNumbers(state: seed)
        scene = try ServiceScene(scanners: Self.devices) { settings in
            settings.jobLimit = 100_000
            settings.pageLifetime = .seconds(36_000_000)
            let never = Duration.seconds(36_000_000)
            (settings.deadlineOpen, settings.deadlineOption, settings.deadlineStart) = (never, never, never)
            (settings.deadlineFirstBytes, settings.deadlineMoreBytes, settings.cancelGrace) = (never, never, never)
        }
    }

    mutating func step() {
        switch chance.below(100) {
        case 0..<16: post()
        case 16..<58: work(at: chance.below(2))
        case 58..<70: patch()
        case 70..<76: get()
        case 76..<83: delete()
        case 83..<86: leave()
        case 86..<97: wait(chance.below(2_500) + 1)
        case 97..<99: wait(chance.below(12_000) + 1)
        default: wait(chance.below(700_000) + 1)
        }
        compare()
    }

    private mutating func note(_ deed: String) {
        lastDeeds.append(deed)
        if lastDeeds.count > 12 { lastDeeds.removeFirst() }
    }

    private mutating func expect(_ isSo: Bool, _ what: @autoclosure () -> String) {
        if !isSo { faults.append(what()) }
    }

    // MARK: What clients do

    private mutating func post() {
        let device = chance.below(2)
        let isLegacy = chance.below(3) == 0
        let isStarted = isLegacy || chance.below(2) == 0
        let lifetime = isLegacy || chance.below(3) > 0 ? nil : chance.below(20) + 1
        note("post \(isLegacy ? "legacy" : isStarted ? "running" : "pending") on \(device), \(lifetime ?? 0)")
        model.post(legacy: isLegacy, device: device, started: isStarted, lifetime: lifetime)
        let name = Self.devices[device]
        calls.append(
            isLegacy
                ? scene.call("POST", "/DWTAPI/ScanJobs", #"{"device":"\#(name)"}"#)
                : scene.post(#"{"device":"\#(name)","autoRun":\#(isStarted),"jobTimeout":\#(lifetime ?? 0)}"#)
        )
    }

    /// The id that a client knows; nil while it knows none.
    private func id(_ place: Int) -> String? { said[place]?.id }

    private mutating func read(_ place: Int) {
        let call = calls[place]
        guard said[place] == nil, call.status == 201 else { return }
        if model.jobs[place].isLegacy {
            said[place] = (call.text, nil)
        } else if case .string(let id)? = call.member("jobuid"), case .string(let word)? = call.member("status") {
            said[place] = (id, word)
        } else {
            expect(false, "POST \(place) says \(call.text)")
        }
    }

    private mutating func anyJob(legacy: Bool = false) -> (Int, String)? {
        // The latest ones are where something happens.
        let known = model.jobs.indices.suffix(12).filter { id($0) != nil && (legacy || !model.jobs[$0].isLegacy) }
        guard !known.isEmpty else { return nil }
        let place = known[chance.below(known.count)]
        return id(place).map { (place, $0) }
    }

    private mutating func patch() {
        guard let (place, id) = anyJob() else { return }
        let isRun = chance.below(3) > 0
        note("patch \(place) \(isRun ? "running" : "canceled")")
        let status = model.patch(place, running: isRun)
        let call = scene.patch(id, isRun ? "running" : "canceled")
        expect(call.status == status, "PATCH of job \(place) answered \(call.status ?? 0), not \(status)")
    }

    private mutating func get() {
        guard let (place, id) = anyJob() else { return }
        note("get \(place)")
        let status = model.get(place)
        let call = scene.get(id)
        expect(call.status == status, "GET of job \(place) answered \(call.status ?? 0), not \(status)")
    }

    private mutating func delete() {
        guard let (place, id) = anyJob(legacy: true) else { return }
        note("delete \(place)")
        let isLegacy = model.jobs[place].isLegacy
        let isHeld = model.jobs[place].holds && model.jobs[place].phase != .gone
        let status = model.delete(place)
        let call = isLegacy ? scene.call("DELETE", "/DWTAPI/ScanJobs/\(id)") : scene.delete(id)
        let device = isHeld ? model.jobs[place].device : nil
        deletions.append((call, status, device, isHeld ? model.now + 2_000 : model.now))
    }

    private mutating func leave() {
        let waiting = calls.indices.filter { calls[$0].answer == nil }
        guard !waiting.isEmpty else { return }
        let place = waiting[chance.below(waiting.count)]
        note("client of \(place) leaves")
        model.leave(place)
        calls[place].leave()
    }

    private mutating func wait(_ milliseconds: Int) {
        note("wait \(milliseconds)")
        model.wait(milliseconds)
        scene.clock.advance(by: .milliseconds(milliseconds))
    }

    // MARK: What devices do

    private mutating func work(at device: Int) {
        guard let worker = scene.worker(at: Self.devices[device]), let place = model.holder(of: device) else { return }
        let isCrash = chance.below(12) == 0
        if worker.isToClose || isCrash {
            note("device \(device) of \(place) \(worker.isToClose ? "lets go" : "crashes")")
            model.fail(place)
            model.letGo(place)
            worker.end(isCrash ? .killed(signal: 11) : .exited(0))
        } else if worker.isOpening {
            let opens = chance.below(6) > 0
            note("device \(device) of \(place) \(opens ? "opens" : "does not open")")
            opens ? model.opened(place) : model.fail(place)
            opens ? worker.opened() : worker.answer(.failed(.device(.jammed)))
        } else if worker.isFeeding {
            feed(worker, place)
        }
    }

    private mutating func feed(_ worker: PlayedWorker, _ place: Int) {
        expect(model.jobs[place].isStarted, "job \(place) feeds although it is pending")
        switch chance.below(model.jobs[place].pages > 2 ? 3 : 8) {
        case 0...1:
            note("feeder of \(place) is empty")
            model.noMorePaper(place)
            worker.answer(.noMorePaper)
        case 2:
            note("feeder of \(place) jams")
            model.fail(place)
            worker.answer(.failed(.device(.jammed)))
        default:
            note("page of \(place)")
            model.page(place)
            worker.scanPage()
        }
    }

    // MARK: What must be so

    private mutating func compare() {
        for (place, job) in model.jobs.enumerated() {
            let call = calls[place]
            expect(call.answers <= 1, "POST \(place) has \(call.answers) answers")
            expect(
                call.status == job.answer?.status,
                "POST \(place): \(call.status ?? 0), not \(job.answer?.status ?? 0)"
            )
            read(place)
            if let word = job.answer?.word {
                let told = said[place]?.word ?? "nothing"
                expect(told == word, "POST \(place) says \(told), not \(word)")
            }
            guard !job.isLegacy, let id = id(place) else { continue }
            let status = scene.board.jobs[id].map { JobReport(of: $0.status).status.rawValue }
            expect(status == job.word, "job \(place) is \(status ?? "gone"), not \(job.word ?? "gone")")
        }
        for (device, name) in Self.devices.enumerated() {
            let workers = scene.openWorkers.filter { $0.opening?.deviceName == name }
            expect(workers.count == (model.holder(of: device) == nil ? 0 : 1), "\(workers.count) workers on \(name)")
        }
        deletions.removeAll { deletion in
            let isDue = deletion.device == nil || deletion.until <= model.now
            return isDue && deletion.call.status == deletion.status
        }
        for deletion in deletions {
            let isDue = deletion.device == nil || deletion.until <= model.now
            let status = deletion.call.status
            expect(status == deletion.status || (!isDue && status == nil), "DELETE answered \(status ?? 0)")
        }
    }

    /// Everybody deletes what is left, and all drivers let go: nothing stays.
    mutating func goHome() {
        wait(10_000)
        for place in model.jobs.indices {
            read(place)
            guard let id = id(place), model.jobs[place].phase != .gone else { continue }
            _ = model.delete(place)
            _ = model.jobs[place].isLegacy ? scene.call("DELETE", "/DWTAPI/ScanJobs/\(id)") : scene.delete(id)
        }
        for worker in scene.openWorkers { worker.end() }
        wait(10_000)
        for worker in scene.openWorkers { worker.end() }
        expect(scene.openWorkers.isEmpty, "workers are left")
        expect(scene.board.jobs.isEmpty, "jobs are left")
        expect(scene.board.devicesInUse == 0, "devices are left in use")
        expect(calls.allSatisfy { $0.answers == 1 }, "calls are left without an answer")
    }
}

/// Numbers that look random and are repeated by their seed (SplitMix64).
private struct SeededNumbers {
    var state: UInt64

    mutating func below(_ end: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return Int((mixed ^ mixed >> 31) % UInt64(end))
    }
}
