import SaneBridge
import Scanning
import WorkerProtocol

/// An open device with its settings: scans pages until the paper, the limit or the server says stop.
struct DeviceSession: ~Copyable {
    /// A driver has so long to come to its end after a cancel; some hang at the next opening otherwise.
    private static let drainMilliseconds = 2_000

    private let device: SaneDevice
    private let opening: Opening
    private let settings: ScanSettings
    private let resolution: HeaderResolution
    private let link: ServerLink
    private let interruption: Interruption
    private let preference: Preference
    private var scanned = 0
    /// A scan was started and not yet cancelled.
    private var isStarted = false
    /// A page was started and its data has not ended.
    private var isReading = false

    init(
        _ device: consuming SaneDevice,
        opening: Opening,
        settings: ScanSettings,
        resolution: HeaderResolution,
        link: ServerLink,
        interruption: Interruption,
        preference: Preference
    ) {
        self.device = device
        self.opening = opening
        self.settings = settings
        self.resolution = resolution
        self.link = link
        self.interruption = interruption
        self.preference = preference
    }

    /// Scans one page and answers for it; `page` is its number in the interruption's count.
    mutating func feed(_ storage: PageStorage, page: Int) {
        do throws(ScanError) {
            guard try start(page), let ending = try scan(page, storage) else {
                link.send(.noMorePaper)
                return endScan()
            }
            isReading = false
            scanned += 1
            link.send(.pageEnded(ending))
            // The last page stays in the device until it is let go.
            if scanned == settings.pageLimit { endScan() }
        } catch {
            fail(error, page)
        }
    }

    /// Every second page of a job on both sides is a back.
    private var nextShape: PageShape {
        let isBack = settings.bothSides && scanned % 2 == 1
        var request = opening.request
        request.colour = settings.wishedColour ?? request.colour
        if settings.isDepthWished { request.depth = nil }
        return PageShape(
            request: request,
            cut: settings.cut,
            origin: settings.origin,
            isTurned: isBack && opening.device.rotateBacks == true,
            scratchLimit: opening.scratchLimit
        )
    }

    /// Says anew what the device's options have; not between pages, where some drivers must not be asked.
    func describe(_ description: DeviceDescription) {
        guard scanned == 0, !isStarted else { return link.send(.failed(.host("The scan has begun."))) }
        do throws(ScanError) {
            try description.tell(device)
        } catch {
            link.send(.failed(error))
        }
    }

    /// Ends the scan if one was started, and closes the device.
    consuming func close() {
        endScan()
        link.send(.calling(.close))
        device.close()
    }

    /// Feeds a sheet; false when there is none, or none is wanted.
    private mutating func start(_ page: Int) throws(ScanError) -> Bool {
        guard scanned < settings.pageLimit ?? .max else { return false }
        if interruption.isCancelled(page: page) { throw .canceled }
        guard hasPaper else { return false }
        if !isStarted { interruption.beginScan() }
        isStarted = true
        link.send(.calling(.start))
        do throws(ScanError) {
            try device.start()
            isReading = true
            return true
        } catch .device(.noPaper) {
            return false
        }
    }

    /// False when the first sheet is to come from a feeder that says that it is empty. Many cannot tell.
    private var hasPaper: Bool {
        guard opening.checksFeeder, scanned == 0, settings.source == .feeder else { return true }
        link.send(.calling(.option))
        guard let options = try? device.options(), let sensor = PaperSensor(among: options) else { return true }
        // A sensor that cannot be read says nothing.
        let value = (try? device.value(of: sensor.option)) ?? nil
        return sensor.isLoaded(value) ?? true
    }

    /// Reads the page that was started; nil when there is none: some drivers notice only then that no paper came.
    private func scan(_ page: Int, _ storage: PageStorage) throws(ScanError) -> PageEnding? {
        let scan = PageScan(
            page,
            choice: EncodingChoice(ordered: storage, ofBits: opening.encodingOfBits, preference: preference),
            resolution: resolution,
            shape: nextShape,
            link: link,
            interruption: interruption
        )
        do throws(ScanError) {
            return try scan.run(device)
        } catch .device(.noPaper) where !scan.hasData {
            return nil
        }
    }

    private mutating func fail(_ error: ScanError, _ page: Int) {
        // Whatever a cancelled driver says, it was our doing.
        guard interruption.isCancelled(page: page) else {
            link.send(.failed(error))
            return endScan()
        }
        let mustDrain = isReading && !interruption.isBroken
        endScan()
        if mustDrain { drain() }
        link.send(.failed(.canceled))
    }

    /// Calls `sane_cancel`, once for each scan.
    private mutating func endScan() {
        guard isStarted else { return }
        isStarted = false
        isReading = false
        if interruption.isBroken { return }
        link.send(.calling(.cancel))
        device.cancel()
    }

    /// Reads on until the driver says that the scan is over.
    private func drain() {
        let end = Monotonic.milliseconds + DeviceSession.drainMilliseconds
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 16)
        defer { buffer.deallocate() }
        // An error is the end that is waited for.
        while Monotonic.milliseconds < end, case .bytes(let count)? = try? device.read(into: buffer) {
            if count == 0 { Monotonic.pause(milliseconds: 10) }
        }
    }
}
