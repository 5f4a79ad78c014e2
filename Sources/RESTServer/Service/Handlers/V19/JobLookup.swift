import DWTWire
import HTTPServer

extension JobBoard {
    /// The v19 job of that id; where there is none the exchange is answered, and nothing is left to do.
    func keptJob(_ id: String, _ exchange: Exchange) -> Job? {
        switch find(id, pages: .kept) {
        case .job(let job): return job
        case .deleted: exchange.answer(.failure(.deletedJob, .v19))
        case .unknown: exchange.answer(.failure(.unknownJob, .v19))
        }
        return nil
    }
}

/// What can be wrong with the id or the state of a job.
extension WireFailure {
    static let unknownJob = WireFailure(
        status: 404,
        code: WireCode.unknownJob,
        message: "There is no scan job of this id. Make one, and use the jobuid of the answer."
    )

    static let deletedJob = WireFailure(
        status: 410,
        code: WireCode.unknownJob,
        message: "The scan job was deleted. Make another one."
    )

    /// PATCH to running, of a job that does not wait for it.
    static func cannotStart(_ status: JobStatusWord) -> WireFailure {
        WireFailure(
            status: 409,
            code: WireCode.outOfSequence,
            message: "Only a pending job can be started; this one is \(status.rawValue)."
        )
    }

    /// PATCH to canceled, of a job that is over.
    static func cannotCancel(_ status: JobStatusWord) -> WireFailure {
        WireFailure(
            status: 409,
            code: WireCode.outOfSequence,
            message: "Only a pending or running job can be canceled; this one is \(status.rawValue)."
        )
    }
}
