import Foundation
import TestSupport

/// A client with its job: asks, reads, leaves, comes back and deletes as its errand says.
final class Visit {
    private(set) var job: JobInHand
    private let stage: Stage
    private let actor: Int
    /// A DELETE is answered within two seconds, and a loaded machine is slower.
    private static let deletePatience = 3_500.0

    init(_ stage: Stage, actor: Int, job: JobInHand) {
        self.stage = stage
        self.actor = actor
        self.job = job
    }

    /// Does what the errand says; the job is over then, or abandoned.
    func run() throws {
        switch job.errand.manner {
        case .wholeOnOneConnection(let deletes):
            try fetchRest()
            if deletes { try deleteTwice() }
        case .eachPageOnItsOwnConnection:
            while !job.isOver { try fetch(on: stage.server.client()) }
        case .twoPagesAtOnce: try fetchTwoAtOnce()
        case .lookingFirst: try fetchLookingFirst()
        case .slowly: try fetchSlowly()
        case .leavingMidPage(let percent, let byReset): try fetchLeaving(percent, byReset)
        case .leavingUnanswered(let byReset):
            try leaveUnanswered(byReset)
            try fetchRest()
        case .deleting(let pages, let twice):
            try fetch(pages: pages)
            try delete()
            if twice { try expectGone("DELETE") }
            try expectGone("GET", "/NextDocument")
        case .deletingMidPage(let milliseconds): try deleteMidPage(after: milliseconds)
        case .abandoning(let pages): try fetch(pages: pages)
        case .leavingAtConnect, .leavingMidRequest, .leavingAfterRequest: break
        }
    }

    /// Fetches to the end, on one connection while that lasts.
    func fetchRest() throws {
        var client = try stage.server.client()
        while !job.isOver {
            if try !fetch(on: client) { client = try stage.server.client() }
        }
        // The end is the end.
        complain(job.judge(try ask(on: client), kills: kills))
    }

    private func fetch(pages: Int) throws {
        let client = try stage.server.client()
        for _ in 0..<pages where !job.isOver {
            if try !fetch(on: client) { return }
        }
    }

    /// Fetches once; false when the connection broke.
    @discardableResult
    private func fetch(on client: HTTPClient) throws -> Bool {
        try client.sendRequest("GET", path)
        return try take(from: client)
    }

    private func ask(on client: HTTPClient) throws -> HTTPResponse {
        try client.request("GET", path)
    }

    /// Reads and judges an answer; false when it broke off.
    private func take(from client: HTTPClient) throws -> Bool {
        guard let answer = try answer(from: client) else { return false }
        judge(answer)
        return true
    }

    /// Reads an answer; nil when it broke off.
    private func answer(from client: HTTPClient) throws -> HTTPResponse? {
        try unlessBroken { try client.readResponse() }
    }

    /// Reads the head of an answer with a page; others are judged, and nil.
    private func pageHead(from client: HTTPClient) throws -> HTTPResponse? {
        guard var head = try unlessBroken({ try client.readHead() }) else { return nil }
        if head.status == 200 { return head }
        // Whoever has read an error or the end has been told it.
        head.body = try client.readBody(of: head)
        judge(head)
        return nil
    }

    /// nil when the connection broke off, which must have its reason.
    private func unlessBroken<Result>(_ read: () throws -> Result) throws -> Result? {
        do {
            return try read()
        } catch let error as HTTPClientError {
            guard case .closed = error else { throw error }
            complain(job.judgeBreak(kills: kills))
            stage.findings.count("answers that broke off visibly")
            return nil
        }
    }

    private func judge(_ answer: HTTPResponse, _ atOnce: Int = 1) {
        if answer.status == 200 { stage.findings.count("pages") }
        if answer.status == 500 { stage.findings.count("errors told") }
        complain(job.judge(answer, kills: kills, atOnce: atOnce))
    }

