import Scanning
import Testing

@testable import SaneBridge

// One at a time: the drivers behind libsane promise nothing about two threads.
@Suite("A device of libsane's test driver", .serialized)
struct DeviceTests {
    @Test("the devices of the driver are listed with their four words")
    func listing() throws {
        let scanners = try TestDevice.library().scanners().filter { $0.deviceName.hasPrefix("test:") }
        #expect(scanners.map(\.deviceName) == ["test:0", "test:1"])
        #expect(scanners.first?.vendor == "Noname")
        #expect(scanners.first?.model == "frontend-tester")
        #expect(scanners.first?.type == "virtual device")
    }

    /// What backends list, how much there is room for, and how much of each is kept.
    static let crowds: [(sizes: [Int], room: Int, share: Int)] = [
        ([], 100, 100), ([100], 100, 100), ([101], 100, 100), ([10, 90], 100, 100), ([10, 91], 100, 90),
        ([200, 10, 200], 100, 45), ([30, 30, 30, 30], 100, 25), ([0, 0, 500], 100, 100),
    ]

    @Test("a backend with endless devices leaves room for those of others", arguments: crowds)
    func crowd(_ crowd: (sizes: [Int], room: Int, share: Int)) {
        let share = SaneLibrary.share(of: crowd.sizes, in: crowd.room)
        #expect(share == crowd.share)
        #expect(crowd.sizes.map { min($0, share) }.reduce(0, +) <= crowd.room)
    }

    @Test("a device nobody has is refused")
    func unknownDevice() throws {
        let library = try TestDevice.library()
        #expect(throws: ScanError.device(.invalid)) { _ = try library.open("test:77") }
    }

    @Test("options say what they are, in their own units")
    func descriptors() throws {
        let device = try TestDevice.open()
        let resolution = try device.option("resolution")
        #expect(resolution.type == .fixed)
        #expect(resolution.unit == .dpi)
        #expect(resolution.constraint == .range(minimum: 1, maximum: 1_200, step: 1))
        #expect(try device.option("mode").constraint == .words(["Gray", "Color"]))
        #expect(try device.option("depth").constraint == .numbers([1, 8, 16]))
        #expect(try device.option("depth").type == .int)
        #expect(try device.option("hand-scanner").type == .bool)
        #expect(try device.option("print-options").type == .button)
        #expect(try device.option("br-x").unit == .millimetre)
        #expect(try device.option("ppl-loss").unit == .pixel)
        #expect(try device.option("read-delay-duration").unit == .microsecond)
        #expect(try device.option("gamma-table").size == 4_096)
        #expect(try device.option("int-constraint-array").size == 6)
        #expect(try device.options().contains { $0.type == .group && !$0.title.isEmpty })
        #expect(try device.option("bool-hard-select").isSettable == false)
        #expect(try device.option("bool-soft-detect").capabilities.contains(.softDetect))
    }

    @Test("a value comes back as it was set", arguments: Sample.values)
    func roundTrip(name: String, value: OptionValue) throws {
        let device = try TestDevice.open()
        #expect(try device.set(name, value).value == value)
        #expect(try device.value(name) == value)
    }

    @Test("a value that does not fit comes back as the device rounded it", arguments: Sample.rounded)
    func rounding(name: String, asked: OptionValue, given: OptionValue) throws {
        let device = try TestDevice.open()
        let outcome = try device.set(name, asked)
        #expect(outcome.value == given)
        #expect(try device.value(name) == given)
    }

    @Test("a value of the wrong kind never reaches the driver", arguments: Sample.refused)
    func refusal(name: String, value: OptionValue) throws {
        let device = try TestDevice.open()
        #expect(throws: ScanError.device(.invalid)) { try device.set(name, value) }
    }

    @Test("a button can be pressed, and has no value")
    func button() throws {
        let device = try TestDevice.open()
        #expect(try device.set("button", .press).value == .press)
        #expect(try device.value("button") == nil)
    }

    @Test("an inactive option is not read, cannot be set, and wakes up when its master is set")
    func inactive() throws {
        let device = try TestDevice.open()
        #expect(try device.value("read-delay-duration") == nil)
        #expect(throws: ScanError.device(.invalid)) { try device.set("read-delay-duration", .number(2_000)) }
        let outcome = try device.set("read-delay", .bool(true))
        #expect(outcome.reloadsOptions)
        #expect(try device.set("read-delay-duration", .number(2_000)).value == .number(2_000))
    }

    @Test(
        "every word that a list offers is taken",
        arguments: ["string-constraint-string-list", "string-constraint-long-string-list", "test-picture"]
    )
    func longWords(name: String) throws {
        let device = try TestDevice.open()
        let option = try device.option(name)
        guard case .words(let words) = option.constraint else { throw Missing(name: name) }
        for word in words { #expect(try device.set(.string(word), to: option).value == .string(word)) }
    }

    @Test("a change of mode says that the frame has changed")
    func parametersReload() throws {
        let device = try TestDevice.open()
        #expect(try device.set("mode", .string("Gray")).reloadsParameters)
    }

    @Test("a page is read to its end, and is as long as its frame says")
    func page() throws {
        let device = try TestDevice.open()
        try device.start()
        let frame = try device.frame()
        #expect(frame.kind == .rgb)
        #expect(frame.isLast)
        #expect(frame.depth == 8)
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 16)
        defer { buffer.deallocate() }
        var total = 0
        while case .bytes(let count) = try device.read(into: buffer) { total += count }
        device.cancel()
        #expect(total == frame.bytesPerLine * (frame.lines ?? 0))
    }

    @Test("a hand scanner's page has no known height")
    func unknownHeight() throws {
        let device = try TestDevice.open()
        try device.set("hand-scanner", .bool(true))
        try device.start()
        #expect(try device.frame().lines == nil)
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 16)
        defer { buffer.deallocate() }
        while case .bytes = try device.read(into: buffer) {}
        device.cancel()
    }

    @Test("three passes are three frames, and only the last is the last")
    func threePasses() throws {
        let device = try TestDevice.open()
        try device.set("three-pass", .bool(true))
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 16)
        defer { buffer.deallocate() }
        var kinds: [FrameFormat.Kind] = []
        var ends: [Bool] = []
        for _ in 0..<3 {
            try device.start()
            let frame = try device.frame()
            kinds.append(frame.kind)
            ends.append(frame.isLast)
            while case .bytes = try device.read(into: buffer) {}
        }
        device.cancel()
        #expect(kinds == [.red, .green, .blue])
        #expect(ends == [false, false, true])
    }

    @Test("the feeder's eleventh sheet is not there")
    func emptyFeeder() throws {
        let device = try TestDevice.open()
        try device.set("source", .string("Automatic Document Feeder"))
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 16)
        defer { buffer.deallocate() }
        for _ in 0..<10 {
            try device.start()
            while case .bytes = try device.read(into: buffer) {}
        }
        #expect(throws: ScanError.device(.noPaper)) { try device.start() }
        device.cancel()
    }

    // Of the virtual driver: libsane's test driver cancels a thread that is at work, which may take the lock of this
    // process's memory with it.
    @Test("a read that fails says why", arguments: Sample.statuses)
    func readStatus(deed: String, status: DeviceStatus) throws {
        let device = try TestDevice.library().open("virtual:page,\(deed)-read")
        try device.start()
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 4_096, alignment: 16)
        defer { buffer.deallocate() }
        #expect(throws: ScanError.device(status)) { _ = try device.read(into: buffer) }
        device.cancel()
    }
}
