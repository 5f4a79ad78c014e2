import DWTWire
import HTTPServer
import Scanning

/// The shapes of answers, each made in one place.
extension Response {
    /// A sentence for people.
    static func text(_ status: Int, _ message: String) -> Response {
        var response = Response(status: status, body: message.isEmpty ? .none : .bytes(Array(message.utf8)))
        response.headers.add("Content-Type", WireFailure.mediaType(.legacy))
        response.headers.add("Cache-Control", "no-store")
        return response
    }

    /// JSON that is written already.
    static func json(_ status: Int, _ bytes: [UInt8]) -> Response {
        var response = Response(status: status, body: .bytes(bytes))
        response.headers.add("Content-Type", "application/json")
        response.headers.add("Cache-Control", "no-store")
        return response
    }

    /// What the API's own shapes say; all of them can be encoded.
    static func json(_ status: Int, encoding value: some Encodable) -> Response {
        .json(status, (try? JSONText.bytes(of: value)) ?? [])
    }

    /// A refusal in the form of its generation.
    static func failure(_ failure: WireFailure, _ generation: Endpoint.Generation) -> Response {
        var response = Response(status: failure.status, body: .bytes(Array(failure.body(generation).utf8)))
        response.headers.add("Content-Type", WireFailure.mediaType(generation))
        response.headers.add("Cache-Control", "no-store")
        return response
    }

    /// The same answer, with the advice to come back after so many seconds.
    func retryable(after seconds: Int) -> Response {
        var response = self
        response.headers.add("Retry-After", "\(seconds)")
        return response
    }
}

extension WireFailure {
    /// What went wrong with a scanner, in the API's numbers. The only place where a scan error becomes an answer.
    init(_ error: ScanError, status: Int) {
        self.init(status: status, code: Self.code(of: error), message: error.explanation)
    }

    /// Source: the mapping that the vendor's list of codes suggests; nobody is known to compare them.
    private static func code(of error: ScanError) -> Int {
        switch error {
        case .feederEmpty: WireCode.noImage
        case .notOffered, .unmet(.missing, _): WireCode.unsupportedCapability
        case .unmet(.badValue, _): WireCode.valueOutOfRange
        case .unmet(.dependent, _): WireCode.dependentCapability
        case .unmet(.readOnly, _), .unmet(.notAutomatic, _): WireCode.unsupportedOperation
        case .driverHung: WireCode.offline
        case .device(let status): code(of: status)
        case .canceled: WireCode.canceled
        case .noRoom: WireCode.noRoom
        case .badData, .driverCrashed, .host: WireCode.general
        }
    }

    private static func code(of status: DeviceStatus) -> Int {
        switch status {
        case .busy: WireCode.busy
        case .invalid: WireCode.valueOutOfRange
        case .unsupported: WireCode.dependentCapability
        case .jammed: WireCode.jammed
        case .noPaper: WireCode.noImage
        case .coverOpen: WireCode.toldByScanner
        case .inputOutput: WireCode.offline
        case .noMemory: WireCode.noRoom
        case .canceled: WireCode.canceled
        case .endOfFile, .accessDenied, .unknown: WireCode.general
        }
    }

    /// Somebody else has the scanner.
    static func scannerBusy(_ generation: Endpoint.Generation) -> WireFailure {
        switch generation {
        case .legacy:
            WireFailure(
                status: 403,
                code: WireCode.busy,
                message: "Operation time out. The scanner is busy with another job; try again in a few seconds."
            )
        case .v19, .library:
            WireFailure(
                status: 423,
                code: WireCode.busy,
                message: "The scanner is in use by another job. Try again in a few seconds, or delete that job."
            )
        }
    }

    /// Goes nowhere: it releases an exchange that nobody listens to.
    static let clientLeft = WireFailure(status: 410, code: WireCode.general, message: "The client has left.")

    static let noRoomForJob = WireFailure(
        status: 503,
        code: WireCode.noRoom,
        message: "Too many scan jobs are waiting to be fetched. Fetch or delete some, or try again later."
    )

    static let noRoomForPages = WireFailure(
        status: 503,
        code: WireCode.noRoom,
        message: "There is no space left for scanned pages. Fetch or delete waiting jobs, or try again later."
    )

    static let tooManyWait = WireFailure(
        status: 503,
        code: WireCode.tryLater,
        message: "Too many requests wait for pages of this job, and this was the oldest. Wait with fewer at a time."
    )

    static let shuttingDown = WireFailure(
        status: 503,
        code: WireCode.general,
        message: "The scan service is shutting down. Try again in a moment."
    )

    /// No scanner is meant by `device`, or none is there.
    static func unknownScanner(
        _ asked: String?,
        known: [String],
        _ generation: Endpoint.Generation
    ) -> WireFailure {
        let names = known.map { "\"\($0)\"" }.joined(separator: ", ")
        let message =
            known.isEmpty
            ? "No scanner was found. Connect one, switch it on, and list the scanners again."
            : "There is no such scanner\(asked.map { ": \"\($0.prefix(80))\"" } ?? ""). These are known: \(names)."
        let status = generation == .legacy ? 404 : 400
        return WireFailure(status: status, code: WireCode.unknownScanner, message: message)
    }
}
