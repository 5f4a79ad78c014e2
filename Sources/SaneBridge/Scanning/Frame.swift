/// What one frame of a page looks like, as the device says after each start.
///
/// Source: SANE standard, section 4.3.8 (`SANE_Parameters`). One page is one gray or RGB frame, or a red, a green and a
/// blue frame in any order (three-pass scanners).
package struct FrameFormat: Hashable, Sendable, Codable {
    /// What the samples of a frame are.
    package enum Kind: String, Hashable, Sendable, Codable {
        case gray, rgb, red, green, blue
    }

    package var kind: Kind
    /// False when more frames of the same page follow.
    package var isLast: Bool
    /// Bytes from the start of one row to the start of the next; may be more than the pixels need.
    package var bytesPerLine: Int
    package var pixelsPerLine: Int
    /// Rows; nil when nobody knows before the end of the data (hand scanners, some feeders).
    package var lines: Int?
    /// Bits per sample: 1, 8 or 16 (16 in host byte order).
    package var depth: Int

    package init(kind: Kind, isLast: Bool = true, bytesPerLine: Int, pixelsPerLine: Int, lines: Int?, depth: Int) {
        self.kind = kind
        self.isLast = isLast
        self.bytesPerLine = bytesPerLine
        self.pixelsPerLine = pixelsPerLine
        self.lines = lines
        self.depth = depth
    }
}

/// The picture that leaves the assembler and enters an encoder: rows from top to bottom, samples interleaved.
///
/// Rows hold `width × channels` samples. Depth 1: one bit a sample, most significant first, each row padded to a byte,
/// 1 is black in gray; colour never has depth 1 here. Depth 16: host byte order.
package struct PictureFormat: Hashable, Sendable, Codable {
    /// 1 gray, 3 RGB.
    package var channels: Int
    /// 1, 8 or 16 bits per sample.
    package var depth: Int
    package var width: Int
    /// Promised rows; nil when only the end of the data tells.
    package var height: Int?

    package init(channels: Int, depth: Int, width: Int, height: Int?) {
        self.channels = channels
        self.depth = depth
        self.width = width
        self.height = height
    }

    /// Bytes that the samples of one row need, without padding.
    package var rowBytes: Int { (width * channels * depth + 7) / 8 }
}
