import Scanning
import TestSupport
import WorkerProtocol

/// One page by the worker alone, asked for in the server's own words: what the API adds to a PNG shows beside it.
struct WorkerRun {
    let world: SaneWorld

    /// The time from the worker's start to the last byte of an A4 colour page as PNG.
    func png(dpi: Int) throws -> Client.Times {
        var request = ScanRequest()
        request.resolution = Double(dpi)
        request.area = .page(width: .millimetres(210), height: .millimetres(297))
        let start = ContinuousClock.now
        let worker = try WorkerProcess(in: world)
        try worker.send(.open(Opening(deviceName: "test:0", request: request)))
        try worker.send(.feed(.png))
        while true {
            switch try worker.nextAnswer(seconds: 30) {
            case .hello, .opened, .pageStarted: continue
            case .pageEnded:
                let time = (ContinuousClock.now - start).milliseconds
                return Client.Times(firstByte: .nan, lastByte: time, bytes: worker.takePage().count)
            case let event: throw WorkerProcess.Trouble.unexpected(event)
            }
        }
    }
}
