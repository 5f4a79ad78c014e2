internal import CSane
package import Scanning

/// An open device: the one owner of SANE's handle, which is closed when this value ends.
///
/// Every call blocks and belongs to the thread that opened the device; only `canceller` may leave it.
package struct SaneDevice: ~Copyable {
    let handle: SANE_Handle

    init(handle: SANE_Handle) {
        self.handle = handle
    }

    deinit {
        sane_close(handle)
    }

    /// Closes the device. A scan that was started must have been cancelled before.
    package consuming func close() {}

    /// Feeds a sheet or moves the head: the next frame may be read.
    package func start() throws(ScanError) {
        try check(sane_start(handle))
        // Only legal after a start. A device that refuses is in blocking mode, which is what is wanted.
        _ = sane_set_io_mode(handle, SANE_FALSE)
    }

    /// The frame that the last start began. Before a start it is the driver's guess.
    package func frame() throws(ScanError) -> FrameFormat {
        var parameters = SANE_Parameters()
        try check(sane_get_parameters(handle, &parameters))
        return try FrameFormat(parameters)
    }

    /// What a read brought.
    package enum Reading: Equatable {
        /// So many bytes; 0 when the device has none at the moment.
        case bytes(Int)
        case endOfFrame
    }

    /// Reads what the device has, at most a buffer full.
    package func read(into buffer: UnsafeMutableRawBufferPointer) throws(ScanError) -> Reading {
        var length: SANE_Int = 0
        let room = SANE_Int(clamping: buffer.count)
        let status = sane_read(handle, buffer.baseAddress?.assumingMemoryBound(to: SANE_Byte.self), room, &length)
        if status == SANE_STATUS_EOF { return .endOfFrame }
        try check(status)
        guard (0...room).contains(length) else {
            throw .badData("The scanner's driver returned \(Int(length), of: "byte") where \(room) were asked for.")
        }
        return .bytes(Int(length))
    }

    /// Ends the scan. Once after the last page, so that the device lets go of the paper, and never between frames.
    package func cancel() {
        sane_cancel(handle)
    }

    /// The one thing that another thread may do with an open device.
    package var canceller: SaneCanceller { SaneCanceller(handle: handle) }
}

/// Cancels a scan from a second thread.
///
/// Unchecked, because the handle is a bare pointer; `sane_cancel` is the call that the standard allows at any time
/// (section 4.3.11). Whoever keeps one makes sure that the device is not closed meanwhile.
package struct SaneCanceller: @unchecked Sendable {
    let handle: SANE_Handle

    /// Asks the driver to let a blocked read return.
    package func cancel() {
        sane_cancel(handle)
    }
}

extension FrameFormat {
    init(_ parameters: SANE_Parameters) throws(ScanError) {
        guard let kind = FrameFormat.kinds[parameters.format.rawValue] else {
            throw .badData("The scanner delivers frames of kind \(parameters.format.rawValue), which are no pictures.")
        }
        self.init(
            kind: kind,
            isLast: parameters.last_frame != SANE_FALSE,
            bytesPerLine: Int(parameters.bytes_per_line),
            pixelsPerLine: Int(parameters.pixels_per_line),
            lines: parameters.lines > 0 ? Int(parameters.lines) : nil,
            depth: Int(parameters.depth)
        )
    }

    private static let kinds: [UInt32: Kind] = [
        SANE_FRAME_GRAY.rawValue: .gray,
        SANE_FRAME_RGB.rawValue: .rgb,
        SANE_FRAME_RED.rawValue: .red,
        SANE_FRAME_GREEN.rawValue: .green,
        SANE_FRAME_BLUE.rawValue: .blue,
    ]
}
