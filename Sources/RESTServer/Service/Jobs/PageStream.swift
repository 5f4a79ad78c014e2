import HTTPServer
import Scanning

/// A page that is sent while it is being scanned.
final class PageStream: BodyStream {
    var whenReady: (() -> Void)?
    private let page: StoredPage
    private var offset = 0
    private var isAsleep = false

    init(page: StoredPage) {
        self.page = page
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> BodyStreamRead {
        if page.isBroken { return .abort }
        // Asked before the read: a page that ends in between is read once more.
        let isComplete = page.isComplete
        do {
            let count = try page.file.read(at: offset, into: buffer)
            offset += count
            guard count == 0 else { return .bytes(count) }
            isAsleep = !isComplete
            return isComplete ? .end : .wait
        } catch {
            return .abort
        }
    }

    /// There is more, or the end is known.
    func wake() {
        guard isAsleep else { return }
        isAsleep = false
        whenReady?()
    }
}
