import Imaging
import Scanning
import TestSupport

/// An encoded page: the bytes as a client saw them flow, and how they end.
struct StoredPage {
    var flowed: [UInt8]
    var ending: PageEnding

    /// Encodes the first `rows` rows of a picture in blocks of `blockRows`, `padding` bytes between them.
    init(
        _ picture: Picture,
        as encoding: PageEncoding,
        promised: Int?,
        rows: Int? = nil,
        blockRows: Int = 7,
        padding: Int = 0,
        resolution: Double = 300,
        flushing: Bool = false,
        threads: Int? = nil
    ) throws {
        var format = picture.format
        format.height = promised
        var bytes: [UInt8] = []
        let encoder = try PageEncoder(
            encoding,
            picture: format,
            resolution: resolution,
            threads: threads
        ) { piece throws(ScanError) in
            bytes += piece
        }
        let stride = format.rowBytes + padding
        let padded = (0..<picture.height).flatMap { row in
            picture.bytes[row * format.rowBytes..<(row + 1) * format.rowBytes] + [UInt8](repeating: 77, count: padding)
        }
        let rows = rows ?? picture.height
        for first in Swift.stride(from: 0, to: rows, by: blockRows) {
            try padded.withUnsafeBytes { whole in
                guard let base = whole.baseAddress else { return }
                let count = min(blockRows, rows - first)
                try encoder.write(RowBlock(base: base + first * stride, stride: stride, count: count))
            }
            if flushing { try encoder.flush() }
        }
        ending = try encoder.finish()
        flowed = bytes
    }

    /// The copy that stays, made as `PageEnding` says.
    var stored: [UInt8] { ending.applied(to: flowed) }
}
