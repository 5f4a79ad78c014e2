import Dispatch
import Glibc
import HTTPServer
import Scanning
import Synchronization
import Testing
import WorkerProtocol

@testable import RESTServer

@Suite("the way to a worker", .timeLimit(.minutes(15)))
struct WorkerLinkTests {
    /// Both ends of a conversation; the worker's is read by the test.
    private final class Pair {
        let loop: EventLoop
        let link: WorkerLink
        let worker: Int32

        init() throws {
            var ends: [Int32] = [-1, -1]
            try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
            var limit = timeval(tv_sec: 10, tv_usec: 0)
            setsockopt(ends[1], SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
            loop = try EventLoop()
            worker = ends[1]
            link = try WorkerLink(socket: ends[0], mailbox: loop.mailbox { _ in })
        }

        deinit { close(worker) }
    }

    /// What a worker hears.
    private final class Heard: Sendable {
        private let kept = Mutex<[Command]>([])
        var commands: [Command] { kept.withLock { $0 } }

        func read(_ count: Int, from socket: Int32) {
            var reader = FrameReader.fromServer()
            var buffer = [UInt8](repeating: 0, count: 16 << 10)
            while commands.count < count {
                let length = recv(socket, &buffer, buffer.count, 0)
                guard length > 0 else { return }
                buffer.withUnsafeBytes { bytes in
                    var rest = UnsafeRawBufferPointer(rebasing: bytes[..<length])
                    while let piece = try? reader.next(&rest) {
                        if case .command(let command) = piece { kept.withLock { $0.append(command) } }
                    }
                }
            }
        }
    }

    /// An opening with a table of that many entries, nine bytes each.
    private func opening(entries: Int) -> Command {
        var request = ScanRequest()
        request.wishes = [OptionWish(.name("gamma-table"), .numbers((0..<entries).map { Double($0) }))]
        return .open(Opening(deviceName: "virtual:x", request: request))
    }

    @Test("a command that is longer than the socket's room arrives whole, and the next one behind it")
    func longCommand() throws {
        let pair = try Pair()
        let worker = pair.worker
        let command = opening(entries: 65_536)
        let reading = DispatchQueue(label: "worker")
        let result = DispatchGroup()
        let heard = Heard()
        reading.async(group: result) { heard.read(2, from: worker) }
        #expect(pair.link.send(command))
        #expect(pair.link.send(.describe))
        #expect(result.wait(timeout: .now() + .seconds(20)) == .success)
        #expect(heard.commands == [command, .describe])
    }

    @Test("nobody waits for a worker that stops reading in the middle of a command, and hanging up lets go of it")
    func deafWorker() throws {
        let command = opening(entries: 65_536)
        let clock = ContinuousClock()
        let packing = clock.measure { _ = try? Frame.bytes(of: command) }
        weak var link: WorkerLink?
        do {
            let pair = try Pair()
            link = pair.link
            let sending = clock.measure {
                #expect(pair.link.send(command))
                #expect(pair.link.send(.close))
            }
            #expect(sending < packing * 3 + .milliseconds(500))
            pair.link.hangUp()
            var byte: UInt8 = 0
            while recv(pair.worker, &byte, 1, Int32(MSG_DONTWAIT)) == 1 {}
            // The end, and not nothing so far.
            #expect(recv(pair.worker, &byte, 1, Int32(MSG_DONTWAIT)) == 0)
        }
        // Its threads hold it until they have seen the end.
        for _ in 0..<500 where link != nil { usleep(10_000) }
        #expect(link == nil)
    }

    @Test("a command that no reader would take ends the conversation instead of being waited for")
    func tooLong() throws {
        let pair = try Pair()
        #expect(!pair.link.send(opening(entries: 200_000)))
        var byte: UInt8 = 0
        #expect(recv(pair.worker, &byte, 1, 0) == 0)
    }
}
