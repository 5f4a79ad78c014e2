import Foundation
import TestSupport
import Testing

@Suite("scanners come and go, and stay who they are", .timeLimit(.minutes(15)))
struct ComingAndGoingTests {
    private static func line(_ address: String, pages: Int, model: String = "Model") -> String {
        "device libusb:\(address),pages=\(pages),size=300x400;Maker;\(model);scanner"
    }

    @Test("after a replug the old token, label and device name open the scanner, by one new search (BR-041)")
    func replug() throws {
        let place = try Neighbourhood(["strict", Self.line("001:004", pages: 2)], arguments: ["--list-max-age", "60"])
        let before = try place.list()
        try #require(before.count == 1)
        var address = 5
        for name in [before[0].device, before[0].name, "virtual:libusb:001:004,pages=2,size=300x400"] {
            let searches = place.count("list")
            try place.scanners.configureVirtual(["strict", Self.line("001:00\(address)", pages: 2)])
            #expect(try place.scan(name).pages.count == 2)
            #expect(place.count("list") == searches + 1)
            #expect(try place.list() == before)
            address += 1
        }
    }

    @Test("the list is right within 10 s of a replug, and the scanner is the same (BR-041)")
    func listAfterReplug() throws {
        let place = try Neighbourhood(["strict", Self.line("001:004", pages: 1)])
        let before = try place.list()
        try place.scanners.configureVirtual(["strict", Self.line("002:017", pages: 1)])
        let searches = place.count("list")
        #expect(
            try eventually(within: 12) {
                _ = try place.list()
                return place.count("list") > searches
            }
        )
        #expect(eventually { ProcessFigures(pid: place.server.pid).children.isEmpty })
        // The list shows nothing of the new address: whoever asks at this very moment may come first.
        usleep(300_000)
        #expect(try place.list() == before)
        #expect(try place.scan(before[0].device).pages.count == 1)
        #expect(place.count("open") == 1)
    }

    /// One of several equal scanners; how many sheets it has tells which one it is.
    private static func twin(_ address: Int, pages: Int) -> VirtualDevice {
        VirtualDevice(
            "libusb:001:00\(address)",
            as: "page,pages=\(pages),size=300x400",
            vendor: "Maker",
            model: "Twin",
            type: "scanner"
        )
    }

    @Test("two scanners of one model are two entries, whatever order they are found in (BR-042)")
    func twins() throws {
        let world = try SaneWorld(backends: ["virtual"])
        try world.plug(Self.twin(4, pages: 1), Self.twin(5, pages: 2))
        let place = try Neighbourhood(world, arguments: ["--list-max-age", "0"])
        let list = try place.list()
        #expect(Set(list.map(\.name)).count == 2)
        #expect(Set(list.map(\.device)).count == 2)
        let counts = try list.map { try place.scan($0.device).pages.count }
        #expect(counts.sorted() == [1, 2])
        try world.plug(Self.twin(5, pages: 2), Self.twin(4, pages: 1))
        let searches = place.count("list")
        #expect(
            try eventually {
                _ = try place.list()
                return place.count("list") > searches + 1
            }
        )
        #expect(try place.list() == list)
        #expect(try list.map { try place.scan($0.device).pages.count } == counts)
    }

    @Test("of two equal scanners one goes: its token never means the other, and it comes back to it (BR-042)")
    func oneOfTwins() throws {
        let world = try SaneWorld(backends: ["virtual"])
        try world.plug(Self.twin(4, pages: 1), Self.twin(5, pages: 2))
        let place = try Neighbourhood(world, arguments: ["--list-max-age", "0"])
        let list = try place.list()
        try #require(list.count == 2)
        let token = try #require(list.first { try place.scan($0.device).pages.count == 2 })
        let other = try #require(list.first { $0 != token })
        try world.plug(Self.twin(5, pages: 2))
        #expect(try eventually { try place.list().count == 1 })
        #expect(try place.scan(token.device).pages.count == 2)
        #expect(try place.refusal(other.device) != "")
        try world.plug(Self.twin(5, pages: 2), Self.twin(9, pages: 3))
        #expect(try eventually { try place.list().count == 2 })
        #expect(try place.scan(token.device).pages.count == 2)
        #expect(try place.scan(other.device).pages.count == 3)
    }

    @Test("a scanner that is plugged in later is listed within 10 s of asking, without a restart (BR-051)")
    func later() throws {
        let place = try Neighbourhood(["strict"])
        #expect(try place.answer().text == "[]")
        try place.scanners.configureVirtual(["strict", Self.line("001:004", pages: 1)])
        #expect(try eventually(within: 10) { try place.list().count == 1 })
        #expect(try place.scan(place.list()[0].device).pages.count == 1)
    }

    @Test("a job for a scanner that has just been plugged in finds it (BR-051)")
    func jobForNew() throws {
        let place = try Neighbourhood(["strict"], arguments: ["--list-max-age", "60"])
        #expect(try place.answer().text == "[]")
        try place.scanners.configureVirtual(["strict", Self.line("001:004", pages: 1, model: "New")])
        #expect(try place.scan("Maker New").pages.count == 1)
    }

    @Test("fifty searches leave memory, descriptors, threads and children as they were (BR-051)")
    func fiftySearches() throws {
        let place = try Neighbourhood(
            ["strict"],
            devices: 1,
            backends: ["test", "virtual"],
            arguments: ["--list-max-age", "0"]
        )
        func search(_ count: Int) throws {
            let until = place.count("list") + count
            try place.scanners.configureVirtual(["strict", Self.line("001:00\(count % 10)", pages: 1)])
            #expect(
                try eventually(within: 60) {
                    _ = try place.list()
                    return place.count("list") >= until
                }
            )
            #expect(eventually { ProcessFigures(pid: place.server.pid).children.isEmpty })
        }
        try search(10)
        let server = ProcessFigures(pid: place.server.pid)
        let before = (server.openDescriptors, Self.threads(of: server.pid), server.residentMiB)
        try search(51)
        #expect(eventually { server.openDescriptors <= before.0 && Self.threads(of: server.pid) <= before.1 })
        #expect(server.residentMiB < before.2 + 2)
    }

    @Test("a scanner that misses one search stays; after two it is gone (BR-041)")
    func missing() throws {
        let place = try Neighbourhood(
            ["strict", Self.line("001:004", pages: 1)],
            devices: 1,
            backends: ["test", "virtual"],
            arguments: ["--list-max-age", "60"]
        )
        #expect(try place.list().count == 2)
        try place.scanners.configureVirtual(["strict"])
        // A job for something unknown searches once.
        for count in [2, 1] {
            #expect(try place.refusal("nothing of the kind") != "")
            #expect(try place.list().count == count)
        }
    }

    private static func threads(of pid: pid_t) -> Int {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/task"))?.count ?? 0  // Gone: none.
    }
}
