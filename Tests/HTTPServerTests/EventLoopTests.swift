import Foundation
import Glibc
import HTTPServer
import Testing

@Suite("the event loop", .timeLimit(.minutes(15)))
struct EventLoopTests {
    @Test("timers fire in the order of their time, equal ones in the order they were set")
    func timers() throws {
        let loop = try EventLoop()
        var fired: [Int] = []
        var timers: [LoopTimer] = []
        for (number, delay) in [30, 10, 20, 10, 0].enumerated() {
            timers.append(loop.after(.milliseconds(delay)) { fired.append(number) })
        }
        timers.append(loop.after(.milliseconds(40)) { loop.stop() })
        loop.run()
        #expect(fired == [4, 1, 3, 2, 0])
    }

    @Test("a timer does not fire early, and not after it was cancelled or released")
    func cancelledTimers() throws {
        let loop = try EventLoop()
        var fired: [String] = []
        let cancelled = loop.after(.milliseconds(5)) { fired.append("cancelled") }
        cancelled.cancel()
        _ = loop.after(.milliseconds(5)) { fired.append("released") }
        let start = loop.now
        var end: UInt64 = 0
        let last = loop.after(.milliseconds(20)) {
            end = loop.now
            loop.stop()
        }
        loop.run()
        #expect(fired.isEmpty)
        #expect(end - start >= 20_000_000)
        withExtendedLifetime((last, cancelled)) {}
    }

    @Test("a moment in which nothing happens is told once")
    func quiet() throws {
        let loop = try EventLoop()
        var told = 0
        loop.whenQuiet = { told += 1 }
        let timers = [10, 30, 600].map { delay in
            loop.after(.milliseconds(delay)) { if delay == 600 { loop.stop() } }
        }
        loop.run()
        #expect(told == 1)
        withExtendedLifetime(timers) {}
    }

    @Test("many timers that are mostly cancelled")
    func manyTimers() throws {
        let loop = try EventLoop()
        var (fired, kept): ([Int], [LoopTimer]) = ([], [])
        let start = loop.now
        for number in 0..<5000 {
            let step = (number * 7919) % 10
            let elapsed = Duration.nanoseconds(loop.now - start)
            // All are made before the first is due, also where a sanitizer makes all slow.
            let timer = loop.after(.milliseconds(600 + 30 * step) - elapsed) { fired.append(step) }
            if number % 7 == 0 { kept.append(timer) }
        }
        let last = loop.after(.milliseconds(1_100)) { loop.stop() }
        loop.run()
        #expect(fired.count == kept.count)
        let isSorted = fired == fired.sorted()
        #expect(isSorted)
        withExtendedLifetime((last, kept)) {}
    }

    @Test("a timer that sets itself again does not keep the loop from the rest")
    func selfSetting() throws {
        let loop = try EventLoop()
        var (rounds, timer): (Int, LoopTimer?) = (0, nil)
        func again() {
            rounds += 1
            timer = loop.after(.zero) { again() }
        }
        again()
        let mail = loop.mailbox { (_: Int) in loop.stop() }
        let last = loop.after(.milliseconds(5)) { mail.post(1) }
        loop.run()
        #expect(rounds > 1)
        withExtendedLifetime((timer, last)) {}
    }

    @Test("a descriptor is told as long as it is ready, and not after its watch is released")
    func watches() throws {
        let loop = try EventLoop()
        let pair = try Pipe()
        pair.write("abc")
        var (read, watch): ([UInt8], LoopWatch?) = ([], nil)
        watch = try loop.watch(pair.reading, .readable) { readiness in
            #expect(readiness.contains(.readable))
            read += pair.readByte()
            if read.count == 2 { watch = nil }
        }
        let last = loop.after(.milliseconds(10)) { loop.stop() }
        loop.run()
        #expect(read == Array("ab".utf8))
        withExtendedLifetime((last, watch)) {}
    }

    @Test("an action that cancels the other watches of the same turn is the only one")
    func cancelledInTurn() throws {
        let loop = try EventLoop()
        let pipes = try (0..<10).map { _ in try Pipe() }
        pipes.forEach { $0.write("x") }
        var (count, watches): (Int, [LoopWatch]) = (0, [])
        watches = try pipes.map { pipe in
            try loop.watch(pipe.reading, .readable) { _ in
                count += 1
                watches = []
            }
        }
        let last = loop.after(.milliseconds(10)) { loop.stop() }
        loop.run()
        #expect(count == 1)
        withExtendedLifetime((last, watches)) {}
    }

