import Foundation
import TestSupport
import Testing

@Suite("feeders, the number of pages, and the end of a job", .timeLimit(.minutes(15)))
struct FeederTests {
    @Test("a feeder's sheets are as many pages, all sound, then the end within 5 s, for ever (BR-001)")
    func wholeFeeder() throws {
        // NO_DOCS may come from the start or from the first read of a sheet that is not there.
        let rows: [(device: String, config: String, pages: Int)] = [
            ("test:0", #""IfFeederEnabled":true,"#, 10),
            ("pages=10,size=60x40", #""IfFeederEnabled":true,"#, 10),
            ("pages=1,size=60x40", #""IfFeederEnabled":true,"#, 1),
            ("pages=4,feeder,size=60x40", "", 4),
            ("pages=4,feeder,size=61x40", #""IfFeederEnabled":false,"#, 4),
            ("pages=4,feeder,size=62x40", #""IfDuplexEnabled":true,"#, 8),
            ("pages=4,feeder,sticky,size=60x40", "", 4),
            ("pages=9,nodocs-read@4:0,size=60x40", #""IfFeederEnabled":true,"#, 3),
            ("pages=9,nodocs-start@5,size=60x40", #""IfFeederEnabled":true,"#, 5),
        ]
        let room = try Room(rows.dropFirst().map(\.device))
        for row in rows {
            let scan = try room.scan(row.device, "\(row.config)\"Resolution\":50")
            #expect(scan.pages.count == row.pages, "\(row.device)")
            for page in scan.pages { #expect(try complaints(about: page).isEmpty) }
            let watch = Stopwatch()
            #expect(scan.end == 410, "\(row.device): \(scan.text)")
            #expect(try room.hasEnded(scan))
            #expect(watch.undisturbed < .seconds(5))
        }
    }

    @Test(
        "a limit of N pages takes N pages and feeds no sheet more (BR-002)",
        arguments: [1, 2, 3, 5, 7],
        [("", 5), (#""IfDuplexEnabled":true,"#, 10)]
    )
    func limit(pages: Int, sides: (config: String, images: Int)) throws {
        let room = try Room(["pages=5,size=60x40"])
        let config = #""IfFeederEnabled":true,\#(sides.config)"XferCount":\#(pages),"Resolution":75"#
        let scan = try room.scan("pages=5,size=60x40", config)
        #expect(scan.pages.count == min(pages, sides.images))
        #expect(scan.end == 410)
        #expect(try room.hasEnded(scan))
        #expect(eventually { room.calls.last == "close" })
        // The limit that the paper does not reach costs one start more: nobody else can say that there is none.
        #expect(room.calls.filter { $0 == "start" }.count == min(pages, sides.images + 1))
        #expect(room.calls.filter { $0 == "cancel" }.count == 1)
    }

    @Test("the sheets behind the limit are still in the feeder for the next job (BR-002)")
    func sheetsLeft() throws {
        let device = "tray,pages=6,size=160x120"
        let room = try Room([device])
        let config = #""IfFeederEnabled":true,"PixelType":1,"Resolution":75"#
        #expect(try room.scan(device, config + #","XferCount":2"#).marks == ["1F", "2F"])
        let sides = #","IfDuplexEnabled":true,"XferCount":3"#
        #expect(try room.scan(device, config + sides).marks == ["3F", "3B", "4F"])
        #expect(try room.scan(device, config).marks == ["5F", "6F"])
        #expect(try room.scan(device, config).text.hasPrefix("The feeder is empty."))
    }

    @Test("both sides come in the order of the paper: front 1, back 1, front 2, back 2 (BR-007)")
    func sides() throws {
        let devices = ["pages=2,size=160x120", "epson2-a3-adf-duplex,pages=2", "brother-ads2800w,pages=2"]
        let room = try Room(devices)
        for device in devices {
            let scan = try room.scan(
                device,
                #""IfFeederEnabled":true,"IfDuplexEnabled":true,"PixelType":1,"PageSize":5,"Resolution":75"#
            )
            #expect(try scan.marks == ["1F", "1B", "2F", "2B"], "\(device)")
        }
    }

    @Test("a limit and an error before it: the pages, the error, the end (BR-002)")
    func limitAndError() throws {
        let device = "pages=5,jammed-read@2:100,size=60x40"
        let room = try Room([device])
        let config = #""IfFeederEnabled":true,"Resolution":75,"XferCount":"#
        let broken = try room.scan(device, config + "3")
        #expect(broken.pages.count == 1)
        #expect(broken.end == 500)
        #expect(try room.hasEnded(broken))
        // The limit is reached before the sheet that would jam.
        let whole = try room.scan(device, config + "1")
        #expect(whole.pages.count == 1)
        #expect(whole.end == 410)
    }

    static let refusals: [(word: String, says: String)] = [
        ("io", "Error during device I/O"), ("jammed", "jammed"), ("cover", "cover"), ("nomem", "memory"),
        ("busy", "busy"), ("inval", "Invalid argument"), ("unsupported", "not support"), ("denied", "groups"),
        ("cancelled", "canceled at the scanner"), ("odd", "42"),
    ]

    @Test(
        "an error on a page: those before it are delivered, it is told once, and the next job works (BR-003)",
        arguments: refusals
    )
    func errorOnPage(_ row: (word: String, says: String)) throws {
        let faults = [1, 3].flatMap { page in
            ["start@\(page - 1)", "read@\(page):0", "read@\(page):1111"].map {
                (page: page, words: "\(row.word)-\($0)")
            }
        }
        let room = try Room(faults.map { "\($0.words),pages=5,size=60x40" })
        for fault in faults {
            let device = "\(fault.words),pages=5,size=60x40"
            let scan = try room.scan(device, #""IfFeederEnabled":true,"PixelType":2,"Resolution":75"#)
            #expect(scan.pages.count == fault.page - 1, "\(fault.words)")
            #expect(scan.facts.allSatisfy { $0?.width == 60 && $0?.height == 40 })
            #expect(scan.end == 500, "\(fault.words)")
            #expect(scan.text.contains(row.says), "\(fault.words): \(scan.text)")
            #expect(try room.hasEnded(scan))
            guard fault.page > 1 else { continue }
            let next = try room.scan(device, #""IfFeederEnabled":true,"XferCount":1,"Resolution":75"#)
            #expect(next.pages.count == 1)
            #expect(next.end == 410)
        }
        #expect(try room.scan("test:0", #""Resolution":50"#).pages.count == 1)
    }

    @Test("a driver's error on the first page of the test driver, by any status, is told and over (BR-003)")
    func firstPage() throws {
        let statuses = ["IO_ERROR", "JAMMED", "COVER_OPEN", "NO_MEM", "ACCESS_DENIED", "EOF", "INVAL", "DEVICE_BUSY"]
        // Once in some hundred times that driver never comes back from the end of a scan: the next job then finds the
        // scanner taken until the grace is over, which must be before it gives up.
        let room = try Room(arguments: ["--cancel-grace", "2"])
        for status in statuses {
            try room.scanners.configureTest(["read-status-code": "\"SANE_STATUS_\(status)\""])
            let scan = try room.scan("test:0", #""Resolution":50"#)
            #expect(scan.pages.isEmpty)
            #expect(scan.end == 500, "\(status)")
            #expect(try room.hasEnded(scan))
        }
        try room.scanners.configureTest([:])
        #expect(try room.scan("test:0", #""Resolution":50"#).pages.count == 1)
    }

    @Test("an empty feeder is told in words, apart from the end, and the glass works right after it (BR-010)")
    func emptyFeeder() throws {
        let empty = [
            "pages=0,size=60x40", "pages=0,sticky,size=60x40", "nodocs-start,size=60x40",
            "nodocs-read@1:0,pages=1,size=60x40",
        ]
        let room = try Room(empty)
        for device in empty {
            let watch = Stopwatch()
            let scan = try room.scan(device, #""IfFeederEnabled":true,"Resolution":75"#)
            #expect(scan.pages.isEmpty)
            #expect(scan.end == 500, "\(device)")
            #expect(scan.text == "The feeder is empty. Load paper and scan again.")
            #expect(try room.hasEnded(scan))
            #expect(watch.undisturbed < .seconds(15))
            guard device == empty[0] else { continue }
            let glass = try room.scan(device, #""IfFeederEnabled":false,"Resolution":75"#)
            #expect(glass.pages.count == 1)
            #expect(glass.end == 410)
        }
        // Each scan that was started is cancelled once, or the driver goes on saying so.
        #expect(eventually { room.calls.filter { $0 == "close" }.count == 5 })
        #expect(room.calls.filter { $0 == "cancel" }.count == 5)
    }

    @Test(
        "a jam or an open cover is over once it is cleared: the next job has a fresh handle and all pages (BR-011)",
        arguments: [("JAMMED", "jammed"), ("COVER_OPEN", "cover")]
    )
    func cleared(_ row: (status: String, says: String)) throws {
        let room = try Room(test: ["read-status-code": "\"SANE_STATUS_\(row.status)\""])
        let config = #""IfFeederEnabled":true,"PixelType":1,"Resolution":50"#
        let broken = try room.scan("test:0", config)
        #expect(broken.end == 500)
        #expect(broken.text.contains(row.says))
        try room.scanners.configureTest([:])
        #expect(try room.scan("test:0", config).pages.count == 10)
    }

    @Test(
        "a jam on the second page: the first is delivered, the jam told, and after it was cleared all pages come (BR-011)",
        arguments: [
            "jammed-read@2:500*1", "cover-start@1*1", "jammed-start@1*1", "io-read@2:0*1", "_exit-read@2:500*1",
        ]
    )
    func jamOnSecondPage(fault: String) throws {
        let device = "\(fault),pages=3,size=60x40"
        let room = try Room([device])
        let scan = try room.scan(device, #""IfFeederEnabled":true,"Resolution":75"#)
        #expect(scan.pages.count == 1)
        #expect(scan.end == 500)
        #expect(try room.hasEnded(scan))
        let next = try room.scan(device, #""IfFeederEnabled":true,"Resolution":75"#)
        #expect(next.pages.count == 3)
        #expect(next.end == 410)
        #expect(eventually { room.calls.last == "close" })
        #expect(room.calls.filter { $0 == "open" }.count == 2)
    }

    @Test(
        "a page of fewer or more bytes than announced has the height of its rows, and is sound (BR-013)",
        arguments: ["0", "1", "2"]
    )
    func odd(pixelType: String) throws {
        let rowBytes = ["0": 8, "1": 60, "2": 180][pixelType] ?? 1
        let odd: [(words: String, rows: Int, isNoted: Bool)] = [
            ("size=60x40", 40, false), ("missing=\(rowBytes / 2),size=60x40", 39, true),
            ("missing=\(3 * rowBytes),size=60x40", 37, true), ("missing=\(39 * rowBytes),size=60x40", 1, true),
            ("missing=\(20 * rowBytes + 1),size=60x40", 19, true), ("surplus=3,size=60x40", 40, true),
            ("surplus=3,chunk=7,size=60x40", 40, true),
        ]
        let room = try Room(odd.map(\.words))
        for row in odd {
            let before = room.notes.count
            let scan = try room.scan(
                row.words,
                #""IfFeederEnabled":false,"PixelType":\#(pixelType),"Resolution":75"#
            )
            #expect(scan.sizes == [[60, row.rows]], "\(row.words)")
            #expect(scan.end == 410)
            for page in scan.pages { #expect(try complaints(about: page).isEmpty) }
            if row.isNoted {
                #expect(eventually { room.notes.count > before }, "\(row.words)")
            } else {
                #expect(room.notes.count == before, "\(row.words)")
            }
        }
    }

    @Test(
        "a page of unknown length is as high as its rows, without a tail (BR-014)",
        arguments: ["0", "1", "2"],
        ["", "missing=70,", "depth=16,", "pad=5,", "depth=16,missing=70,pad=5,"]
    )
    func unknownLength(pixelType: String, words: String) throws {
        guard pixelType != "0" || !words.contains("depth") else { return }
        let device = "\(words)lines=unknown,pages=2,size=61x47"
        let room = try Room([device], arguments: ["--jpeg-quality", "100"])
        let scan = try room.scan(device, #""IfFeederEnabled":true,"PixelType":\#(pixelType),"Resolution":75"#)
        #expect(scan.pages.count == 2)
        let samples = 61 * (pixelType == "2" ? 3 : 1)
        let deep = words.contains("depth=16") ? 2 : 1
        let stride = (pixelType == "0" ? 8 : samples * deep) + (words.contains("pad") ? 5 : 0)
        let rows = (47 * stride - (words.contains("missing") ? 70 : 0)) / stride
        for (place, page) in scan.pages.enumerated() {
            #expect(try complaints(about: page).isEmpty)
            let picture = try PortableMap(jpeg: page)
            let expected = Pattern.page(
                place + 1,
                width: 61,
                height: rows,
                colour: pixelType == "2",
                bilevel: pixelType == "0"
            )
            #expect(picture.height == rows)
            #expect(picture.likeness(to: expected) ?? 0 > 20, "\(picture.likeness(to: expected) ?? -1)")
        }
    }

    @Test("a hand scanner's page is as high as what went through it (BR-014)")
    func handScanner() throws {
        let room = try Room(test: ["hand-scanner": "true"])
        let scan = try room.scan("test:0", #""PixelType":2,"Resolution":75"#)
        #expect(scan.pages.count == 1)
        let facts = try #require(scan.pages.first.flatMap(JPEGFacts.init))
        #expect(facts.height > 100 && facts.height < 5_000)
        #expect(facts.density == [75, 75])
        #expect(try complaints(about: #require(scan.pages.first)).isEmpty)
    }
}
