import TestSupport

/// Service and scanimage on the same scanner and the same picture, turn by turn; figures are medians of pairwise ratios.
struct Comparison {
    let picture: TestPicture
    let plan: Plan
    let report: Report

    /// What a page may take, as a multiple of scanimage's time, by resolution.
    private static let targets: [(dpi: Int, target: Report.Target)] = [
        (75, .atMost(1.8, goal: 1)), (300, .atMost(1.3, goal: 1.17)), (600, .atMost(1.25, goal: 0.97)),
    ]

    func run() throws {
        let world = try picture.world()
        let scanimage = Scanimage(picture: picture, world: world)
        let usual = try RunningServer(world: world, arguments: ["--jpeg-quality", "75"])
        let finer =
            plan.measuresOtherQuality ? try RunningServer(world: world, arguments: ["--jpeg-quality", "90"]) : nil
        let other = finer.map { Client(server: $0) }
        report.heading("\(picture.rawValue): time as a multiple of scanimage --format=jpeg, A4, quality 75")
        for (dpi, target) in Self.targets {
            for colour in Colour.allCases {
                try compare(
                    "page, \(dpi) dpi \(colour)",
                    target,
                    floor: { try scanimage.page(dpi: dpi, colour) },
                    service: { try Client(server: usual).page(dpi: dpi, colour) },
                    other: other.map { client in { try client.page(dpi: dpi, colour).lastByte } }
                )
            }
        }
        for colour in Colour.allCases {
            try compare(
                "ten sheets, 300 dpi \(colour)",
                .atMost(1.3, goal: 0.97),
                floor: { try scanimage.batch(dpi: 300, colour) },
                service: { try Client(server: usual).batch(dpi: 300, colour) },
                other: other.map { client in { try client.batch(dpi: 300, colour).lastByte } }
            )
        }
        try compare(
            "next-page as JPEG, 300 dpi colour",
            .atMost(1.3, goal: 1.17),
            floor: { try scanimage.page(dpi: 300, .colour) },
            service: { try V19Pages(server: usual).page(dpi: 300, type: "image/jpeg") }
        )
        try compare(
            "next-page as PNG, 300 dpi colour",
            .atMost(0.7),
            floor: { try scanimage.page(dpi: 300, .colour, format: "png") },
            service: { try V19Pages(server: usual).page(dpi: 300, type: "image/png") },
            isSameFormat: false
        )
        let worker = WorkerRun(world: world)
        try compare(
            "PNG at the worker, 300 dpi colour",
            .atMost(0.7),
            floor: { try scanimage.page(dpi: 300, .colour, format: "png") },
            service: { try worker.png(dpi: 300) },
            // Deflate at another level: a faster one, and that is the point.
            isSameFormat: false
        )
        try processorTime(scanimage, usual)
        // The driver draws the whole grid before its first byte, the pattern line by line.
        if picture == .pattern { try firstByte(world, scanimage) }
        for server in [usual, finer].compactMap({ $0 }) where !server.stop().succeeded {
            report.note("a server did not end cleanly")
        }
    }

    private func compare(
        _ name: String,
        _ target: Report.Target,
        floor: () throws -> Scanimage.Run?,
        service: () throws -> Client.Times,
        isSameFormat: Bool = true,
        other: (() throws -> Double)? = nil
    ) throws {
        var floors: [Double] = []
        var times: [Double] = []
        var sizes: [Double] = []
        var others: [Double] = []
        // The first run of each is not counted: it finds nothing in the caches.
        for round in 0...plan.rounds {
            guard let floor = try floor() else {
                report.note("\(name): scanimage did not end in time; round \(round) does not count")
                continue
            }
            let time = try service()
            let otherTime = try other?()
            if round == 0 { continue }
            floors.append(floor.milliseconds)
            times.append(time.lastByte)
            sizes.append(Double(time.bytes) / Double(floor.bytes))
            if let otherTime { others.append(otherTime) }
        }
        func ratio(_ times: [Double]) -> Double { median(zip(times, floors).map { $0 / $1 }) }
        let finer = others.isEmpty ? "" : ", at quality 90 \(rounded(ratio(others)))"
        let size = median(sizes)
        // Another size would be another page, and no comparison.
        if isSameFormat, abs(size - 1) > 0.05 { report.note("\(name): the page is \(rounded(size)) times as large") }
        report.line(
            name,
            ratio(times),
            "",
            target,
            details: "\(rounded(median(times))) ms to \(rounded(median(floors))) ms\(finer)"
        )
    }

    /// How soon a page begins when the service may send it while it is scanned: before scanimage has made its smallest one,
    /// and as soon for a large page as for a small one.
    private func firstByte(_ world: SaneWorld, _ scanimage: Scanimage) throws {
        report.heading(
            "\(picture.rawValue): first byte, from the job request on, as a multiple of scanimage's page at 75 dpi"
        )
        let server = try RunningServer(world: world, arguments: ["--jpeg-quality", "75", "--stream-after", "0"])
        defer { server.stop() }
        let client = Client(server: server)
        let resolutions = [75, 300, 600]
        var floors: [Double] = []
        var times: [Int: [Double]] = [:]
        for round in 0...plan.rounds {
            guard let floor = try scanimage.page(dpi: 75, .colour) else { continue }
            let firsts = try resolutions.map { try client.page(dpi: $0, .colour).firstByte }
            if round == 0 { continue }
            floors.append(floor.milliseconds)
            for (dpi, first) in zip(resolutions, firsts) { times[dpi, default: []].append(first) }
        }
        for dpi in resolutions {
            let firsts = times[dpi] ?? []
            report.line(
                "\(dpi) dpi colour",
                median(zip(firsts, floors).map { $0 / $1 }),
                "",
                .atMost(0.95, goal: 0.57),
                details: "\(rounded(median(firsts))) ms to \(rounded(median(floors))) ms"
            )
        }
        let growth = zip(times[600] ?? [], times[75] ?? []).map { $0 / $1 }
        report.line("600 dpi to 75 dpi", median(growth), "", .atMost(2, goal: 1.2))
    }

    private func processorTime(_ scanimage: Scanimage, _ server: RunningServer) throws {
        let figures = ProcessFigures(pid: server.pid)
        for colour in Colour.allCases {
            let before = figures.processorMilliseconds
            for _ in 0..<plan.pagesForProcessorTime { _ = try Client(server: server).page(dpi: 300, colour) }
            let service = (figures.processorMilliseconds - before) / Double(plan.pagesForProcessorTime)
            let runs = try (0..<plan.rounds).compactMap { _ in try scanimage.page(dpi: 300, colour) }
            let floor = median(runs.map(\.processorMilliseconds))
            report.line(
                "processor time, 300 dpi \(colour)",
                service / floor,
                "",
                .atMost(1.4, goal: 1.16),
                details: "server and worker \(rounded(service)) ms a page to \(rounded(floor)) ms"
            )
        }
    }

    private func rounded(_ value: Double) -> String {
        value < 100 ? "\((value * 100).rounded() / 100)" : "\(Int(value.rounded()))"
    }
}