    @Test("a watch that ends late leaves the next file of the same number alone")
    func reusedNumber() throws {
        let loop = try EventLoop()
        let (first, second) = (try Pipe(), try Pipe())
        // Ours until it is closed: a number of our choice may be another test's.
        let number = dup(first.reading)
        var old: LoopWatch? = try loop.watch(number, .readable) { _ in Issue.record("the old watch was told") }
        dup2(second.reading, number)
        var count = 0
        let new = try loop.watch(number, .readable) { _ in
            count += 1
            loop.stop()
        }
        old = nil
        second.write("x")
        let last = loop.after(.seconds(2)) { loop.stop() }
        loop.run()
        #expect(count == 1)
        withExtendedLifetime((last, new, old)) {}
        close(number)
    }

    @Test("the other side's end is told")
    func hangup() throws {
        let loop = try EventLoop()
        var descriptors: [Int32] = [0, 0]
        socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &descriptors)
        var told: Readiness = []
        let watch = try loop.watch(descriptors[0], .hangup) { readiness in
            told = readiness
            loop.stop()
        }
        shutdown(descriptors[1], Int32(SHUT_WR))
        loop.run()
        #expect(told == .hangup)
        watch.cancel()
        descriptors.forEach { close($0) }
    }

    @Test("mail from many threads arrives once each, in the order of each thread")
    func mail() throws {
        let loop = try EventLoop()
        var received: [Int: [Int]] = [:]
        var count = 0
        let mailbox = loop.mailbox { (message: (thread: Int, number: Int)) in
            received[message.thread, default: []].append(message.number)
            count += 1
            if count == 4 * 5000 { loop.stop() }
        }
        for thread in 0..<4 {
            Thread.detachNewThread {
                for number in 0..<5000 { mailbox.post((thread, number)) }
            }
        }
        let last = loop.after(.seconds(20)) { loop.stop() }
        loop.run()
        for thread in 0..<4 {
            #expect(received[thread] == Array(0..<5000))
        }
        withExtendedLifetime(last) {}
    }

    @Test("mail that was posted before its box was released still arrives")
    func releasedMailbox() throws {
        let loop = try EventLoop()
        var received: [Int] = []
        var mailbox: Mailbox<Int>? = loop.mailbox { received.append($0) }
        mailbox?.post(1)
        mailbox?.post(2)
        mailbox = nil
        let last = loop.after(.milliseconds(10)) { loop.stop() }
        loop.run()
        #expect(received == [1, 2])
        withExtendedLifetime(last) {}
    }

    @Test("a signal is told on the loop")
    func signals() throws {
        let told = Mutexed<Int32>(0)
        let ended = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            if let loop = try? EventLoop() {
                try? loop.onSignals([SIGUSR2]) { signal in
                    told.set(signal)
                    loop.stop()
                }
                // For this thread alone: the test's other threads do not block the signal.
                pthread_kill(pthread_self(), SIGUSR2)
                let last = loop.after(.seconds(5)) { loop.stop() }
                loop.run()
                withExtendedLifetime(last) {}
            }
            ended.signal()
        }
        #expect(ended.wait(timeout: .now() + 10) == .success)
        #expect(told.value == SIGUSR2)
    }

    @Test("an address that cannot be used is named with the reason")
    func listening() throws {
        let (descriptor, port) = try ListeningSocket.open(address: "127.0.0.1", port: 0)
        defer { close(descriptor) }
        #expect(port > 0)
        #expect(
            refusal("127.0.0.1", port) == "Cannot listen on 127.0.0.1:\(port): "
                + "another program listens there; end it, or choose another port."
        )
        #expect(refusal("203.0.113.7", 1) == "Cannot listen on 203.0.113.7:1: there is no such address on this host.")
        #expect(refusal("example", 1) == "Cannot listen on example:1: example is not a numeric IP address.")
    }

    private func refusal(_ address: String, _ port: UInt16) -> String? {
        do {
            close(try ListeningSocket.open(address: address, port: port).descriptor)
            return nil
        } catch {
            return error.text
        }
    }
}

/// A pipe that is closed when released.
private final class Pipe {
    let reading: Int32
    private let writing: Int32

    init() throws {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw TestFailure("pipe: \(errno)") }
        (reading, writing) = (ends[0], ends[1])
    }

    deinit {
        close(reading)
        close(writing)
    }

    func write(_ text: String) { _ = Glibc.write(writing, text, text.utf8.count) }

    func readByte() -> [UInt8] {
        var byte: UInt8 = 0
        return read(reading, &byte, 1) == 1 ? [byte] : []
    }
}
