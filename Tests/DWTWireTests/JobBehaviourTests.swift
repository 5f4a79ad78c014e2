import DWTWire
import Testing

@Suite("what a v19 request says of its job")
struct JobBehaviourTests {
    private func behaviour(_ text: String, _ generation: Endpoint.Generation = .v19) throws -> JobBehaviour {
        try JobRequest(json(text), generation).behaviour
    }

    @Test("nothing said is a job that runs at once, for as long as the service keeps it")
    func nothing() throws {
        let behaviour = try behaviour("{}")
        #expect(behaviour == JobBehaviour())
        #expect(behaviour.autoRun)
        #expect(behaviour.jobTimeout == nil)
    }

    @Test("the .NET client's members, as texts and numbers")
    func dotNet() throws {
        let behaviour = try behaviour(
            #"{"autoRun":false,"requireWebsocket":true,"requestFocusForScanningUI":true,"scannerFailureTimeout":"15","jobTimeout":60}"#
        )
        #expect(!behaviour.autoRun)
        #expect(behaviour.scannerFailureTimeout == 15)
        #expect(behaviour.jobTimeout == 60)
    }

    @Test("0 is never, and ages are ten years")
    func extremes() throws {
        #expect(try behaviour(#"{"jobTimeout":0,"scannerFailureTimeout":0}"#) == JobBehaviour())
        #expect(try behaviour(#"{"jobTimeout":9007199254740992}"#).jobTimeout == 315_360_000)
    }

    @Test("the check of the feeder stands in either place, and the outer one decides")
    func feeder() throws {
        #expect(try behaviour(#"{"config":{"CheckFeederLoaded":true}}"#).checksFeeder)
        #expect(try behaviour(#"{"checkFeederLoaded":true}"#).checksFeeder)
        #expect(try !behaviour(#"{"checkFeederLoaded":false,"config":{"CheckFeederLoaded":true}}"#).checksFeeder)
    }

    @Test("what is of a wrong kind is refused by its name, and means nothing to the older generation")
    func wrong() throws {
        let rows: [(text: String, name: String)] = [
            (#"{"autoRun":2}"#, "autoRun"), (#"{"jobTimeout":-1}"#, "jobTimeout"),
            (#"{"jobTimeout":1.5}"#, "jobTimeout"), (#"{"scannerFailureTimeout":{}}"#, "scannerFailureTimeout"),
            (#"{"settings":1}"#, "settings"), (#"{"config":{"checkFeederLoaded":[]}}"#, "config.checkFeederLoaded"),
        ]
        for row in rows {
            #expect(throws: WireError.self, "\(row.text)") { try behaviour(row.text) }
            do {
                _ = try behaviour(row.text)
            } catch let error as WireError {
                #expect(error.message.contains(row.name))
            }
            #expect(try behaviour(row.text, .legacy) == JobBehaviour())
        }
    }

    @Test("a change of status is one of two words")
    func update() throws {
        #expect(try JobUpdate(json(#"{"status":"running"}"#)).status == .running)
        #expect(try JobUpdate(json(#"{"Status":" CANCELED "}"#)).status == .canceled)
        for text in ["{}", "[]", #"{"status":"completed"}"#, #"{"status":true}"#] {
            #expect(throws: WireError.self, "\(text)") { try JobUpdate(json(text)) }
        }
    }
}
