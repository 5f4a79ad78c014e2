import Scanning
import TestSupport
import WorkerProtocol

/// One page by the worker alone, asked for in the server's own words: the legacy API has no PNG to measure.
struct WorkerRun {
    let world: SaneWorld

    /// Milliseconds from the worker's start to the last byte of an A4 colour page as PNG.
    func png(dpi: Int) throws -> Double {
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
            case .pageEnded: return (ContinuousClock.now - start).milliseconds
            case let event: throw WorkerProcess.Trouble.unexpected(event)
            }
        }
    }
}
