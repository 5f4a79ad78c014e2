import Foundation
import TestSupport
import Testing

@Suite("options, modes and sources", .timeLimit(.minutes(15)))
struct OptionTests {
    /// The sets of one scan, in order.
    private func sets(_ room: Room, _ device: String, _ config: String, extra: String = "") throws -> [String] {
        let before = room.scanners.calls().count
        let scan = try room.scan(device, config, extra: extra)
        #expect(scan.end == 410, "\(device): \(scan.text)")
        return room.scanners.calls().dropFirst(before).filter { $0.kind == .set }.map(\.detail)
    }

    static let sides: [(device: String, one: String, both: String)] = [
        ("fujitsu-scansnap-epjitsu", "ADF Front", "ADF Duplex"), ("fujitsu-fi7260", "ADF Front", "ADF Duplex"),
        ("fujitsu-scansnap-s1500", "ADF Front", "ADF Duplex"), ("epson-ds780n-airscan-wsd", "ADF", "ADF Duplex"),
        ("canon-p215-canon_dr", "ADF Front", "ADF Duplex"),
        (
            "brother-ads1600w-brother4", "Automatic Document Feeder(left aligned)",
            "Automatic Document Feeder(left aligned,Duplex)"
        ),
        (
            "brother-ads2800w", "Automatic Document Feeder(left aligned)",
            "Automatic Document Feeder(left aligned,Duplex)"
        ),
        (
            "brother-mfc-brother4", "Automatic Document Feeder(left aligned)",
            "Automatic Document Feeder(left aligned,Duplex)"
        ),
    ]

