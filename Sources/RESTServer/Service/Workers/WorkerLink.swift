import Glibc
import HTTPServer
import Scanning
import Synchronization
import WorkerProtocol

/// The way to a worker, as its session knows it.
protocol WorkerLine: AnyObject {
    /// Names the file for the page that begins next.
    func expect(_ page: PageFile)
    /// Writes a command, without waiting; false when the worker does not take it.
    func send(_ command: Command) -> Bool
    /// The other side is dead: what is still on the way is read, then the end is told.
    func hangUp()
    /// Monotonic nanoseconds at which bytes of a page last came.
    var lastActivity: UInt64 { get }
    /// True while bytes are being written to the disk: the worker waits for us then.
    var isStoring: Bool { get }
}

/// The socket to a worker: a thread reads it, so that a slow disk never stops the event loop, and another one sends the
/// rest of a command that is longer than the socket's room, so that a slow worker does not either.
final class WorkerLink: WorkerLine, Sendable {
    private let socket: Int32
    private let intake: WorkerIntake
    /// What the socket had no room for, while a thread waits for that; nil while there is none.
    private let unsent = Mutex<[UInt8]?>(nil)

    /// Starts reading; throws when there is no thread for it. The socket is closed with the link.
    init(socket: Int32, mailbox: Mailbox<WorkerIntake.Message>) throws(ScanError) {
        self.socket = socket
        intake = WorkerIntake { mailbox.post($0) }
        try Thread.start { self.readAll() }
    }

    deinit { close(socket) }

    var lastActivity: UInt64 { intake.lastActivity }
    var isStoring: Bool { intake.isStoring }

    func expect(_ page: PageFile) {
        intake.expect(page)
    }

    func send(_ command: Command) -> Bool {
        // A command that no reader would take ends the conversation.
        guard let frame = try? Frame.bytes(of: command) else {
            hangUp()
            return false
        }
        return unsent.withLock { unsent in
            if unsent != nil {
                unsent?.append(contentsOf: frame)
                return true
            }
            // That the other side has hung up is told by the reading thread, and how it died by whoever reaps it.
            guard let sent = transmit(frame[...], Int32(MSG_DONTWAIT)) else { return true }
            guard sent < frame.count else { return true }
            guard sent > 0, (try? Thread.start { self.sendRest() }) != nil else { return false }
            unsent = Array(frame[sent...])
            return true
        }
    }

    /// Sends what waits, and whatever is added meanwhile.
    private func sendRest() {
        while let next = takeUnsent(), transmit(next[...], 0) != nil {}
    }

    private func takeUnsent() -> [UInt8]? {
        unsent.withLock { unsent in
            let next = unsent.flatMap { $0.isEmpty ? nil : $0 }
            unsent = next.map { _ in [] }
            return next
        }
    }

    /// How many of the bytes were sent, all of them unless it is not to wait; nil once the other side has hung up.
    private func transmit(_ bytes: ArraySlice<UInt8>, _ flags: Int32) -> Int? {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes { bytes in
                let rest = UnsafeRawBufferPointer(rebasing: bytes[sent...])
                return Glibc.send(socket, rest.baseAddress, rest.count, flags | Int32(MSG_NOSIGNAL))
            }
            if count >= 0 {
                sent += count
            } else if errno != EINTR {
                return errno == EAGAIN ? sent : nil
            }
        }
        return sent
    }

    func hangUp() {
        shutdown(socket, Int32(SHUT_RDWR))
    }

    private func readAll() {
        let size = 128 << 10
        var reader = FrameReader.fromWorker()
        withUnsafeTemporaryAllocation(byteCount: size, alignment: 16) { buffer in
            while true {
                let count = recv(socket, buffer.baseAddress, size, 0)
                if count < 0 && errno == EINTR { continue }
                guard count > 0 else { break }
                guard intake.take(UnsafeRawBufferPointer(rebasing: buffer[..<count]), with: &reader) else { break }
            }
        }
        intake.end()
    }
}
