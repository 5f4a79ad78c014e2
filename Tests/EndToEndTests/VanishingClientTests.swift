import Foundation
import TestSupport
import Testing

@Suite("clients that vanish lose no page", .timeLimit(.minutes(15)))
struct VanishingClientTests {
    @Test(
        "gone while it waits, in any state of the job: the next request gets every page once (T15)",
        arguments: [
            "start-delay=60000", "read-delay=20000,chunk=9000", "hang0.1-start@1", "hang0.1-read@2:9000", "page",
        ],
        [true, false]
    )
    func waiting(_ words: String, byReset: Bool) throws {
        let world = try World(
            virtual: ["device feeder,pages=3,size=200x150,\(words);Maker;Any;scanner"],
            backends: ["virtual"],
            arguments: ["--stream-after", "0.05"]
        )
        let order = #"{"config":{"IfFeederEnabled":true,"PixelType":1,"Resolution":75}}"#
        let whole = try world.client.pages(world.client.createJob(order)).pages
        #expect(whole.count == 3)
        for round in 1...10 {
            let job = try world.client.createJob(order)
            var pages: [[UInt8]] = []
            while true {
                let leaver = try HTTPClient(port: world.server.port, readAhead: 512)
                try leaver.sendRequest("GET", "/DWTAPI/ScanJobs/\(job)/NextDocument")
                usleep(UInt32.random(in: 0...30) * 1_000)
                byReset ? leaver.reset() : leaver.close()
                let answer = try world.client.next(job)
                guard answer.status == 200 else {
                    #expect(answer.status == 410)
                    break
                }
                pages.append(answer.body)
            }
            let isSame = pages == whole
            #expect(isSame, "round \(round): \(pages.map(\.count)), not \(whole.map(\.count))")
        }
    }
}
