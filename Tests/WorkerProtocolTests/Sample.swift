import Scanning
import WorkerProtocol

/// One of every message, and frames that no sound peer sends.
enum Sample {
    static let commands: [Command] = [
        .list, .open(opening), .feed(.jpeg(quality: 90)), .feed(.png), .describe, .cancel, .close, .prefer(.png),
        .convert(conversion),
    ]

    private static let conversion = Conversion(
        from: .png,
        to: .jpeg(quality: 70),
        resolution: 299.9999,
        memoryLimit: 160 << 20
    )

    static let events: [Event] = [
        .hello(build: Build.identifier), .calling(.open), .waiting, .scanners([scanner]), .opened(settings),
        .described([], isLast: true), .described(options, isLast: false),
        .pageStarted(page), .progress(rows: 12), .pageEnded(ending), .noMorePaper, .failed(.canceled),
        .failed(.device(.unknown(99))), .failed(.notOffered(wanted: "Farbe", offered: ["Gray", "Color"])), .closed,
    ]

    static let violations: [([UInt8], ProtocolViolation)] = [
        ([0, 0, 0, 0, 0], .unknownType(0)),
        ([9, 1, 0, 0, 0, 1], .unknownType(9)),
        ([2, 1, 0, 0x10, 0], .oversize(0x10_0001)),
        ([3, 255, 255, 255, 255], .oversize(0xFFFF_FFFF)),
        ([1, 2, 0, 0, 0, 0x7B, 0x7D], .wrongDirection(.command)),
        ([2, 2, 0, 0, 0, 0x7B, 0x7D], .malformed(.event)),
        ([2, 0, 0, 0, 0], .malformed(.event)),
        ([2, 2, 0, 0, 0, 0xFF, 0xFE], .malformed(.event)),
        // A text that is not UTF-8, one that is longer than what is left, a list of two that holds one.
        (frame([5, 2, 0, 0, 0, 0xC3, 0x28]), .malformed(.event)),
        (frame([5, 9, 0, 0, 0, 0x61]), .malformed(.event)),
        (frame([6, 2, 0, 0, 0, 0]), .malformed(.event)),
        (frame([6, 255, 255, 255, 255, 0]), .malformed(.event)),
        // Sound values that are no message: nothing, an unknown word, a word alone, something behind it.
        (frame([0]), .malformed(.event)),
        (frame([6, 1, 0, 0, 0, 5, 1, 0, 0, 0, 0x78]), .malformed(.event)),
        (frame([6, 1, 0, 0, 0] + text("hello")), .malformed(.event)),
        (frame([6, 1, 0, 0, 0] + text("closed") + [0]), .malformed(.event)),
        // A number that does not fit where it belongs.
        (frame([6, 2, 0, 0, 0] + text("hello") + [3, 1, 0, 0, 0, 0, 0, 0, 0]), .malformed(.event)),
        (frame([6, 2, 0, 0, 0] + text("progress") + [4, 0, 0, 0, 0, 0, 0, 0, 0x40]), .malformed(.event)),
    ]

    private static func text(_ word: String) -> [UInt8] {
        [5, UInt8(word.utf8.count), 0, 0, 0] + Array(word.utf8)
    }

    private static func frame(_ payload: [UInt8]) -> [UInt8] {
        FrameHeader(type: .event, length: payload.count).bytes + payload
    }

    private static let opening: Opening = {
        var request = ScanRequest()
        request.source = .feeder
        request.area = .page(width: .millimetres(210), height: .inches(11))
        request.pageLimit = 3
        request.brightness = -0.25
        request.dropout = .red
        request.switches = [.deskew: true, .crop: false]
        request.wishes = [
            OptionWish(.place(12), .numbers([1, 2.5]), isNeeded: true),
            OptionWish(.name("lamp"), .press, isRestored: true),
        ]
        request.wishes[0].yieldsTo = [.source]
        request.phrasing.unit = .pixel
        var opening = Opening(deviceName: "net:host:test:0 \"ü\"", request: request)
        opening.describes = true
        opening.userName = "reader"
        opening.password = "p\u{0}w"
        opening.encodingOfBits = .png
        return opening
    }()

    private static let options: [DescribedOption] = [
        DescribedOption(
            DeviceOption(
                index: 3,
                name: "mode",
                title: "Mode",
                type: .string,
                constraint: .words(["Gray", "Farbe ü"])
            ),
            help: "What a pixel shows.",
            now: .string("Gray"),
            atOpening: .string("Farbe ü")
        ),
        DescribedOption(
            DeviceOption(index: 4, name: "gamma-table", type: .int, size: 3),
            now: .numbers([0, 1, 2]),
            atOpening: nil
        ),
    ]

    private static let scanner = ScannerDescription(
        deviceName: "test:0",
        vendor: "Noname",
        model: "frontend-tester",
        type: "virtual device"
    )

    private static let settings: ScanSettings = {
        var settings = ScanSettings(source: .feeder, bothSides: true)
        settings.resolution = 299.9999
        settings.notes = ["Farbtiefe wurde geändert."]
        return settings
    }()

    private static let page = PageInfo(
        picture: PictureFormat(channels: 3, depth: 8, width: 100, height: nil),
        resolution: 300,
        encoding: .png
    )

    private static let ending: PageEnding = {
        var ending = PageEnding(rows: 7)
        ending.patches = [.init(offset: 5, bytes: [0, 255])]
        ending.cut = .init(offset: 4, tail: [1, 2], patches: [.init(offset: 0, bytes: [9])])
        return ending
    }()
}
