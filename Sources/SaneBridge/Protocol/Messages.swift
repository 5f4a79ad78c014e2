package import Scanning

/// What the server tells a worker. Commands are carried out one after another, `cancel` at once.
package enum Command: Hashable, Sendable, Codable {
    /// Enumerate, then end; answered by `scanners` or `failed`.
    case list
    /// Open and set up the device; answered by `opened` or `failed`.
    case open(Opening)
    /// Scan one page; answered by `pageStarted`, page bytes and `pageEnded`, by `noMorePaper`, or by `failed`.
    case feed(PageStorage)
    /// Store the page that was asked for last in this way, if its first row is not there yet. Not answered.
    case prefer(PageStorage)
    /// Write a stored page, which is descriptor 4, in another way; answered as `feed` is, without `noMorePaper`.
    case convert(Conversion)
    /// Read all options anew; answered by `described`. Only before the first page.
    case describe
    /// Stop the page that is being scanned; answered by `failed(.canceled)` when there was one.
    case cancel
    /// Cancel if a scan was started, close the device, end the process; answered by `closed`.
    case close
}

/// The device to open, and what is to be scanned with it.
package struct Opening: Hashable, Sendable, Codable {
    package var deviceName: String
    /// SANE's word for the kind of device, as the enumeration gave it ("sheet-fed scanner"); empty when unknown.
    package var deviceType = ""
    package var request: ScanRequest
    /// Somebody wants to see the options before the scan: `described` comes before `opened`.
    package var describes = false
    /// What people said about this scanner.
    package var device = DeviceSettings()
    /// Bytes that a page may take on the disk before it is encoded, where it must be whole first.
    package var scratchLimit = 2 << 30
    /// The feeder is asked for paper before it is started for the first time.
    package var checksFeeder = false
    /// How pages of one bit are stored, whoever prefers what; nil stores them as all others.
    package var encodingOfBits: PageEncoding?
    /// For drivers that ask: SANE's authentication callback.
    package var userName = ""
    package var password = ""

    package init(deviceName: String, request: ScanRequest) {
        self.deviceName = deviceName
        self.request = request
    }
}

/// A stored page that is to be had in another encoding.
package struct Conversion: Hashable, Sendable, Codable {
    package var stored: PageEncoding
    package var wanted: PageEncoding
    /// Dots per inch, as the header is to carry it.
    package var resolution: Double
    /// The same down the page, where it is another.
    package var lineResolution: Double?
    /// Bytes of memory that the process may take beyond what it has when it begins.
    package var memoryLimit: Int

    package init(from stored: PageEncoding, to wanted: PageEncoding, resolution: Double, memoryLimit: Int) {
        self.stored = stored
        self.wanted = wanted
        self.resolution = resolution
        self.memoryLimit = memoryLimit
    }
}

/// What a worker tells the server. Page bytes travel in data frames between `pageStarted` and `pageEnded`.
package enum Event: Hashable, Sendable, Codable {
    /// The first frame: a worker of another build is not talked to.
    case hello(build: String)
    /// A call into the driver begins; its deadline runs from now on, until the next event.
    case calling(DriverCall)
    /// The worker waits for a command: no deadline runs.
    case waiting
    case scanners([ScannerDescription])
    case opened(ScanSettings)
    /// Some of the device's options, in order; said until the last one was among them.
    case described([DescribedOption], isLast: Bool)
    /// A page begins: its first row is there.
    case pageStarted(PageInfo)
    /// The device delivers although the encoder has nothing to send yet; `rows` counts from the page's start. Said at
    /// the first data of a page, too, when that is no row to begin with.
    case progress(rows: Int)
    case pageEnded(PageEnding)
    /// The feeder is empty. Before the first page this is `ScanError.feederEmpty` to people.
    case noMorePaper
    case failed(ScanError)
    case closed
}
