import DWTWire
import RESTServer
import Scanning
import WorkerProtocol

extension FuzzHarness {
    /// The body of a job's creation, down to what the worker is told.
    static let jobRequest = FuzzHarness("job-request") { input in
        let value: JSONValue
        do throws(WireError) {
            value = try JSONText.value(of: input)
        } catch {
            return try checkRefusal(WireFailure(error))
        }
        let again = JSONText.value(of: value.text)
        try promise(again == value, "\(value.text) became \(again?.text ?? "nothing")")
        let job: JobRequest
        do throws(WireError) {
            // The older generation reads less.
            job = try JobRequest(value, .v19)
        } catch {
            return try checkRefusal(WireFailure(error))
        }
        for seconds in [job.behaviour.jobTimeout, job.behaviour.scannerFailureTimeout] {
            try promise((1...315_360_000).contains(seconds ?? 1), "\(seconds ?? 0) seconds")
        }
        _ = job.device.map { DeviceToken.match($0, among: scanners) { JSONText.value(of: $0) } }
        let scan: ScanRequest
        do throws(CapabilityFailure) {
            scan = try JobMapping(defaults: ScanRequest()).scanRequest(for: job)
        } catch {
            return try checkRefusal(error.failure)
        }
        try check(scan)
    }

    private static let scanners = ["one", "two"].map { name in
        let token = DeviceToken(id: name, label: "Scanner \(name)", vendor: "Vendor", model: name)
        return DeviceToken.Candidate(token: token, deviceName: "driver:\(name)")
    }

    /// A refusal is a client's fault, told in a sentence that JSON can carry.
    private static func checkRefusal(_ failure: WireFailure) throws {
        try promise(failure.status == 400, "refused with \(failure.status)")
        try promise(failure.message.hasSuffix("."), "no sentence: \(failure.message)")
        try promise(JSONText.value(of: failure.body(.v19)) != nil, "no JSON: \(failure.body(.v19))")
    }

    /// What is to be scanned is within bounds, and arrives at the worker as it was sent.
    private static func check(_ scan: ScanRequest) throws {
        try promise(scan.resolution > 0 && scan.resolution <= 100_000, "\(scan.resolution) dpi")
        try promise([nil, 8, 16].contains(scan.depth), "\(scan.depth ?? 0) bits")
        try promise(scan.pageLimit ?? 1 > 0, "\(scan.pageLimit ?? 1) pages")
        for value in [scan.brightness, scan.contrast] {
            try promise((-1...1).contains(value ?? 0), "brightness or contrast \(value ?? 0)")
        }
        try promise((0...1).contains(scan.threshold ?? 0), "threshold \(scan.threshold ?? 0)")
        switch scan.area {
        case .wholeBed: break
        case .page(let width, let height):
            try promise(width.micrometres > 0 && height.micrometres > 0, "a page of \(width) by \(height)")
        case .frame(let left, let top, let right, let bottom):
            try promise(left.micrometres >= 0 && top.micrometres >= 0, "a frame from \(left), \(top)")
            try promise(left < right && top < bottom, "a frame without area: \(scan.area)")
        }
        let command = Command.open(Opening(deviceName: "test:0", request: scan))
        let heard = try heard(in: Frame.bytes(of: command), by: .fromServer(), pieces: [.max])
        try promise(heard == [.command("\(command)")], "\(command) became \(heard)")
    }
}
