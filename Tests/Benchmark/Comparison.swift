import TestSupport

/// Service and scanimage on the same scanner and the same picture, turn by turn; figures are medians of pairwise ratios.
struct Comparison {
    let picture: TestPicture
    let plan: Plan
    let report: Report

    /// The most that a page may take, as a multiple of scanimage's time, by resolution.
    private static let limits = [(dpi: 75, ratio: 1.8), (300, 1.3), (600, 1.25)]

    func run() throws {
        let world = try picture.world()
        let scanimage = Scanimage(picture: picture, world: world)
        let usual = try RunningServer(world: world, arguments: ["--jpeg-quality", "75"])
        let finer =
            plan.measuresOtherQuality ? try RunningServer(world: world, arguments: ["--jpeg-quality", "90"]) : nil
        let other = finer.map { Client(server: $0) }
        report.heading("\(picture.rawValue): time as a multiple of scanimage --format=jpeg, A4, quality 75")
        for (dpi, ratio) in Self.limits {
            for colour in Colour.allCases {
                try compare(
                    "page, \(dpi) dpi \(colour)",
                    limit: ratio,
                    floor: { try scanimage.page(dpi: dpi, colour) },
                    service: { try Client(server: usual).page(dpi: dpi, colour) },
                    other: other.map { client in { try client.page(dpi: dpi, colour).lastByte } }
                )
            }
        }
        for colour in Colour.allCases {
            try compare(
                "ten sheets, 300 dpi \(colour)",
                limit: 1.3,
                floor: { try scanimage.batch(dpi: 300, colour) },
                service: { try Client(server: usual).batch(dpi: 300, colour) },
                other: other.map { client in { try client.batch(dpi: 300, colour).lastByte } }
            )
        }
        let worker = WorkerRun(world: world)
        try compare(
            "PNG at the worker, 300 dpi colour",
            limit: 0.7,
            floor: { try scanimage.page(dpi: 300, .colour, format: "png") },
            service: { try worker.png(dpi: 300) },
            // Deflate at another level: a faster one, and that is the point.
            isSameFormat: false
        )
        try firstByte(world)
        try processorTime(scanimage, usual)
        for server in [usual, finer].compactMap({ $0 }) where !server.stop().succeeded {
            report.note("a server did not end cleanly")
        }
    }

    private func compare(
        _ name: String,
        limit: Double,
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
            limit: .atMost(limit),
            details: "\(rounded(median(times))) ms to \(rounded(median(floors))) ms\(finer)"
        )
    }

    /// How soon a page begins when the service may send it while it is scanned.
    private func firstByte(_ world: SaneWorld) throws {
        let server = try RunningServer(world: world, arguments: ["--jpeg-quality", "75", "--stream-after", "0"])
        for dpi in [75, 300, 600] {
            let times = try (0...plan.rounds).map { _ in try Client(server: server).page(dpi: dpi, .colour).firstByte }
            report.line("first byte streamed, \(dpi) dpi colour", median(Array(times.dropFirst())), "ms")
        }
        server.stop()
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
                service,
                "ms",
                details: "server and worker a page; scanimage \(rounded(floor)) ms, ratio \(rounded(service / floor))"
            )
        }
    }

    private func rounded(_ value: Double) -> String {
        value < 100 ? "\((value * 100).rounded() / 100)" : "\(Int(value.rounded()))"
    }
}