    private func fetchTwoAtOnce() throws {
        while !job.isOver {
            let clients = try (1...2).map { _ in try stage.server.client() }
            for client in clients { try client.sendRequest("GET", path) }
            var ends: [HTTPResponse] = []
            for client in clients {
                guard let answer = try answer(from: client) else { continue }
                if answer.status == 200 { judge(answer, clients.count) } else { ends.append(answer) }
            }
            // Which of two was answered first is not to be seen: an end may be read before the error.
            for end in ends.sorted(by: { $0.status > $1.status }) { judge(end) }
        }
    }

    private func fetchLookingFirst() throws {
        let client = try stage.server.client()
        while !job.isOver {
            let look = try client.request("HEAD", path)
            complain(job.judgeLook(look))
            if try !fetch(on: client) { return try fetchRest() }
        }
    }

    private func fetchSlowly() throws {
        let client = try HTTPClient(port: stage.server.port, receiveBuffer: 4_096, readAhead: 512)
        while !job.isOver {
            try client.sendRequest("GET", path)
            usleep(20_000)
            if try !take(from: client) { return try fetchRest() }
        }
    }

    // MARK: Leaving

    private func fetchLeaving(_ percent: Int, _ byReset: Bool) throws {
        while !job.isOver {
            if let length = job.nextLength { try leave(afterBytes: length * percent / 100, byReset) }
            try fetch(on: stage.server.client())
        }
    }

    /// Reads a part of a page's body and goes.
    private func leave(afterBytes count: Int, _ byReset: Bool) throws {
        let client = try HTTPClient(port: stage.server.port, readAhead: 512)
        try client.sendRequest("GET", path)
        guard try pageHead(from: client) != nil else { return }
        // Never all of it: who has taken the whole page from the system has got it.
        var left = min(count, (job.nextLength ?? 0) - 1_500)
        while left > 0 {
            let some = try client.readSome(atMost: left)
            if some.isEmpty { break }
            left -= some.count
        }
        byReset ? client.reset() : client.close()
        stage.findings.count("clients gone in mid-page")
    }

    private func leaveUnanswered(_ byReset: Bool) throws {
        let client = try stage.server.client()
        try client.sendRequest("GET", path)
        byReset ? client.reset() : client.close()
        stage.findings.count("clients gone before their page")
    }

    // MARK: Deleting

    private func deleteMidPage(after milliseconds: Int) throws {
        let client = try HTTPClient(port: stage.server.port, readAhead: 512)
        try client.sendRequest("GET", path)
        let head = try pageHead(from: client)
        usleep(UInt32(milliseconds) * 1_000)
        try delete()
        if let head, let body = try unlessBroken({ try client.readBody(of: head) }) {
            complain(job.judgeLatePage(body))
            stage.findings.count("pages whole in spite of DELETE")
        }
        try expectGone("GET", "/NextDocument")
    }

    private func deleteTwice() throws {
        try delete()
        try expectGone("DELETE")
    }

    private func delete(on client: HTTPClient? = nil) throws {
        let began = ContinuousClock.now
        let answer = try (client ?? stage.server.client()).request("DELETE", "/DWTAPI/ScanJobs/\(job.id)")
        let time = (ContinuousClock.now - began).milliseconds
        stage.findings.time("DELETE", time)
        job.delete()
        stage.findings.count("deleted jobs")
        if answer.status != 200 { complain("DELETE was answered \(answer.status)") }
        if time > Self.deletePatience { complain("DELETE took \(Int(time)) ms") }
    }

    private func expectGone(_ method: String, _ tail: String = "") throws {
        let answer = try stage.server.client().request(method, "/DWTAPI/ScanJobs/\(job.id)\(tail)")
        if answer.status != 410 { complain("\(method) after DELETE was answered \(answer.status)") }
    }

    private var kills: Int { stage.disturbances(of: job.errand.scanner) }

    private var path: String { "/DWTAPI/ScanJobs/\(job.id)/NextDocument" }

    private func complain(_ complaint: Complaint?) {
        guard let complaint else { return }
        stage.findings.count(Findings.lost, by: complaint.lost)
        stage.findings.count(Findings.doubled, by: complaint.doubled)
        stage.findings.breakPromise(
            actor,
            "\(complaint.text) [\(job.errand.scanner.model), job \(job.id)]",
            log: stage.log(of: job.id)
        )
    }
}
