internal import CPosix
import Glibc
import Synchronization

/// The way into the event loop from other threads: messages arrive on the loop's thread, in order.
///
/// What was posted before the mailbox is released still arrives.
package final class Mailbox<Message: Sendable>: Sendable {
    private let queue: MessageQueue<Message>
    private let bell: Bell
    private let id: UInt64

    init(queue: MessageQueue<Message>, bell: Bell, id: UInt64) {
        self.queue = queue
        self.bell = bell
        self.id = id
    }

    /// Puts a message into the mailbox; from any thread.
    package func post(_ message: Message) {
        if queue.append(message) {
            bell.ring(.mail(id))
        }
    }

    deinit { bell.ring(.released(id)) }
}

/// Messages that wait for the loop.
final class MessageQueue<Message: Sendable>: Sendable {
    private let messages = Mutex<[Message]>([])

    /// True when the queue was empty: the loop must be woken.
    func append(_ message: Message) -> Bool {
        messages.withLock { waiting in
            waiting.append(message)
            return waiting.count == 1
        }
    }

    func takeAll() -> [Message] {
        messages.withLock { waiting in
            let taken = waiting
            waiting.removeAll(keepingCapacity: taken.count <= 64)
            return taken
        }
    }
}

/// The one descriptor by which other threads wake the loop.
final class Bell: Sendable {
    enum Reason: Sendable {
        case mail(UInt64)
        case released(UInt64)
    }
    let descriptor: Int32
    private let reasons = Mutex<[Reason]>([])

    init() throws(SystemError) {
        descriptor = loop_bell()
        guard descriptor >= 0 else { throw SystemError(call: "eventfd", errno: -descriptor) }
    }

    func ring(_ reason: Reason) {
        let isFirst = reasons.withLock { waiting in
            waiting.append(reason)
            return waiting.count == 1
        }
        if isFirst {
            loop_ring(descriptor)
        }
    }

    func takeReasons() -> [Reason] {
        loop_hush(descriptor)
        return reasons.withLock { waiting in
            let taken = waiting
            waiting.removeAll(keepingCapacity: true)
            return taken
        }
    }

    deinit { close(descriptor) }
}
