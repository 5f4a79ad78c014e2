import Glibc
import HTTPServer

/// What a driver prints, line by line into the debug log, up to a bound: drivers can be very chatty.
final class WorkerLog {
    private static let bound = 256 << 10
    /// As much as a pipe holds.
    private static let gulp = 64 << 10

    private let pipe: Int32
    private let pid: pid_t
    private let log: Log
    /// Gets each line first; true when it was meant for this one alone.
    private let hearing: ((String) -> Bool)?
    private var watch: LoopWatch?
    private var line: [UInt8] = []
    private var taken = 0

    init(pipe: Int32, pid: pid_t, loop: EventLoop, log: Log, hearing: ((String) -> Bool)?) {
        self.pipe = pipe
        self.pid = pid
        self.log = log
        self.hearing = hearing
        // Without a watch the output is lost, the scan is not.
        watch = try? loop.watch(pipe, .readable) { [weak self] _ in self?.drain() }
    }

    deinit { close(pipe) }

    /// Takes what is there now, in one read: somebody may print faster than it can be taken, and the loop has others to
    /// serve.
    func drain() {
        withUnsafeTemporaryAllocation(byteCount: Self.gulp, alignment: 1) { buffer in
            let count = read(pipe, buffer.baseAddress, buffer.count)
            if count == 0 { watch = nil }
            guard count > 0 else { return }
            take(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        }
    }

    private func take(_ bytes: UnsafeRawBufferPointer) {
        guard taken < Self.bound || hearing != nil else { return }
        for byte in bytes {
            guard byte == UInt8(ascii: "\n") || line.count >= 500 else {
                line.append(byte)
                continue
            }
            flush()
        }
    }

    private func flush() {
        guard !line.isEmpty else { return }
        let text = String(decoding: line, as: UTF8.self)
        line.removeAll(keepingCapacity: true)
        guard hearing?(text) != true, taken < Self.bound else { return }
        log.debug("driver says", ["worker": "\(pid)", "text": text])
        taken += text.utf8.count
        if taken >= Self.bound { log.debug("driver output is no longer shown", ["worker": "\(pid)"]) }
    }
}
