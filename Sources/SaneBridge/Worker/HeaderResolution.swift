import Scanning

/// Where the dots per inch in a picture's header come from.
struct HeaderResolution {
    /// What the device said after it was set up.
    var told: Double?
    /// The same down the page, where it is another.
    var down: Double?
    /// Width of the scanned area in millimetres, when the device tells.
    var width: Double?
    var height: Double?

    /// Dots per inch of a frame: what the device said, else what its geometry says, else 0 (unknown).
    func dpi(of frame: FrameFormat) -> Double {
        if let told { return told }
        if let width, width > 0 { return (Double(frame.pixelsPerLine) * 25.4 / width).rounded() }
        guard let height, height > 0, let lines = frame.lines else { return 0 }
        return (Double(lines) * 25.4 / height).rounded()
    }
}
