import DWTWire
import Testing

/// Each body is written as the client sends it.
@Suite("job requests")
struct JobRequestTests {
    private func request(_ text: String) throws -> JobRequest {
        try JobRequest(json(text))
    }

    private func message(_ text: String) throws -> String? {
        let body = try json(text)
        do {
            _ = try JobRequest(body)
            return nil
        } catch {
            return error.message
        }
    }

    @Test("the Swift app RemoteScanner: slashes escaped, everything in config")
    func swiftApp() throws {
        let body = try request(
            #"""
            {"config":{"IfShowUI":false,"IfDuplexEnabled":false,"PixelType":2,"IfFeederEnabled":false,"Resolution":200},
            "device":"{\"name\":\"QQ==\",\"path\":\"\/dev\/x\"}","license":"DLS2ey="}
            """#
        )
        #expect(body.license == "DLS2ey=")
        #expect(body.device == #"{"name":"QQ==","path":"/dev/x"}"#)
        #expect(body.config.pixelType == 2)
        #expect(body.config.resolution == 200)
        #expect(body.config.isFeederEnabled == false)
        #expect(body.config.isDuplexEnabled == false)
        #expect(body.config.transferCount == nil)
    }

    @Test("the Java clients: the pixel type only in caps")
    func java() throws {
        let body = try request(
            #"""
            {"license":"LICENSE-KEY","device":"d","caps":{"exception":"ignore","capabilities":[{"capability":257,
            "curValue":0,"exception":"ignore"}]},"config":{"IfShowUI":true,"Resolution":300,"IfFeederEnabled":true,
            "IfDuplexEnabled":false}}
            """#
        )
        #expect(body.config.pixelType == nil)
        #expect(body.config.resolution == 300)
        #expect(body.caps.items == [.init(id: 257, name: "ICAP_PIXELTYPE", value: .integer(0))])
    }

    @Test("the Java clients may send an empty exception")
    func emptyException() throws {
        let body = try request(
            #"{"caps":{"exception":"","capabilities":[{"capability":257,"curValue":1,"exception":""}]}}"#
        )
        #expect(body.caps.items.map(\.exception) == [.ignore])
    }

    @Test("the vendor's .NET client: enumerations as texts, capabilities as lower-case names")
    func dotNet() throws {
        let body = try request(
            #"""
            {"autoRun":false,"requireWebsocket":true,"requestFocusForScanningUI":true,"scannerFailureTimeout":15,
            "device":"d","config":{"PixelType":"2","PageSize":"1","ExtendedImageInfoQueryLevel":"0","XferCount":7,
            "Resolution":300,"IfFeederEnabled":true},"caps":{"exception":"ignore","capabilities":[{"capability":
            "icap_xresolution","curValue":300},{"capability":"icap_pixeltype","curValue":"1","exception":"fail"}]}}
            """#
        )
        #expect(body.config.pixelType == 2)
        #expect(body.config.pageSize == 1)
        #expect(body.config.transferCount == 7)
        #expect(body.caps.items.map(\.id) == [4376, 257])
        #expect(body.caps.items.map(\.exception) == [.ignore, .fail])
    }

    @Test("the kiosk and the uni-app sample: counts, both caps and config")
    func kioskAndUniApp() throws {
        let kiosk = try request(
            #"{"config":{"XferCount":-1,"IfFeederEnabled":true,"IfAutoFeed":true,"IfDuplexEnabled":true}}"#
        )
        #expect(kiosk.config.transferCount == -1)
        #expect(kiosk.config.isAutoFeed == true)
        #expect(kiosk.config.isDuplexEnabled == true)
        #expect(kiosk.device == nil)

        let uniApp = try request(
            #"{"license":"","caps":{"capabilities":[{"capability":257,"curValue":2}]},"config":{"Resolution":"100"}}"#
        )
        #expect(uniApp.config.resolution == 100)
        #expect(uniApp.caps.items.map(\.value) == [.integer(2)])
    }

    @Test("the archive app: a name of a colour, a name for the device, a member that nobody knows")
    func archiveApp() throws {
        let body = try request(
            #"{"license":"TRIAL","device":"Epson DS-530","config":{"PixelType":"gray","IfDuplex":true,"Resolution":"0x12C"}}"#
        )
        #expect(body.device == "Epson DS-530")
        #expect(body.config.pixelType == 1)
        #expect(body.config.resolution == 300)
        #expect(body.config.isDuplexEnabled == nil)
    }

    @Test(
        "names match in any case, and blank or null members say nothing",
        arguments: [
            #"{"CONFIG":{"pixeltype":"TWPT_GRAY","resolution":null,"PAGESIZE":"twss_A4","IfFeederEnabled":""}}"#,
            #"{"config":{"PixelType":"Grayscale","PageSize":"A4LETTER"},"caps":null,"device":"","license":17}"#,
            #"{"config":{"PixelType":" 0x1 ","PageSize":1.0}}"#,
        ]
    )
    func spelling(_ text: String) throws {
        let body = try request(text)
        #expect(body.config.pixelType == 1)
        #expect(body.config.pageSize == 1)
        #expect(body.config.resolution == nil)
        #expect(body.config.isFeederEnabled == nil)
        #expect(body.device == nil)
    }

    @Test("an empty object leaves everything to the house rules")
    func empty() throws {
        #expect(try request("{}") == JobRequest())
    }

    @Test("an exception is inherited by the capabilities that say none")
    func inheritedException() throws {
        let body = try request(
            #"""
            {"caps":{"exception":"Fail","capabilities":[{"capability":"0x101","curValue":{"value":2,"label":"TWPT_RGB"}},
            {"capability":1,"values":[1],"exception":"ignore"},{"capability":"ICAP_NOSUCH","curValue":1},
            {"capability":{"value":4098,"label":"CAP_FEEDERENABLED"},"curValue":true},{"capability":40000}]}}
            """#
        )
        #expect(body.caps.items.map(\.exception) == [.fail, .ignore, .fail, .fail, .fail])
        #expect(body.caps.items.map(\.id) == [257, 1, nil, 4098, 40000])
        #expect(body.caps.items.map(\.name).last == "40000")
        #expect(body.caps.items[2].name == "ICAP_NOSUCH")
        #expect(body.caps.items[1].value == .array([.integer(1)]))
    }

    @Test(
        "a member of a wrong type is named in the refusal",
        arguments: [
            (#"{"config":{"PixelType":{}}}"#, "config.PixelType must be a number, not an object."),
            (#"{"config":{"PixelType":"purple"}}"#, #"config.PixelType must be a number, not "purple"."#),
            (#"{"config":{"PixelType":true}}"#, "config.PixelType must be a number, not true."),
            (#"{"config":{"PixelType":1.5}}"#, "config.PixelType must be a whole number, not 1.5."),
            (#"{"config":{"XferCount":1e30}}"#, "config.XferCount is out of range with 1e+30."),
            (#"{"config":{"IfFeederEnabled":2}}"#, "config.IfFeederEnabled must be true or false, not 2."),
            (#"{"config":[]}"#, "config must be a JSON object, not an array."),
            (#"{"device":7}"#, "device must be a string, not 7."),
            (#"{"device":{}}"#, "device must be a string, not an object."),
            (#"{"caps":1}"#, "caps must be a JSON object, not a number."),
            (#"{"caps":{"capabilities":{}}}"#, "caps.capabilities must be an array, not an object."),
            (
                #"{"caps":{"capabilities":[{"curValue":1}]}}"#,
                "caps.capabilities[0].capability is missing: say which capability is to be set."
            ),
            (
                #"{"caps":{"capabilities":[{"capability":1},2]}}"#,
                "caps.capabilities[1] must be a JSON object, not a number."
            ),
            (#"{"caps":{"exception":"maybe"}}"#, #"caps.exception must be ignore or fail, not "maybe"."#),
            ("[]", "The body must be a JSON object, not an array."),
            ("\"x\"", "The body must be a JSON object, not a string."),
            ("null", "The body must be a JSON object, not null."),
        ]
    )
    func wrongTypes(_ row: (text: String, message: String)) throws {
        #expect(try message(row.text) == row.message)
    }
}