    @Test("both sides take the source that names both, one side never does (BR-005)", arguments: sides)
    func duplexSource(_ row: (device: String, one: String, both: String)) throws {
        let device = "\(row.device),pages=2"
        let room = try Room([device])
        let config = #""IfFeederEnabled":true,"Resolution":75"#
        for (more, word, pages) in [(#","IfDuplexEnabled":true"#, row.both, 4), ("", row.one, 2)] {
            let before = room.scanners.calls().count
            let scan = try room.scan(device, config + more)
            #expect(scan.pages.count == pages)
            let sources = room.scanners.calls().dropFirst(before).filter { $0.detail.hasPrefix("source=") }
            // The first one may be what the device has anyway.
            #expect(sources.map(\.detail) == ["source=\(word)"] || (more.isEmpty && sources.isEmpty))
        }
    }

    @Test("a feeder without a way to both sides gives one, and it is noted (BR-005)")
    func noDuplex() throws {
        let device = "hp-scanjet8250-avision,pages=2"
        let room = try Room([device])
        let scan = try room.scan(device, #""IfFeederEnabled":true,"IfDuplexEnabled":true,"Resolution":75"#)
        #expect(scan.pages.count == 2)
        #expect(room.notes.contains { $0.contains("both sides") }, "\(room.notes)")
    }

    @Test("both sides by an option of their own: set for either wish, after the source, never for the glass (BR-006)")
    func duplexOption() throws {
        let device = "epson2-a3-adf-duplex,pages=2"
        let room = try Room([device])
        func words(_ config: String) throws -> [String] {
            try sets(room, device, "\(config),\"Resolution\":75").filter {
                $0.hasPrefix("source=") || $0.hasPrefix("adf-mode=")
            }
        }
        let feeder = "source=Automatic Document Feeder"
        #expect(try words(#""IfFeederEnabled":true,"IfDuplexEnabled":true"#) == [feeder, "adf-mode=Duplex"])
        #expect(try words(#""IfFeederEnabled":true"#) == [feeder, "adf-mode=Simplex"])
        #expect(try words(#""IfFeederEnabled":false"#) == [])
        #expect(try words(#""IfFeederEnabled":false,"IfDuplexEnabled":true"#) == [])
    }

    @Test("whole and fixed-point resolutions are told apart: 300 stays 300 (BR-018)")
    func resolutionTypes() throws {
        let devices = ["brother-ads2800w,pages=1", "pacific-image-pieusb", "sane-test-1.2.1", "canon-lide20-plustek"]
        let room = try Room(devices)
        for device in devices {
            let before = room.scanners.calls().count
            let scan = try room.scan(device, #""Resolution":300,"PixelType":1"#, extra: SizeTests.frame(0, 0, 1, 1))
            #expect(scan.facts.map { $0?.density } == [[300, 300]], "\(device)")
            let told = room.scanners.calls().dropFirst(before).filter { $0.detail.hasPrefix("resolution=") }
            #expect(told.allSatisfy { $0.detail == "resolution=300" }, "\(told)")
        }
    }

    @Test("far resolutions: the nearest is taken, and the file says which (BR-017)")
    func farResolutions() throws {
        let rows: [(device: String, asked: Double, given: Int)] = [
            ("epson-ds780n-airscan-wsd,pages=1", 200, 300), ("epson-ds780n-airscan-wsd,pages=1", 199, 100),
            ("epson-perfection-tpu", 96, 100), ("epson-perfection-tpu", 138, 133), ("epson-perfection-tpu", 139, 144),
            ("canon-pixma-mx-adf,pages=1", 10, 75), ("canon-pixma-mx-adf,pages=1", 112.5, 150),
            ("pacific-image-pieusb", 20, 25), ("canon-lide20-plustek", 20, 50),
        ]
        let room = try Room(Set(rows.map(\.device)).sorted())
        for row in rows {
            let scan = try room.scan(row.device, #""Resolution":\#(row.asked),"PixelType":1"#)
            #expect(scan.facts.map { $0?.density } == [[row.given, row.given]], "\(row)")
        }
    }

    @Test(
        "A4 from a feeder that wakes up at US Letter: the page first, then the corners, nothing cut (BR-022)",
        arguments: ["fujitsu-fi7260", "fujitsu-scansnap-s1500", "fujitsu-scansnap-epjitsu"]
    )
    func pageSizeFirst(name: String) throws {
        let device = "\(name),pages=1"
        let room = try Room([device])
        let config = #""IfFeederEnabled":true,"PageSize":1,"Resolution":300,"PixelType":1"#
        let before = room.scanners.calls().count
        let scan = try room.scan(device, config)
        let size = try #require(scan.sizes.first)
        #expect(abs(size[0] - 2480) <= 1 && abs(size[1] - 3508) <= 1, "\(size)")
        let names = room.scanners.calls().dropFirst(before).filter { $0.kind == .set }
            .map { String($0.detail.prefix { $0 != "=" }) }
        let height = try #require(names.firstIndex(of: "page-height"))
        for corner in ["tl-x", "tl-y", "br-x", "br-y"] {
            if let place = names.firstIndex(of: corner) { #expect(place > height) }
        }
        guard name == "fujitsu-fi7260" else { return }
        // On the glass they are inactive, and touching them is an error.
        let glass = try sets(room, device, #""IfFeederEnabled":false,"PageSize":1,"Resolution":75"#)
        #expect(!glass.contains { $0.hasPrefix("page-") })
    }

    @Test("A4 on a bed that is a hair shorter, or that counts in odd steps, is scanned (BR-016)")
    func oddBeds() throws {
        let rows: [(device: String, height: Double)] = [
            ("hp-psc1600-hpaio", 296.926), ("brother-mfc-brother4", 297), ("fujitsu-fi7260", 296.972),
            ("epson-et2850-airscan-escl", 297),
        ]
        let room = try Room(rows.map(\.device))
        for row in rows {
            let config = #""IfFeederEnabled":false,"PageSize":1,"Resolution":300,"PixelType":1"#
            let size = try #require(room.scan(row.device, config).sizes.first, "\(row.device)")
            #expect(abs(size[0] - 2480) <= 1, "\(row.device): \(size)")
            #expect(abs(Double(size[1]) - row.height * 300 / 25.4) <= 1.5, "\(row.device): \(size)")
        }
    }

    @Test("limits that follow the source are read after it: each source has its whole reach (BR-024)")
    func limitsPerSource() throws {
        let device = "fujitsu-fi7260,pages=1"
        let room = try Room([device])
        let feeder = try room.scan(device, #""IfFeederEnabled":true,"Resolution":100"#).sizes
        let glass = try room.scan(device, #""IfFeederEnabled":false,"Resolution":100"#).sizes
        #expect(feeder == [[885, 1400]])
        #expect(glass == [[897, 1169]])
    }

    @Test("a source that throws mode and resolution back does not decide them (BR-025)")
    func resets() throws {
        let device = "canon-pixma-mx-adf,pages=1"
        let room = try Room([device])
        for (colour, components) in [(0, 1), (1, 1), (2, 3)] {
            let scan = try room.scan(
                device,
                #""IfFeederEnabled":true,"PixelType":\#(colour),"Resolution":300"#,
                extra: SizeTests.frame(0, 0, 1, 1)
            )
            #expect(scan.facts.map { $0?.components } == [components])
            #expect(scan.facts.map { $0?.density } == [[300, 300]])
        }
    }

    @Test(
        "a device that wakes up in black and white scans in colour when nothing is said (BR-026)",
        arguments: ["epson2-flatbed-mfp", "fujitsu-scansnap-s1500", "epson-perfection-tpu", "fujitsu-fi7260"]
    )
    func powerOnMode(name: String) throws {
        let device = "\(name),pages=1"
        let room = try Room([device])
        let before = room.scanners.calls().count
        let scan = try room.scan(device, #""Resolution":75"#)
        #expect(scan.facts.map { $0?.components } == [3])
        #expect(room.scanners.calls().dropFirst(before).contains { $0.detail == "mode=Color" })
    }

    @Test(
        "brightness and contrast where they are not active are skipped with a note, and never sent unasked (BR-027)",
        arguments: ["canon-lide20-plustek", "epson-v500-epkowa", "canon-p215-canon_dr", "brother-mfc-brother4"]
    )
    func inactiveOptions(device: String) throws {
        let room = try Room([device])
        let sets = try sets(room, device, #""PixelType":0,"Brightness":300,"Contrast":200,"Resolution":75"#)
        #expect(!sets.contains { $0.hasPrefix("contrast=") })
        #expect(room.notes.contains { $0.contains("contrast") }, "\(room.notes)")
        let plain = try self.sets(room, device, #""PixelType":2,"Resolution":75"#)
        #expect(!plain.contains { $0.hasPrefix("contrast=") || $0.hasPrefix("brightness=") })
        guard !device.hasPrefix("canon-p215"), !device.hasPrefix("brother") else { return }
        let active = try self.sets(room, device, #""PixelType":2,"Brightness":300,"Contrast":-1000,"Resolution":75"#)
        #expect(active.suffix(2) == ["brightness=30", "contrast=-100"])
    }

    @Test("modes of 16 bits are used when somebody asks for them, and not else (BR-031)")
    func deepModes() throws {
        let rows: [(device: String, colour: Int, bits: Int, mode: String)] = [
            ("canon-pixma-48bit", 2, 24, "Color"), ("canon-pixma-48bit", 2, 48, "48 bits color"),
            ("canon-pixma-48bit", 1, 8, "Gray"), ("canon-pixma-48bit", 1, 16, "16 bits gray"),
            ("hp-scanjet8250-avision", 1, 16, "16bit Gray"), ("hp-scanjet8250-avision", 2, 48, "16bit Color"),
        ]
        let room = try Room(Set(rows.map(\.device)).sorted())
        for row in rows {
            let config = #""IfFeederEnabled":false,"PixelType":\#(row.colour),"BitDepth":\#(row.bits),"Resolution":75"#
            let before = room.scanners.calls().count
            let scan = try room.scan(row.device, config)
            #expect(scan.facts.map { $0?.components } == [row.colour == 2 ? 3 : 1])
            let modes = room.scanners.calls().dropFirst(before).filter { $0.detail.hasPrefix("mode=") }.map(\.detail)
            #expect(modes == ["mode=\(row.mode)"] || (modes.isEmpty && row.mode == "Color"), "\(row): \(modes)")
        }
    }

    @Test(
        "the calls of a feeder job: start and read for each page, one cancel, one close; none between frames (BR-084)"
    )
    func callOrder() throws {
        let feeder = "fujitsu-scansnap-s1500,pages=2"
        let threePass = "page,frames=3,pages=2,size=60x40"
        let room = try Room([feeder, threePass])
        func calls(_ device: String, _ config: String, pages: Int) throws -> [String] {
            let before = room.calls.count
            let scan = try room.scan(device, "\(config)\"PixelType\":2,\"Resolution\":75")
            #expect(scan.pages.count == pages)
            #expect(scan.facts.allSatisfy { $0?.components == 3 })
            #expect(eventually { room.calls.last == "close" })
            return Array(room.calls.dropFirst(before))
        }
        #expect(
            try calls(feeder, "", pages: 2) == ["open", "start", "read", "start", "read", "start", "cancel", "close"]
        )
        let frame = ["start", "read", "start", "read", "start", "read"]
        #expect(
            try calls(threePass, #""IfFeederEnabled":true,"XferCount":2,"#, pages: 2)
                == ["open"] + frame + frame + ["cancel", "close"]
        )
        #expect(try calls(threePass, #""IfFeederEnabled":false,"#, pages: 1) == ["open"] + frame + ["cancel", "close"])
    }

    @Test("three frames with a short one: the rows that all colours have, before an error or a limit alike (BR-084)")
    func shortFrame() throws {
        let device = "page,frames=3,pages=3,missing=90,size=60x40"
        let room = try Room([device])
        let scan = try room.scan(device, #""IfFeederEnabled":true,"PixelType":2,"Resolution":75"#)
        #expect(scan.end == 410, "\(scan.text)")
        #expect(scan.pages.count == 3)
        for size in scan.sizes { #expect(size[0] == 60 && (37...39).contains(size[1]), "\(size)") }
    }

    @Test("a device without corners is listed and scans its page by its page size; a crop is noted (BR-088)")
    func noCorners() throws {
        let device = "fujitsu-scansnap-epjitsu,pages=1"
        let room = try Room([device])
        let list = try room.server.client().request("GET", "/DWTAPI/Scanners").text
        #expect(list.contains("Model 0"))
        let a5 = try #require(room.scan(device, #""PageSize":5,"Resolution":100"#).sizes.first)
        #expect(abs(a5[0] - 583) <= 1 && abs(a5[1] - 827) <= 1, "\(a5)")
        #expect(room.notes.isEmpty)
        let crop = try room.scan(device, #""Resolution":100"#, extra: SizeTests.frame(2, 1, 3, 2))
        #expect(crop.end == 410)
        #expect(room.notes.contains { $0.contains("which part of the page") }, "\(room.notes)")
    }

    @Test("a crop of a device that does not tell its resolution is noted (BR-088)")
    func noResolution() throws {
        let device = "canon-p215-canon_dr,pages=1"
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("crop-\(UUID().uuidString).conf")
        try "[device \"*\"]\ncrop = yes\n".write(to: file, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(at: file) }  // Litter at worst.
        let room = try Room([device], arguments: ["--config", file.path])
        let crop = try room.scan(device, "", extra: SizeTests.frame(2, 1, 3, 2))
        #expect(crop.end == 410)
        #expect(room.notes.contains { $0.contains("nothing could be cut off") }, "\(room.notes)")
    }
}
