import Glibc
import WorkerProtocol

/// The second thread: reads the server's commands at all times, so that `cancel`, `close` and the server's end are seen
/// while a driver blocks.
final class Listener: Sendable {
    /// A read that has not returned so long after a cancel is broken with `sane_cancel` from this thread.
    private static let patience = 250
    /// A worker without a server has so long to close its device.
    private static let lastGrace = 15_000

    private let queue: CommandQueue
    private let interruption: Interruption
    private let preference: Preference

    init(queue: CommandQueue, interruption: Interruption, preference: Preference) {
        self.queue = queue
        self.interruption = interruption
        self.preference = preference
    }

    /// Starts the thread; it ends with the process.
    func start() {
        var thread = pthread_t()
        let code = pthread_create(
            &thread,
            nil,
            { context in
                guard let context else { return nil }
                Unmanaged<Listener>.fromOpaque(context).takeRetainedValue().run()
            },
            Unmanaged.passRetained(self).toOpaque()
        )
        precondition(code == 0, "no thread to listen on: error \(code)")
    }

    private func run() -> Never {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 16_384, alignment: 16)
        var reader = FrameReader.fromServer()
        var pages = 0
        var breakTime: Int?
        while true {
            let wait = breakTime.map { Int32(max(0, $0 - Monotonic.milliseconds)) } ?? -1
            var watch = pollfd(fd: ServerLink.descriptor, events: Int16(POLLIN), revents: 0)
            let ready = poll(&watch, 1, wait)
            if let time = breakTime, Monotonic.milliseconds >= time {
                interruption.breakRead()
                breakTime = nil
            }
            guard ready > 0 else { continue }
            let count = read(ServerLink.descriptor, buffer.baseAddress, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { leave() }
            do throws(ProtocolViolation) {
                var rest = UnsafeRawBufferPointer(rebasing: buffer[..<count])
                while let piece = try reader.next(&rest) {
                    guard case .command(let command) = piece else { continue }
                    if hear(command, pages: &pages) { breakTime = Monotonic.milliseconds + Listener.patience }
                }
            } catch {
                // A server that breaks the rules is not the one this worker belongs to.
                leave()
            }
        }
    }

    /// Passes a command on; true when it interrupts what goes on.
    private func hear(_ command: Command, pages: inout Int) -> Bool {
        switch command {
        case .feed: pages += 1
        case .prefer(let storage):
            preference.note(storage, page: pages)
            return false
        default: break
        }
        if command == .cancel {
            interruption.cancel(through: pages)
            return true
        }
        if command == .close { interruption.hangUp() }
        queue.append(Order(command: command, page: pages))
        return command == .close
    }

    /// The server is gone: lets the other thread close the device, but not for ever.
    private func leave() -> Never {
        interruption.hangUp()
        queue.end()
        Monotonic.pause(milliseconds: Listener.patience)
        interruption.breakRead()
        Monotonic.pause(milliseconds: Listener.lastGrace - Listener.patience)
        _exit(1)
    }
}
