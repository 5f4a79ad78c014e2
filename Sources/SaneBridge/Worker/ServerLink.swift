import Glibc
import Scanning
import WorkerProtocol

/// The way to the server: frames are written to descriptor 3, by the thread that drives the scanner only.
///
/// Writing blocks while the server has no room: this is what slows a scanner down that is faster than its reader.
final class ServerLink {
    /// The socket's place, by agreement with the server.
    static let descriptor: Int32 = 3

    /// When something was sent last, by the monotonic clock.
    private(set) var lastSent = Monotonic.milliseconds
    /// Once a write has failed, the server is gone: what is said further is lost and nobody waits for it.
    private(set) var isBroken = false

    private let interruption: Interruption

    init(interruption: Interruption) {
        self.interruption = interruption
    }

    /// Sends an event.
    func send(_ event: Event) {
        do {
            let bytes = try Frame.bytes(of: event)
            bytes.withUnsafeBytes { write($0, nil) }
        } catch {
            send(.failed(.host("A message to the server would have been too long.")))
        }
    }

    /// Sends bytes of a page as one frame, from where they lie.
    func sendPage(_ bytes: UnsafeRawBufferPointer) throws(ScanError) {
        FrameHeader(type: .pageBytes, length: bytes.count).bytes.withUnsafeBytes { write($0, bytes) }
        if isBroken { throw .canceled }
    }

    private func write(_ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer?) {
        var parts = [first, second ?? UnsafeRawBufferPointer(start: nil, count: 0)]
        while !isBroken, parts.contains(where: { !$0.isEmpty }) {
            var vector = parts.map {
                iovec(iov_base: UnsafeMutableRawPointer(mutating: $0.baseAddress), iov_len: $0.count)
            }
            let count = writev(ServerLink.descriptor, &vector, Int32(vector.count))
            if count < 0 {
                if errno == EINTR { continue }
                isBroken = true
                interruption.hangUp()
                return
            }
            parts = ServerLink.rest(of: parts, after: count)
        }
        lastSent = Monotonic.milliseconds
    }

    private static func rest(of parts: [UnsafeRawBufferPointer], after count: Int) -> [UnsafeRawBufferPointer] {
        var written = count
        return parts.map { part in
            let skipped = min(written, part.count)
            written -= skipped
            return UnsafeRawBufferPointer(rebasing: part[skipped...])
        }
    }
}
