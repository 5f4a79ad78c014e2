import HTTPServer
import Scanning
import Synchronization
import WorkerProtocol

/// What becomes of the bytes that a worker sends: those of pages go straight to the page's file, everything else is told
/// to the loop. Works on the thread that reads.
final class WorkerIntake: Sendable {
    /// What the loop is told.
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

    private let post: @Sendable (Message) -> Void
    private let pages = Mutex(Pages())
    private let activity = Atomic<UInt64>(0)
    private let storing = Atomic<Bool>(false)

    private struct Pages {
        var expected: PageFile?
        var current: PageFile?
        /// The current page cannot be stored: the rest of it is read and dropped.
        var isLost = false
    }

    init(post: @escaping @Sendable (Message) -> Void) {
        self.post = post
    }

    var lastActivity: UInt64 { activity.load(ordering: .relaxed) }
    var isStoring: Bool { storing.load(ordering: .relaxed) }

    /// Names the file for the page that begins next; from any thread.
    func expect(_ page: PageFile) {
        pages.withLock { $0.expected = page }
    }

    /// Takes what a worker sent; false when nothing more should be read.
    func take(_ bytes: UnsafeRawBufferPointer, with reader: inout FrameReader) -> Bool {
        var bytes = bytes
        do {
            while let piece = try reader.next(&bytes) {
                switch piece {
                case .pageBytes(let part):
                    let (page, isLost) = pages.withLock { ($0.current, $0.isLost) }
                    if let page {
                        store(part, in: page)
                    } else if !isLost {
                        post(.violation("page bytes outside of a page"))
                        return false
                    }
                case .event(let event):
                    noteBounds(of: event)
                    post(.event(event))
                case .command:
                    post(.violation("a command"))
                    return false
                }
            }
            return true
        } catch {
            post(.violation("\(error)"))
            return false
        }
    }

    /// Nothing more will be sent.
    func end() {
        pages.withLock { $0 = Pages() }
        post(.ended)
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
            if try page.append(bytes) { post(.grew) }
        } catch {
            // The loop ends the scan, and the driver is to have its time for that.
            pages.withLock { $0 = Pages(isLost: true) }
            post(.unstorable(error))
        }
    }
}
