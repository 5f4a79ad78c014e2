import Dispatch
import Foundation
import Synchronization
import TestSupport
import Testing

@Suite("one scanner, many people", .timeLimit(.minutes(15)))
struct SharingTests {
    /// A page of a minute, in pieces of a tenth of a second.
    private static let slow = "size=600x1000,pages=9,chunk=1000,delay=100000"

    private func order(_ room: Room, _ device: String) throws -> String {
        #"{"device":\#(try quoted(room.name(device))),"config":{"PixelType":1,"IfFeederEnabled":true}}"#
    }

    @Test("deleted in mid-page: answered within 2 s, the driver is let go, and the next job works (BR-055)")
    func deletedInMidPage() throws {
        // A driver that keeps a grudge hangs at the next opening, unless it was cancelled or read to its end.
        let device = "grudge,\(Self.slow)"
        let room = try Room([device])
        let job = try room.client.createJob(order(room, device))
        let waiting = try room.server.client()
        try waiting.sendRequest("GET", "/DWTAPI/ScanJobs/\(job)/NextDocument", headers: ["Connection: close"])
        #expect(eventually { room.calls.contains("start") })
        usleep(300_000)
        let watch = Stopwatch()
        #expect(try room.client.delete(job).status == 200)
        #expect(watch.undisturbed < .seconds(3))
        #expect(try waiting.readResponse().status == 410)
        #expect(try room.client.next(job).status == 410)
        #expect(eventually { room.calls.last == "close" })
        #expect(room.calls.filter { $0 == "start" }.count == 1)
        #expect(room.calls.filter { $0 == "cancel" }.count == 1)
        let next = try room.client.createJob(
            #"{"device":\#(try quoted(room.name(device))),"config":{"PixelType":1,"Resolution":75}}"#
        )
        #expect(try room.client.delete(next).status == 200)
    }

    @Test(
        "the last page taken and no DELETE: the scanner is free within 2 s, the job can still be deleted once (BR-056)"
    )
    func undeleted() throws {
        let device = "size=60x40,pages=2"
        let room = try Room([device])
        let first = try room.client.createJob(order(room, device))
        #expect(try room.client.pages(first).pages.count == 2)
        let watch = Stopwatch()
        let second = try room.client.createJob(order(room, device))
        #expect(watch.undisturbed < .seconds(2))
        #expect(try room.client.pages(second).pages.count == 2)
        #expect(try room.client.next(first).status == 410)
        for job in [first, second] {
            #expect(try room.client.delete(job).status == 200)
            #expect(try room.client.delete(job).status == 410)
        }
    }

    @Test("twenty orders at once for two scanners: each gets its own pages or the word that it is busy (BR-054)")
    func crowd() throws {
        let devices = ["size=60x40,pages=1,delay=20000", "size=80x30,pages=1,delay=20000"]
        let room = try Room(devices)
        let outcomes = Mutex<[String]>([])
        DispatchQueue.concurrentPerform(iterations: 20) { number in
            let outcome: String
            do {
                let scan = try room.scan(devices[number % 2], #""IfFeederEnabled":true,"PixelType":1,"Resolution":75"#)
                let own = number % 2 == 0 ? [[60, 40]] : [[80, 30]]
                let isBusy = scan.end == 403 && scan.text.hasPrefix("Operation time out. The scanner is busy")
                outcome = scan.sizes == own && scan.end == 410 ? "own" : isBusy ? "busy" : "\(scan.end) \(scan.text)"
            } catch {
                outcome = "\(error)"
            }
            outcomes.withLock { $0.append(outcome) }
        }
        let all = outcomes.withLock { $0 }
        #expect(all.count == 20)
        #expect(all.allSatisfy { $0 == "own" || $0 == "busy" }, "\(all)")
        #expect(all.filter { $0 == "own" }.count >= 2)
    }

    @Test(
        "a read that blocks for long, or for ever, is an error in time; its scanner works again (BR-058)",
        arguments: ["hang4-read@1:500*1", "hang-read@1:500*1", "hang-read@1:0*1", "stall-read@1:500*1"]
    )
    func blockedRead(fault: String) throws {
        let device = "\(fault),size=60x40,pages=2"
        let deadlines = ["--deadline-first-bytes", "1", "--deadline-more-bytes", "1", "--cancel-grace", "1"]
        let room = try Room([device], arguments: deadlines)
        let watch = Stopwatch()
        let scan = try room.scan(device, #""IfFeederEnabled":true,"Resolution":75"#)
        #expect(scan.end == 500)
        #expect(scan.text.contains("did not answer for 1 second"), "\(scan.text)")
        #expect(try room.hasEnded(scan))
        #expect(watch.undisturbed < .seconds(10))
        let next = try room.scan(device, #""IfFeederEnabled":true,"Resolution":75"#)
        #expect(next.pages.count == 2, "\(next.text)")
        #expect(room.server.stop().succeeded)
    }

    @Test(
        "a driver that ends its process in any call costs its job, and nobody else's (BR-059)",
        arguments: ["segv", "abort", "exit", "_exit"]
    )
    func crashes(deed: String) throws {
        let calls = ["open", "descriptor", "option", "start", "parameters", "read@1:500", "cancel", "close"]
        let bad = calls.map { "\(deed)-\($0)*1,size=60x40,pages=1" }
        let good = "size=600x400,pages=1,chunk=9000,delay=100000"
        let room = try Room(bad + [good])
        // Somebody scans all the while.
        let other = try room.client.createJob(order(room, good))
        for device in bad {
            let scan = try room.scan(device, #""IfFeederEnabled":true,"Resolution":75"#)
            let isLate = device.contains("-cancel") || device.contains("-close")
            #expect(scan.pages.count == (isLate ? 1 : 0), "\(device)")
            #expect((isLate ? [410] : [403, 500]).contains(scan.end), "\(device): \(scan.end) \(scan.text)")
            if !isLate { #expect(scan.text.contains("The backend crashed"), "\(device): \(scan.text)") }
            #expect(try room.scan(device, #""IfFeederEnabled":true,"Resolution":75"#).pages.count == 1, "\(device)")
        }
        #expect(try room.client.pages(other).pages.count == 1)
        #expect(ProcessFigures(pid: room.server.pid).isAlive)
    }
}
