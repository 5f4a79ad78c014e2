/// Room that is kept for a page while it is scanned; given back with the value.
package final class SpoolRoom {
    private let release: () -> Void

    init(release: @escaping () -> Void) {
        self.release = release
    }

    deinit { release() }
}
