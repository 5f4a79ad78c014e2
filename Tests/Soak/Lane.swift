import Foundation
import TestSupport

/// One client after the other, each with its errand. A thread of its own.
final class Lane: Sendable {
    private let stage: Stage
    private let number: Int

    init(_ stage: Stage, _ number: Int) {
        self.stage = stage
        self.number = number
    }

    /// Runs errands until the gate says that it is over.
    func run() {
        var abandoned: [JobInHand] = []
        var step = 0
        while stage.gate.pass(beforeParking: { comeBack(for: &abandoned, leaving: 0) }) {
            let errand = Errand(seed: stage.seed, lane: number, step: step)
            stage.findings.act(number, "step \(step): \(errand.scanner.model) \(errand)")
            do {
                if let job = try visit(errand) { abandoned.append(job) }
            } catch {
                stage.findings.breakPromise(number, "no answer: \(error)")
            }
            comeBack(for: &abandoned, leaving: 3)
            step += 1
        }
    }

    /// Fetches what is left of the jobs that were abandoned first.
    private func comeBack(for abandoned: inout [JobInHand], leaving count: Int) {
        while abandoned.count > count {
            let job = abandoned.removeFirst()
            stage.findings.act(number, "comes back for \(job.id)")
            let visit = Visit(stage, actor: number, job: job)
            carryOut(visit) { try visit.fetchRest() }
        }
    }

    private func carryOut(_ visit: Visit, _ errand: () throws -> Void) {
        do {
            try errand()
        } catch {
            stage.findings.breakPromise(number, "no answer: \(error)", log: stage.log(of: visit.job.id))
        }
    }

    /// Does an errand; a job that is abandoned comes back.
    private func visit(_ errand: Errand) throws -> JobInHand? {
        let body = errand.body(address: stage.address(of: errand.device))
        switch errand.manner {
        case .leavingAtConnect(let byReset):
            try leave(after: "", byReset)
        case .leavingMidRequest(let percent, let byReset):
            let text = request(body)
            try leave(after: String(text.prefix(text.count * percent / 100)), byReset)
        case .leavingAfterRequest(let byReset):
            try leave(after: request(body), byReset)
        default:
            guard let job = try post(errand, body) else { return nil }
            let visit = Visit(stage, actor: number, job: job)
            carryOut(visit) { try visit.run() }
            if case .abandoning = errand.manner { return visit.job }
        }
        return nil
    }

    private func leave(after text: String, _ byReset: Bool) throws {
        let client = try stage.server.client()
        try client.send(text)
        byReset ? client.reset() : client.close()
        stage.findings.count("clients gone before their answer")
    }

    private func request(_ body: String) -> String {
        "POST /DWTAPI/ScanJobs HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }

    private func post(_ errand: Errand, _ body: String) throws -> JobInHand? {
        let kills = stage.disturbances(of: errand.scanner)
        let answer = try stage.server.client().request("POST", "/DWTAPI/ScanJobs", body: body)
        switch answer.status {
        case 201:
            stage.noteTold(answer.text)
            stage.findings.count("jobs")
            stage.findings.act(number, "has \(answer.text)")
            return JobInHand(
                id: answer.text,
                errand: errand,
                pages: stage.pages(of: errand.kind),
                reader: stage.reader,
                killsBefore: kills
            )
        case 403 where answer["Retry-After"] != nil:
            stage.findings.count("busy answers")
        case 403 where stage.disturbances(of: errand.scanner) != kills || errand.scanner.moves:
            stage.findings.count("refusals after a kill or a move")
        default:
            stage.findings.breakPromise(number, "a job was refused with \(answer.status): \(answer.text)")
        }
        return nil
    }
}
