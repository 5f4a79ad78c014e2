package import Scanning
package import WorkerProtocol

/// A page as a server would store it.
package struct ReceivedPage {
    package var info: PageInfo
    package var ending: PageEnding
    /// The file, with its cut and its patches applied.
    package var bytes: [UInt8]

    package init(info: PageInfo, ending: PageEnding, bytes: [UInt8]) {
        self.info = info
        self.ending = ending
        self.bytes = bytes
    }
}

extension WorkerProcess {
    /// Waits for the worker's first frame and opens a device.
    ///
    /// - Parameter change: what else is said of the device.
    package func open(
        _ device: String,
        _ request: ScanRequest = ScanRequest(),
        _ change: (inout Opening) -> Void = { _ in }
    ) throws -> ScanSettings {
        try greet()
        var opening = Opening(deviceName: device, request: request)
        change(&opening)
        try send(.open(opening))
        let answer = try nextAnswer()
        guard case .opened(let settings) = answer else { throw Trouble.unexpected(answer) }
        return settings
    }

    /// Waits for the worker's first frame.
    package func greet() throws {
        let first = try nextEvent()
        guard first == .hello(build: Build.identifier) else { throw Trouble.unexpected(first) }
    }

    /// Scans a page; nil when there is no more paper.
    package func page(_ encoding: PageEncoding = .png, seconds: Double = 20) throws -> ReceivedPage? {
        try send(.feed(PageStorage(encoding)))
        let started = try nextAnswer(seconds: seconds)
        if started == .noMorePaper { return nil }
        guard case .pageStarted(let info) = started else { throw Trouble.unexpected(started) }
        let ended = try nextAnswer(seconds: seconds)
        guard case .pageEnded(let ending) = ended else { throw Trouble.unexpected(ended) }
        return ReceivedPage(info: info, ending: ending, bytes: ending.applied(to: takePage()))
    }

    /// Closes the device; the worker ends by itself.
    package func leave() throws -> Ending? {
        try send(.close)
        let answer = try nextAnswer()
        guard answer == .closed else { throw Trouble.unexpected(answer) }
        return waitForEnd(seconds: 5)
    }
}

extension PageEnding {
    /// What a server makes of the bytes that it stored.
    package func applied(to stored: [UInt8]) -> [UInt8] {
        var bytes = stored
        if let cut { bytes = bytes[..<cut.offset] + cut.tail }
        for patch in patches + (cut?.patches ?? []) {
            bytes.replaceSubrange(patch.offset..<patch.offset + patch.bytes.count, with: patch.bytes)
        }
        return bytes
    }
}
