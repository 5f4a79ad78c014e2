import Scanning

/// What becomes of a page between the device and the encoder.
struct PageShape {
    /// What was asked for: a page that has more is reduced to it.
    var request: ScanRequest
    /// What is left of it.
    var cut: PageCut?
    /// Where on the bed it is scanned.
    var origin = ScanOrigin()
    /// It comes upside down.
    var isTurned = false
    /// Bytes that it may take on the disk where it must wait.
    var scratchLimit: Int
}
