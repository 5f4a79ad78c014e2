import Glibc
import Scanning
import WorkerProtocol

@testable import RESTServer

/// A worker without a process: it hears what it is told and says what a test wants, when the test wants it.
final class PlayedWorker: WorkerBody, WorkerLine {
    /// The device that it was told to open.
    private(set) var opening: Opening?
    /// What it was told and has not answered; a close is the last one.
    private(set) var orders: [Command] = []
    private(set) var feeds = 0
    private(set) var isToClose = false
    private(set) var isKilled = false
    private(set) var isGone = false
    var session: WorkerSession?

    let pid: pid_t = 0
    var lastActivity: UInt64 { 0 }
    var isStoring: Bool { false }
    private var page: PageFile?
    private var isCut = false

    func expect(_ page: PageFile) { self.page = page }

    func send(_ command: Command) -> Bool {
        switch command {
        case .open(let opening): self.opening = opening
        case .feed: feeds += 1
        case .close: isToClose = true
        default: break
        }
        orders.append(command)
        return !isCut
    }

    func hangUp() { isCut = true }
    func kill() { isKilled = true }

    // MARK: What a test does

    /// True while an opening has not been answered.
    var isOpening: Bool {
        guard case .open? = orders.first else { return false }
        return !isToClose
    }

    /// True while a page was ordered and is not there.
    var isFeeding: Bool {
        guard case .feed? = orders.first else { return false }
        return !isToClose
    }

    /// Answers the order it is at.
    func answer(_ events: Event...) {
        if !orders.isEmpty { orders.removeFirst() }
        for event in events { session?.take(.event(event)) }
    }

    /// The device is open.
    func opened(_ settings: ScanSettings = ScanSettings(source: .feeder)) {
        answer(.opened(settings))
    }

    /// A page of one byte, whole.
    func scanPage() {
        let picture = PictureFormat(channels: 1, depth: 8, width: 1, height: 1)
        let info = PageInfo(picture: picture, resolution: 100, encoding: .png)
        let file = page
        session?.take(.event(.pageStarted(info)))
        _ = try? [UInt8(7)].withUnsafeBytes { try file?.append($0) }
        answer(.pageEnded(PageEnding(rows: 1)))
    }

    /// The process ends, of its own will or not.
    func end(_ ending: WorkerProcess.Ending = .exited(0)) {
        guard !isGone else { return }
        isGone = true
        session?.take(.ended)
        session?.processEnded(ending)
    }
}
