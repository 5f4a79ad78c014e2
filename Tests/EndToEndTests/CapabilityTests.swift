import Foundation
import TestSupport
import Testing

@Suite("a pending job tells what its scanner can do", .timeLimit(.minutes(10)))
struct CapabilityTests {
    private func world(_ words: String = "fujitsu-fi7260", arguments: [String] = []) throws -> World {
        try World(virtual: ["device \(words);Maker;Any;scanner"], backends: ["virtual"], arguments: arguments)
    }

    /// The members of the answer that are looked at.
    private struct Details: Decodable {
        struct Labelled: Decodable { var value: Int, label: String }
        var capability: Labelled
        var conType: Labelled
        var valueType: Labelled
        var query: [String]
    }

    private func details(_ world: World, _ job: String, _ query: String = "") throws -> [Details] {
        let answer = try world.v19.ask(job, "scanner/capabilities\(query)")
        #expect(answer.status == 200, "\(answer.text)")
        #expect(answer["Content-Type"] == "application/json")
        return try V19Client.decode([Details].self, answer)
    }

    private func current(_ world: World, _ job: String, _ id: Int) throws -> NSObject? {
        let answer = try world.v19.ask(job, "scanner/capabilities?caps=\(id)")
        let all = try JSONSerialization.jsonObject(with: Data(answer.body)) as? [[String: Any]]
        let value = all?.first?["curValue"]
        return (value as? [String: Any])?["value"] as? NSObject ?? value as? NSObject
    }

