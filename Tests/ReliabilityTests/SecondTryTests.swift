import Foundation
import TestSupport
import Testing

@Suite("a scanner that slept gets a second try, and only before any data", .timeLimit(.minutes(15)))
struct SecondTryTests {
    @Test(
        "an opening or a start that fails once is repeated once, after a new search, and nobody notices (BR-052)",
        arguments: ["inval-open", "io-open", "inval-start", "io-start"]
    )
    func once(_ fault: String) throws {
        let place = try Neighbourhood(
            ["device \(fault),once,pages=1,size=300x400;Maker;Sleepy;scanner"],
            arguments: ["--list-max-age", "60"]
        )
        #expect(try place.list().count == 1)
        let searches = place.count("list")
        let scan = try place.scan("Maker Sleepy")
        #expect(scan.pages.count == 1)
        #expect(scan.end.status == 410)
        #expect(place.count("open") == 2)
        #expect(place.count("list") == searches + 1)
    }

    @Test(
        "an opening or a start that always fails is told after the second try, with what to look at (BR-052)",
        arguments: ["inval-open", "io-open", "inval-start", "io-start"]
    )
    func always(_ fault: String) throws {
        let place = try Neighbourhood(["device \(fault),pages=1,size=300x400;Maker;Off;scanner"])
        let watch = Stopwatch()
        let told = try place.refusal("Maker Off")
        #expect(told.contains("switched on") && told.contains("asleep"), "\(told)")
        #expect(watch.undisturbed < .seconds(30))
        #expect(place.count("open") == 2)
    }

    @Test(
        "after the first bytes nothing is repeated: the error is told, the next job is a new one (BR-052)",
        arguments: [
            "io-read@1:20000", "inval-read@1:20000", "io-read@2:0", "io-start@1",
            // Not one row; the first of three colours.
            "io-read@1:5", "busy-read@1:5", "frames=3,io-read@1:20000",
        ]
    )
    func afterData(_ fault: String) throws {
        let place = try Neighbourhood(["device \(fault),pages=3,size=300x400;Maker;Broken;scanner"])
        let job = try place.order("Maker Broken")
        let scan = try place.client.pages(job)
        #expect(scan.pages.count == (fault.contains("@1:") ? 0 : 1))
        #expect(scan.end.status == 500)
        #expect(try place.client.next(job).status == 410)
        #expect(place.count("open") == 1)
    }

    @Test(
        "what a second try cannot mend is told at once (BR-052)",
        arguments: ["denied-open", "nomem-open", "jammed-start", "cover-start", "unsupported-open", "segv-open"]
    )
    func notRepeated(_ fault: String) throws {
        let place = try Neighbourhood(["device \(fault),pages=1,size=300x400;Maker;Closed;scanner"])
        #expect(try place.refusal("Maker Closed").count > 20)
        #expect(place.count("open") == 1)
    }

    @Test(
        "a scanner that is busy is asked again with growing pauses, and nobody notices (BR-052)",
        arguments: ["busy-open*3", "busy-start*3"]
    )
    func busy(_ fault: String) throws {
        let place = try Neighbourhood(["device \(fault),pages=1,size=300x400;Maker;Busy;scanner"])
        let scan = try place.scan("Maker Busy")
        #expect(scan.pages.count == 1)
        #expect(scan.end.status == 410)
        let opened = place.scanners.calls().filter { $0.kind == .open }.map(\.time)
        let pauses = zip(opened, opened.dropFirst()).map { $1 - $0 }
        #expect(pauses.count == 3)
        #expect(pauses.last ?? .zero > (pauses.first ?? .zero) + .milliseconds(300), "\(pauses)")
    }

    @Test("a scanner that stays busy is told while a client still waits for its job (BR-052)")
    func alwaysBusy() throws {
        let place = try Neighbourhood(["device busy-open,pages=1,size=300x400;Maker;Occupied;scanner"])
        #expect(try place.refusal("Maker Occupied").contains("busy"))
        #expect(place.count("open") == 6)
    }

    @Test("a scanner that the service may not open is told with groups and udev (BR-048)")
    func denied() throws {
        let place = try Neighbourhood(["device denied-open,pages=1;Maker;Locked;scanner"])
        let told = try place.refusal("Maker Locked")
        for word in ["groups", "scanner", "lp", "udev"] { #expect(told.contains(word), "\(told)") }
        #expect(eventually { place.logged("job failed", "udev") == 1 })
    }
}
