import TestSupport

/// How much is measured.
struct Plan {
    var rounds: Int
    /// How far beyond its limit a figure may be before it fails.
    var slack: Double
    /// Whether times that others may have spoiled are let pass.
    var sparesBusyMachines: Bool
    /// Pages over which processor time is taken; its clock ticks only every 10 ms.
    var pagesForProcessorTime: Int
    /// Rest before idleness is looked at, and how long it is looked at.
    var rest: Duration
    var watch: Duration
    /// How long each series of list requests runs.
    var secondsOfRequests: Int
    var measuresOtherQuality: Bool
    /// Cancels, one after another.
    var cancels: Int

    static let full = Plan(
        rounds: 7,
        slack: 1,
        sparesBusyMachines: false,
        pagesForProcessorTime: 30,
        rest: .seconds(60),
        watch: .seconds(30),
        secondsOfRequests: 5,
        measuresOtherQuality: true,
        cancels: 15
    )
    /// For CI, on machines whose other load is not known.
    static let quick = Plan(
        rounds: 3,
        slack: 2,
        sparesBusyMachines: true,
        pagesForProcessorTime: 10,
        rest: .seconds(5),
        watch: .seconds(5),
        secondsOfRequests: 2,
        measuresOtherQuality: false,
        cancels: 5
    )
}

/// The two pictures of SANE's test backend that compress like a hard and like an easy page.
enum TestPicture: String, CaseIterable {
    case pattern = "Color pattern"
    case grid = "Grid"

    /// A world with one virtual scanner that shows this picture on a bed wider than A4; each of its reads may take
    /// `readMicroseconds`. A driver of `backends` may be more.
    func world(readMicroseconds: Int = 0, backends: [String] = ["test"]) throws -> SaneWorld {
        var settings = [
            "mode": "Color", "resolution_max": "1200.0", "geometry_max": "300.0",
            "br_x": "210.0", "br_y": "297.0", "test-picture": "\"\(rawValue)\"",
        ]
        if readMicroseconds > 0 {
            settings["read-delay"] = "true"
            settings["read-delay-duration"] = "\(readMicroseconds)"
        }
        return try SaneWorld(test: settings, backends: backends)
    }
}

/// The colours that are measured, in the words of both sides.
enum Colour: String, CaseIterable {
    case gray, colour

    var sane: String { self == .gray ? "Gray" : "Color" }
    var pixelType: Int { self == .gray ? 1 : 2 }
}
