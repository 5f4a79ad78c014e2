import Glibc
import HTTPServer
import Scanning
import WorkerProtocol

/// The way to a worker, as its session knows it.
protocol WorkerLine: AnyObject {
    /// Names the file for the page that begins next.
    func expect(_ page: PageFile)
    /// Writes a command; false when the worker does not take it. Only for the rest of one that is longer than the socket's
    /// room is there a wait, for a moment.
    func send(_ command: Command) -> Bool
    /// The other side is dead: what is still on the way is read, then the end is told.
    func hangUp()
    /// Monotonic nanoseconds at which bytes of a page last came.
    var lastActivity: UInt64 { get }
    /// True while bytes are being written to the disk: the worker waits for us then.
    var isStoring: Bool { get }
}

/// The socket to a worker: a thread reads it, so that a slow disk never stops the event loop.
final class WorkerLink: WorkerLine, Sendable {
    private let socket: Int32
    private let intake: WorkerIntake

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
        // A command that no reader would take, or that stays half said, ends the conversation.
        guard let frame = try? Frame.bytes(of: command) else {
            hangUp()
            return false
        }
        var sent = 0
        while sent < frame.count {
            let count = frame.withUnsafeBytes { bytes in
                let rest = UnsafeRawBufferPointer(rebasing: bytes[sent...])
                return Glibc.send(socket, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
            }
            if count > 0 {
                sent += count
                continue
            }
            // That the other side has hung up is told by the reading thread, and how it died by whoever reaps it.
            if errno == EPIPE || errno == ECONNRESET { return true }
            guard errno == EAGAIN, sent > 0 else { return false }
            guard hasRoom() else {
                hangUp()
                return false
            }
        }
        return true
    }

    /// Waits for the worker to take what is on the way: it reads at all times, whatever its driver does.
    private func hasRoom() -> Bool {
        var watch = pollfd(fd: socket, events: Int16(POLLOUT), revents: 0)
        return poll(&watch, 1, 1_000) > 0
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