    @Test("all of them, or those that are asked for, at once after the POST")
    func asked() throws {
        let world = try world()
        let job = try world.v19.makeJob(#"{"autoRun":false,"config":{"PixelType":1,"Resolution":300}}"#).jobuid
        let all = try details(world, job)
        #expect(all.count > 80)
        #expect(all.map(\.capability.value) == all.map(\.capability.value).sorted())
        let two = try details(world, job, "?caps=4376%2C257,9999")
        #expect(two.map(\.capability.label) == ["ICAP_PIXELTYPE", "ICAP_XRESOLUTION"])
        #expect(two.map(\.conType.label) == ["TWON_ENUMERATION", "TWON_RANGE"])
        #expect(two.map(\.valueType.label) == ["TWTY_UINT16", "TWTY_FIX32"])
        #expect(two[0].query == ["get", "set", "reset", "getdefault", "getcurrent"])
        // Said twice they count together, and they are read as they are written elsewhere.
        for query in ["caps=257&caps=4376", "caps=0x101,0x1118", "caps=&caps=ICAP_PIXELTYPE&CAPS=4376%2C257"] {
            let both = try details(world, job, "?\(query)").map(\.capability.value)
            #expect(both == [257, 4_376], "\(query)")
        }
        #expect(try world.v19.ask(job, "scanner/capabilities?caps=257&caps=x").status == 400)
        #expect(try details(world, job, "?caps=9999").isEmpty)
        #expect(try details(world, job, "?caps=").count == all.count)
        #expect(try current(world, job, 257) == 1 as NSNumber)
        #expect(try current(world, job, 4_376) == 300 as NSNumber)
        // Looking costs the scanner nothing but the reading.
        #expect(!world.scanners.calls().contains { $0.kind == .start })
    }

    @Test(
        "numbers that are none are 400, and so is a window that is neither there nor not",
        arguments: ["abc", "257,", "1.5", "-1"]
    )
    func wrong(_ caps: String) throws {
        let world = try world("page")
        let job = try world.v19.makeJob(#"{"autoRun":false}"#).jobuid
        for what in ["capabilities?caps=\(caps)", "settings?showui=maybe"] {
            let answer = try world.v19.ask(job, "scanner/\(what)")
            #expect(answer.status == 400)
            #expect(try world.v19.envelope(answer).code == -2113)
        }
    }

    @Test("a job that is not pending is 409, an unknown one 404, a deleted one 410")
    func states() throws {
        let world = try world("feeder,pages=1,size=300x200")
        let job = try world.v19.makeJob(#"{"autoRun":false}"#).jobuid
        #expect(try world.v19.patch(job, "running").status == 200)
        for what in ["capabilities", "settings"] {
            let answer = try world.v19.ask(job, "scanner/\(what)")
            #expect(answer.status == 409)
            #expect(try world.v19.envelope(answer).code == -1011)
            #expect(try world.v19.ask("11111111-2222-3333-4444-555555555555", "scanner/\(what)").status == 404)
        }
        #expect(try eventually { try world.v19.report(job).status == "completed" })
        #expect(try world.v19.ask(job, "scanner/settings").status == 409)
        #expect(try world.v19.delete(job).status == 204)
        #expect(try world.v19.ask(job, "scanner/capabilities").status == 410)
    }

    @Test("the scan is the one that was looked at")
    func scans() throws {
        let world = try world("fujitsu-scansnap-s1500,pages=1")
        let order = #"""
            {"autoRun":false,"caps":{"exception":"fail","capabilities":[{"capability":257,"curValue":1},
            {"capability":4376,"curValue":100},{"capability":4386,"curValue":5},{"capability":4353,"curValue":500}]}}
            """#
        let job = try world.v19.makeJob(order).jobuid
        #expect(try current(world, job, 4_353) == 500 as NSNumber)
        #expect(try current(world, job, 4_386) == 5 as NSNumber)
        #expect(try world.v19.patch(job, "running").status == 200)
        let page = try world.v19.ask(job, "next-page?type=image/jpeg")
        #expect(page.status == 200)
        let sets = world.scanners.calls().filter { $0.kind == .set }.map(\.detail)
        #expect(sets.contains("brightness=64"))
        #expect(sets.contains("mode=Gray"))
    }

    @Test("a paper sensor is read again once a second has passed, and not for every question")
    func sensor() throws {
        let scanners = try World(backends: ["virtual"])
        try scanners.scanners.plug(VirtualDevice("x", as: "fujitsu-scansnap-s1500,pages=0", vendor: "M", model: "S"))
        let world = scanners
        _ = try eventually { try !world.list().isEmpty }
        let job = try world.v19.makeJob(#"{"autoRun":false,"device":"virtual:x"}"#).jobuid
        #expect(try current(world, job, 4_099) == 0 as NSNumber)
        try world.scanners.plug(VirtualDevice("x", as: "fujitsu-scansnap-s1500,pages=1", vendor: "M", model: "S"))
        #expect(try eventually { try current(world, job, 4_099) == 1 as NSNumber })
    }

    @Test("settings of one job are those of a later one, which may say more")
    func settings() throws {
        let world = try world("fujitsu-fi7260,pages=1")
        let order =
            #"{"autoRun":false,"config":{"PixelType":1,"Resolution":150,"IfFeederEnabled":true,"Brightness":250}}"#
        let first = try world.v19.makeJob(order).jobuid
        let answer = try world.v19.ask(first, "scanner/settings?showui=false")
        #expect(answer.status == 200)
        let kept = try #require(
            (try JSONSerialization.jsonObject(with: Data(answer.body)) as? [String: String])?["settings"]
        )
        #expect(try world.v19.delete(first).status == 204)
        let second = try world.v19.makeJob(
            #"{"autoRun":false,"settings":"\#(kept)","config":{"Resolution":200}}"#
        ).jobuid
        #expect(try current(world, second, 257) == 1 as NSNumber)
        #expect(try current(world, second, 4_376) == 200 as NSNumber)
        #expect(try current(world, second, 4_098) == 1 as NSNumber)
        #expect(try world.v19.delete(second).status == 204)
        let refused = try world.v19.post(#"{"settings":"AQIDBAUGBwg="}"#)
        #expect(refused.status == 400)
        #expect(try world.v19.envelope(refused).code == -2113)
    }

    @Test("options that choose by themselves are told, and choose where a job says so")
    func automatic() throws {
        let world = try world("canon-pixma-mx-adf")
        let look = try world.v19.makeJob(#"{"autoRun":false}"#).jobuid
        let answer = try world.v19.ask(look, "scanner/capabilities")
        let all = try #require(try JSONSerialization.jsonObject(with: Data(answer.body)) as? [[String: Any]])
        func number(_ name: String) throws -> Int {
            let found = all.first { ($0["capability"] as? [String: Any])?["label"] as? String == name }
            #expect(found?["automatic"] as? Bool == (name == "source" ? nil : true), "\(name)")
            return try #require((found?["capability"] as? [String: Any])?["value"] as? Int)
        }
        let (gamma, source) = (try number("gamma"), try number("source"))
        #expect(try world.v19.delete(look).status == 204)
        func job(_ id: Int, _ rest: String) throws -> String {
            let item = #"{"capability":"0x\#(String(id, radix: 16))","automatic":true}"#
            return try world.v19.makeJob(
                #"{"autoRun":false,"caps":{"exception":"fail","capabilities":[\#(item)]}\#(rest)}"#
            ).jobuid
        }
        let good = try job(gamma, #","config":{"Resolution":300}"#)
        #expect(try current(world, good, gamma) == 2.2 as NSNumber)
        #expect(world.scanners.calls().filter { $0.kind == .set }.map(\.detail).contains("gamma=auto"))
        #expect(try world.v19.delete(good).status == 204)
        let bad = try job(source, "")
        #expect(try eventually { try world.v19.report(bad).status == "faulted" })
        #expect(try world.v19.report(bad).code == -1014)
    }

    static let insisted: [(device: String, items: String, code: Int)] = [
        ("canon-lide20-plustek", #"{"capability":4376,"curValue":300},{"capability":4377,"curValue":600}"#, -1006),
        ("canon-lide20-plustek", #"{"capability":4372,"curValue":{"left":20,"top":0,"right":30,"bottom":9}}"#, -1010),
        ("canon-lide20-plustek", #"{"capability":4372,"curValue":{"left":0,"top":0,"right":30,"bottom":9}}"#, -1010),
        ("brother-mfc8710dw-airscan-wsd", #"{"capability":4387,"curValue":100}"#, -1006),
        ("canon-lide20-plustek", #"{"capability":4387,"curValue":100}"#, -1013),
        ("canon-lide20-plustek", #"{"capability":4382,"curValue":1}"#, -1013),
    ]

    @Test("what a job insists on and cannot have fails it, with the code that says why", arguments: insisted)
    func insists(_ row: (device: String, items: String, code: Int)) throws {
        let world = try world(row.device)
        func job(_ exception: String) throws -> String {
            try world.v19.makeJob(
                #"{"autoRun":false,"caps":{"exception":"\#(exception)","capabilities":[\#(row.items)]}}"#
            ).jobuid
        }
        let bad = try job("fail")
        #expect(try eventually { try world.v19.report(bad).status == "faulted" })
        #expect(try world.v19.report(bad).code == row.code)
        #expect(try world.v19.delete(bad).status == 204)
        let good = try job("ignore")
        // An area beside the bed is nothing that anybody could want, whatever is to be ignored.
        if row.items.contains(#""left":20"#) { return }
        #expect(try details(world, good).count > 20)
        #expect(try world.v19.report(good).status == "pending")
    }

    @Test(
        "corners of the driver's own that leave nothing between them, or lie beyond the bed, fail the job that insists"
    )
    func corners() throws {
        let world = try world("canon-lide20-plustek")
        let look = try world.v19.makeJob(#"{"autoRun":false}"#).jobuid
        let labels = try details(world, look).map(\.capability)
        #expect(try world.v19.delete(look).status == 204)
        func item(_ name: String, _ value: Int) throws -> String {
            let id = try #require(labels.first { $0.label == name }).value
            return #"{"capability":\#(id),"curValue":\#(value)}"#
        }
        for items in [[try item("tl-x", 150), try item("br-x", 100)], [try item("br-y", 400)]] {
            let list = items.joined(separator: ",")
            let bad = try world.v19.makeJob(
                #"{"autoRun":false,"caps":{"exception":"fail","capabilities":[\#(list)]}}"#
            ).jobuid
            #expect(try eventually { try world.v19.report(bad).status == "faulted" })
            #expect(try world.v19.report(bad).code == -1010)
            #expect(try world.v19.delete(bad).status == 204)
            let good = try world.v19.makeJob(#"{"autoRun":false,"caps":{"capabilities":[\#(list)]}}"#).jobuid
            let answer = try world.v19.ask(good, "scanner/capabilities?caps=4372").text
            #expect(answer.contains(#""curValue":{"bottom":11.6929,"left":0,"right":8.4646,"top":0}"#), "\(answer)")
            #expect(try world.v19.delete(good).status == 204)
        }
    }

    @Test("an option of the driver is set by its number, and a job that insists fails with the right code")
    func driverOptions() throws {
        let world = try world("fujitsu-fi7260,pages=1")
        let look = try world.v19.makeJob(#"{"autoRun":false}"#).jobuid
        let emphasis = try #require(try details(world, look).first { $0.capability.label == "emphasis" })
        let sensor = try #require(try details(world, look).first { $0.capability.label == "page-loaded" })
        #expect(sensor.query == ["get", "getcurrent"])
        #expect(try world.v19.delete(look).status == 204)
        func job(_ id: Int, _ value: String) throws -> String {
            try world.v19.makeJob(
                #"{"autoRun":false,"caps":{"exception":"fail","capabilities":[{"capability":\#(id),"curValue":\#(value)}]}}"#
            ).jobuid
        }
        let good = try job(emphasis.capability.value, "-12")
        #expect(try current(world, good, emphasis.capability.value) == -12 as NSNumber)
        #expect(try world.v19.delete(good).status == 204)
        for (id, value, code) in [
            (sensor.capability.value, "1", -1014), (emphasis.capability.value, "5000", -1010), (33_000, "1", -1013),
        ] {
            let bad = try job(id, value)
            #expect(try eventually { try world.v19.report(bad).status == "faulted" })
            #expect(try world.v19.report(bad).code == code)
            #expect(try world.v19.delete(bad).status == 204)
        }
    }
}
