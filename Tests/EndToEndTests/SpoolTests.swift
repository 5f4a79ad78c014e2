import Foundation
import TestSupport
import Testing

@Suite("pages find room, or the job says why not", .timeLimit(.minutes(15)))
struct SpoolTests {
    @Test("less room than a page is thought to need gives one page at a time")
    func smallLimit() throws {
        let world = try world(limit: "200K")
        let job = try world.client.createJob(Self.order)
        let scan = try world.client.pages(job)
        #expect(scan.pages.count == 3)
        #expect(scan.end.status == 410)
    }

    @Test("a page that outgrows the limit ends its job, and its driver may close in good order")
    func outgrown() throws {
        let world = try world(limit: "20K")
        let job = try world.client.createJob(Self.order)
        let told = try world.client.next(job)
        #expect(told.status == 500)
        #expect(told.text.contains("cannot be stored"))
        #expect(told.text.contains("delete jobs that are done"))
        #expect(try world.client.next(job).status == 410)
        #expect(eventually { world.scanners.callLog().last == "close" })
        #expect(!world.server.log.contains { $0.contains("must not") || $0.contains("killed") })
    }

    @Test("the feeder waits, too, when the system lets the service hold no more pages open")
    func fewDescriptors() throws {
        let world = try World(
            virtual: ["device pages=170,size=40x40;Maker;Many;scanner"],
            backends: ["virtual"]
        )
        let arguments = ["--pid", "\(world.server.pid)", "--nofile=200:200"]
        let limited = try ChildProcess("/usr/bin/prlimit", arguments, environment: [:])
        #expect(limited.wait(atMost: .seconds(10)).succeeded)
        let job = try world.client.createJob(Self.order)
        #expect(eventually { world.server.log.contains { $0.contains("the feeder waits") } })
        let scan = try world.client.pages(job)
        #expect(scan.pages.count == 170)
        #expect(scan.end.status == 410)
    }

    @Test("a folder that a cleaner removed is made again")
    func removedFolder() throws {
        let world = try world(limit: "100M")
        let spool = world.server.folder.appendingPathComponent("spool")
        try FileManager.default.removeItem(at: spool)
        let job = try world.client.createJob(Self.order)
        #expect(try world.client.pages(job).pages.count == 3)
        let rights = try FileManager.default.attributesOfItem(atPath: spool.path)[.posixPermissions] as? Int
        #expect(rights == 0o700)
    }

    @Test("two devices near the limit do not count on the same room: one waits, and no page is lost")
    func sharedRoom() throws {
        let words = ["One", "Two"].map {
            "libusb:1:\($0 == "One" ? 1 : 2),feeder,pages=4,size=900x900,chunk=90000,delay=3000"
        }
        let world = try World(
            virtual: words.map { "device \($0);Maker;\($0.prefix(10));scanner" },
            backends: ["virtual"],
            arguments: ["--spool-limit", "70M"]
        )
        let jobs = try words.map { word in
            try world.client.createJob(
                #"{"device":"virtual:\#(word)","config":{"IfFeederEnabled":true,"PixelType":2,"Resolution":75}}"#
            )
        }
        #expect(eventually { world.server.log.contains { $0.contains("the feeder waits") } })
        for job in jobs {
            let scan = try world.client.pages(job)
            #expect(scan.pages.count == 4)
            #expect(scan.end.status == 410)
        }
    }

    private static let order = #"{"config":{"IfFeederEnabled":true,"PixelType":2,"Resolution":75}}"#

    private func world(limit: String) throws -> World {
        try World(
            virtual: ["device pages=3,size=500x500,chunk=20000;Maker;Pages;scanner"],
            backends: ["virtual"],
            arguments: ["--spool-limit", limit]
        )
    }
}
