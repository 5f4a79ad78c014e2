import Glibc
import Scanning
import Synchronization

/// The stored bytes of one page: written by a worker's reader thread, read by whoever answers requests.
///
/// Bytes are readable as soon as they are appended. The file has no name any more once it is open, so that nothing of it
/// outlives the process, however that ends.
package final class PageFile: Sendable {
    private let descriptor: Int32
    private let meter: SpoolMeter
    private let state = Mutex(State())

    private struct State {
        var length = 0
        /// Somebody has read all there is and waits for more.
        var isAwaited = false
    }

    /// Creates an empty file; fails with the reason the system gives.
    package init(path: String, meter: SpoolMeter) throws(ScanError) {
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .unstored(errno) }
        unlink(path)
        self.descriptor = descriptor
        self.meter = meter
        meter.addPages(1)
    }

    deinit {
        close(descriptor)
        meter.add(-state.withLock { $0.length })
        meter.addPages(-1)
    }

    package var length: Int { state.withLock { $0.length } }

    /// Appends; returns true when a reader waits for these bytes and must be told (once for each wait).
    func append(_ bytes: UnsafeRawBufferPointer) throws(ScanError) -> Bool {
        let start = length
        guard meter.admits(bytes.count) else {
            throw .noRoom(
                "The page cannot be stored: there is no room for it. Fetch the pages that wait, or delete jobs that are done."
            )
        }
        try write(bytes, at: start)
        meter.add(bytes.count)
        return state.withLock { state in
            state.length = start + bytes.count
            defer { state.isAwaited = false }
            return state.isAwaited
        }
    }

    /// Copies what there is from `offset` on; returns 0 and notes that somebody waits when there is nothing yet.
    func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(ScanError) -> Int {
        let available = state.withLock { state in
            if state.length <= offset { state.isAwaited = true }
            return state.length - offset
        }
        guard available > 0 else { return 0 }
        var count: Int
        repeat {
            count = pread(descriptor, buffer.baseAddress, min(buffer.count, available), offset)
        } while count < 0 && errno == EINTR
        guard count > 0 else { throw .host("The stored page cannot be read: \(systemText(errno)).") }
        return count
    }

    /// Lends the descriptor for reading `length` bytes by the kernel.
    func withDescriptor<Result>(_ body: (Int32, Int) throws -> Result) rethrows -> Result {
        try body(descriptor, length)
    }

    /// Lends a descriptor of the same bytes that cannot be written to, for a process that shall only read them.
    func withReader<Result>(_ body: (Int32) throws(ScanError) -> Result) throws(ScanError) -> Result {
        // The file has no name, but the system has one for everything that is open.
        let reader = open("/proc/self/fd/\(descriptor)", O_RDONLY | O_CLOEXEC)
        guard reader >= 0 else { throw .host("The stored page cannot be opened again: \(systemText(errno)).") }
        defer { close(reader) }
        return try body(reader)
    }

    /// Frees what the bytes take: nobody will read them again.
    func empty() {
        // A file without a name is freed with its last owner at the latest.
        _ = ftruncate(descriptor, 0)
        let freed = state.withLock { state in
            defer { state.length = 0 }
            return state.length
        }
        meter.add(-freed)
    }

    /// Writes over bytes that are there already.
    func apply(_ patches: [PageEnding.Patch]) throws(ScanError) {
        for patch in patches where patch.offset >= 0 && patch.offset <= length - patch.bytes.count {
            try write(patch.bytes, at: patch.offset)
        }
    }

    /// Shortens the page to its true height.
    func apply(_ cut: PageEnding.Cut) throws(ScanError) {
        let before = length
        guard cut.offset >= 0, cut.offset <= before else { throw .badData("The page ends outside of itself.") }
        try write(cut.tail, at: cut.offset)
        let after = cut.offset + cut.tail.count
        guard ftruncate(descriptor, after) == 0 else {
            throw .host("The stored page cannot be shortened: \(systemText(errno)).")
        }
        state.withLock { $0.length = after }
        meter.add(after - before)
        try apply(cut.patches)
    }

    private func write(_ bytes: [UInt8], at offset: Int) throws(ScanError) {
        do {
            try bytes.withUnsafeBytes { try write($0, at: offset) }
        } catch let error as ScanError {
            throw error
        } catch {
            throw .host("\(error)")
        }
    }

    private func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(ScanError) {
        var rest = bytes[...]
        var position = offset
        while !rest.isEmpty {
            let count = pwrite(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count, position)
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { throw .unstored(errno) }
            rest = rest.dropFirst(count)
            position += count
        }
    }
}

extension ScanError {
    /// The system does not take a page's bytes, or not one file more.
    fileprivate static func unstored(_ number: Int32) -> ScanError {
        let sentence = "The page cannot be stored: \(systemText(number))."
        return switch number {
        case ENOSPC, EDQUOT: .noRoom("\(sentence) Delete jobs that are done, or make room on the disk.")
        case EMFILE, ENFILE: .noRoom("\(sentence) Delete jobs that are done.")
        default: .host("\(sentence) Look after the disk of the spool-folder.")
        }
    }
}
