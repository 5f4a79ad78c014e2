import Glibc
import HTTPServer
import Scanning
import Synchronization
import WorkerProtocol

/// The socket to a worker: a thread reads it, so that a slow disk never stops the event loop. Page bytes go straight to
/// the page's file, everything else to the loop.
final class WorkerLink: Sendable {
    /// What the reading thread tells the loop.
    enum Message: Sendable {
        case event(Event)
        /// The current page grew while a reader waited for it.
        case grew
        /// The worker broke the rules; nothing more is read.
        case violation(String)
        /// The page's bytes cannot be stored.
        case unstorable(ScanError)
        /// Nothing more comes.
        case ended
    }

    private let socket: Int32
    private let mailbox: Mailbox<Message>
    private let pages = Mutex(Pages())
    private let activity = Atomic<UInt64>(0)
    private let storing = Atomic<Bool>(false)

    private struct Pages {
        var expected: PageFile?
        var current: PageFile?
        /// The current page cannot be stored: the rest of it is read and dropped.
        var isLost = false
    }

    /// Starts reading; throws when there is no thread for it. The socket is closed with the link.
    init(socket: Int32, mailbox: Mailbox<Message>) throws(ScanError) {
        self.socket = socket
        self.mailbox = mailbox
        try Thread.start { self.readAll() }
    }

    deinit { close(socket) }

    /// Monotonic nanoseconds at which bytes of a page last came.
    var lastActivity: UInt64 { activity.load(ordering: .relaxed) }
    /// True while bytes are being written to the disk: the worker waits for us then.
    var isStoring: Bool { storing.load(ordering: .relaxed) }

    /// Names the file for the page that begins next.
    func expect(_ page: PageFile) {
        pages.withLock { $0.expected = page }
    }

    /// Writes a command without waiting; false when the worker does not take it.
    func send(_ command: Command) -> Bool {
        guard let frame = try? Frame.bytes(of: command) else { return false }
        let sent = frame.withUnsafeBytes { bytes in
            Glibc.send(socket, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
        }
        // That the other side has hung up is told by the reading thread, and how it died by whoever reaps it.
        return sent == frame.count || (sent < 0 && (errno == EPIPE || errno == ECONNRESET))
    }

    /// The other side is dead: what is still in the socket is read, then the end is told.
    func hangUp() {
        shutdown(socket, Int32(SHUT_RDWR))
    }

    // MARK: The reader thread

    private func readAll() {
        var reader = FrameReader.fromWorker()
        let size = 128 << 10
        withUnsafeTemporaryAllocation(byteCount: size, alignment: 16) { buffer in
            while true {
                let count = recv(socket, buffer.baseAddress, size, 0)
                if count < 0 && errno == EINTR { continue }
                guard count > 0 else { break }
                var bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
                guard take(&bytes, with: &reader) else { break }
            }
        }
        pages.withLock { $0 = Pages() }
        mailbox.post(.ended)
    }

    /// Returns false when nothing more should be read.
    private func take(_ bytes: inout UnsafeRawBufferPointer, with reader: inout FrameReader) -> Bool {
        do {
            while let piece = try reader.next(&bytes) {
                switch piece {
                case .pageBytes(let part):
                    let (page, isLost) = pages.withLock { ($0.current, $0.isLost) }
                    if let page {
                        store(part, in: page)
                    } else if !isLost {
                        mailbox.post(.violation("page bytes outside of a page"))
                        return false
                    }
                case .event(let event):
                    noteBounds(of: event)
                    mailbox.post(.event(event))
                case .command:
                    mailbox.post(.violation("a command"))
                    return false
                }
            }
            return true
        } catch {
            mailbox.post(.violation("\(error)"))
            return false
        }
    }

    /// A page's file is current from its start to its end.
    private func noteBounds(of event: Event) {
        switch event {
        case .pageStarted:
            pages.withLock { $0 = Pages(current: $0.expected) }
        case .pageEnded, .failed, .noMorePaper:
            pages.withLock { $0 = Pages(expected: $0.expected) }
        default: break
        }
    }

    private func store(_ bytes: UnsafeRawBufferPointer, in page: PageFile) {
        storing.store(true, ordering: .relaxed)
        defer {
            activity.store(monotonicNow(), ordering: .relaxed)
            storing.store(false, ordering: .relaxed)
        }
        do {
            if try page.append(bytes) { mailbox.post(.grew) }
        } catch {
            // The loop ends the scan, and the driver is to have its time for that.
            pages.withLock { $0 = Pages(isLost: true) }
            mailbox.post(.unstorable(error))
        }
    }
}
