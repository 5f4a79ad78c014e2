import Scanning
import TestSupport
import WorkerProtocol

extension ScanRequest {
    /// A small gray sheet.
    static var feeder: ScanRequest {
        var request = ScanRequest()
        request.source = .feeder
        request.colour = .gray
        request.resolution = 75
        request.area = .page(width: .millimetres(60), height: .millimetres(60))
        return request
    }
}

extension WorkerProcess {
    /// The marks of all pages until there is no more paper.
    func marks() throws -> [PageMark?] {
        var marks: [PageMark?] = []
        while let page = try page() { marks.append(try PageMark(inPage: page.bytes)) }
        return marks
    }
}

extension SaneWorld {
    /// The refusal with which an opening is answered; nil when it is not refused.
    @discardableResult
    func answer(of device: String, seconds: Double = 10) throws -> Event? {
        let worker = try WorkerProcess(in: self)
        try worker.greet()
        try worker.send(.open(Opening(deviceName: device, request: ScanRequest())))
        let answer = try worker.nextAnswer(seconds: seconds)
        if case .opened = answer { return nil }
        return answer
    }

    /// The marks of all sheets in the feeder of the virtual device at this address.
    func marks(from address: String) throws -> [PageMark?] {
        let worker = try WorkerProcess(in: self)
        _ = try worker.open("virtual:\(address)", .feeder)
        return try worker.marks()
    }

    /// The names of the virtual devices that are listed.
    func listed() throws -> [String] {
        let worker = try WorkerProcess(in: self)
        try worker.greet()
        try worker.send(.list)
        var names: [String] = []
        while true {
            switch try worker.nextAnswer() {
            case .scanners(let scanners):
                names += scanners.map(\.deviceName).filter { $0.hasPrefix("virtual:") }
                return names
            case let other: throw Trouble.unexpected(other)
            }
        }
    }

    private typealias Trouble = WorkerProcess.Trouble
}
