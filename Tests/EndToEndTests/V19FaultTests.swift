import Foundation
import TestSupport
import Testing

@Suite("what a v19 job says of a scan that failed", .timeLimit(.minutes(10)))
struct V19FaultTests {
    @Test(
        "a scanner that does not open makes a faulted job, not a refusal",
        arguments: [("denied", -1001), ("jammed", -1020), ("nomem", -1002), ("unsupported", -1006), ("io", -1023)]
    )
    func opening(deed: String, code: Int) throws {
        let world = try World(feeder: "\(deed)-open")
        let job = try world.v19.makeJob(#"{"autoRun":false}"#)
        #expect(job.status == "faulted")
        let report = try world.v19.report(job.jobuid)
        #expect(report.status == "faulted")
        #expect(report.code == code)
        #expect(report.message.hasSuffix("."))
        #expect(try world.v19.patch(job.jobuid, "running").status == 409)
        #expect(try world.v19.patch(job.jobuid, "canceled").status == 409)
        #expect(try world.v19.delete(job.jobuid).status == 204)
    }

    @Test(
        "every way a scan can fail has its code",
        arguments: [
            ("jammed-start", -1020), ("nodocs-start", -1035), ("cover-start", -1005), ("io-read@1:5000", -1023),
            ("nomem-read@1:5000", -1002), ("denied-start", -1001), ("unsupported-start", -1006),
            ("cancelled-read@1:5000", -1032), ("segv-read@1:5000", -1001), ("odd-start", -1001),
            ("jammed-start@1", -1020),
        ]
    )
    func scanning(words: String, code: Int) throws {
        let world = try World(feeder: "pages=3,size=300x200,\(words)")
        let job = try world.v19.makeJob().jobuid
        #expect(try eventually { try world.v19.report(job).status == "faulted" })
        #expect(try world.v19.report(job).code == code)
        #expect(try world.v19.report(job).message.hasSuffix("."))
    }

    @Test("scannerFailureTimeout limits every step of the driver", arguments: ["hang-open", "hang-read@1:5000"])
    func failureTimeout(words: String) throws {
        let world = try World(feeder: "pages=1,size=300x200,\(words)", arguments: ["--cancel-grace", "1"])
        let watch = Stopwatch()
        let job = try world.v19.makeJob(#"{"scannerFailureTimeout":1}"#).jobuid
        #expect(try eventually { try world.v19.report(job).status == "faulted" })
        #expect(watch.undisturbed < .seconds(5))
        let report = try world.v19.report(job)
        #expect(report.code == -1023)
        #expect(report.message.contains("1 second"))
    }

    @Test("but not the start of a page, for which lamps and feeders need their time")
    func startTimeout() throws {
        let world = try World(feeder: "pages=1,size=300x200,hang2.5-start*1")
        let job = try world.v19.makeJob(#"{"scannerFailureTimeout":1}"#).jobuid
        #expect(try eventually { try world.v19.report(job).status == "completed" })
    }

    @Test(
        "checkFeederLoaded finds an empty feeder before anything moves, in either place where it may stand",
        arguments: [
            #"{"checkFeederLoaded":true,"config":{"IfFeederEnabled":true}}"#,
            #"{"config":{"CheckFeederLoaded":true,"IfFeederEnabled":true}}"#,
        ]
    )
    func emptyFeeder(order: String) throws {
        let world = try World(virtual: ["device fujitsu-fi7260,pages=0"], backends: ["virtual"])
        let job = try world.v19.makeJob(order).jobuid
        #expect(try eventually { try world.v19.report(job).status == "faulted" })
        let report = try world.v19.report(job)
        #expect(report.code == -1035)
        #expect(report.message.contains("Load paper"))
        #expect(!world.scanners.calls().contains { $0.kind == .start })
        // Without the check it is the start that finds out.
        let unchecked = try world.v19.makeJob(#"{"config":{"IfFeederEnabled":true}}"#).jobuid
        #expect(try eventually { try world.v19.report(unchecked).status == "faulted" })
        #expect(world.scanners.calls().contains { $0.kind == .start })
    }

    @Test("the sensor is read when the scan begins, not when the job is made")
    func freshSensor() throws {
        let scanners = try SaneWorld(backends: ["virtual"])
        try scanners.plug(VirtualDevice("one", as: "fujitsu-fi7260,pages=0"))
        let client = V19Client(server: try RunningServer(world: scanners))
        let order = #"{"autoRun":false,"checkFeederLoaded":true,"config":{"IfFeederEnabled":true,"Resolution":50}}"#
        let job = try client.makeJob(order).jobuid
        try scanners.plug(VirtualDevice("one", as: "fujitsu-fi7260,pages=2,size=100x100"))
        #expect(try client.patch(job, "running").status == 200)
        #expect(try eventually { try client.report(job).status == "completed" })
    }

    @Test("a sensor by any other name is one, and devices without one are simply started", arguments: [true, false])
    func otherSensors(hasSensor: Bool) throws {
        let scanners = try SaneWorld(backends: ["virtual"])
        let sensor = hasSensor ? ["option adf-loaded bool default no hw"] : []
        try scanners.describe(
            "desk",
            ["vendor V", "model M", "type scanner", "option source string list Flatbed ADF default Flatbed"] + sensor
        )
        try scanners.plug(VirtualDevice("one", as: "desk,pages=2,size=100x100"))
        let client = V19Client(server: try RunningServer(world: scanners))
        let job = try client.makeJob(#"{"checkFeederLoaded":true,"config":{"IfFeederEnabled":true}}"#).jobuid
        #expect(try eventually { try client.report(job).status != "running" })
        let report = try client.report(job)
        #expect(report.status == (hasSensor ? "faulted" : "completed"), "\(report.message)")
    }

    @Test("a capability that must be had and cannot faults the job, one that nobody knows is refused")
    func insistence() throws {
        let world = try World(virtual: ["device canon-lide20-plustek"], backends: ["virtual"])
        let rows: [(capability: String, code: Int)] = [
            (#"{"capability":4376,"curValue":77777,"exception":"fail"}"#, -1010),
            (#"{"capability":4098,"curValue":true,"exception":"fail"}"#, -1013),
        ]
        for row in rows {
            let job = try world.v19.makeJob(#"{"caps":{"capabilities":[\#(row.capability)]}}"#)
            #expect(job.status == "faulted")
            #expect(try world.v19.report(job.jobuid).code == row.code)
            let mild = row.capability.replacingOccurrences(of: "fail", with: "ignore")
            let fine = try world.v19.makeJob(#"{"autoRun":false,"caps":{"capabilities":[\#(mild)]}}"#)
            #expect(fine.status == "pending")
            #expect(try world.v19.delete(fine.jobuid).status == 204)
        }
        let unknown = #"{"caps":{"exception":"fail","capabilities":[{"capability":9,"curValue":1}]}}"#
        let refused = try world.v19.post(unknown)
        #expect(refused.status == 400)
        #expect(try world.v19.envelope(refused).code == -1013)
    }
}
