import Scanning
import TestSupport

/// A picture in memory, rows as in `PictureFormat`, without padding.
struct Picture: Equatable {
    var format: PictureFormat
    var bytes: [UInt8]

    var height: Int { bytes.count / format.rowBytes }

    /// The first rows of it.
    func top(_ rows: Int) -> Picture {
        var top = self
        top.bytes = Array(bytes.prefix(rows * format.rowBytes))
        top.format.height = rows
        return top
    }

    init(format: PictureFormat, bytes: [UInt8]) {
        self.format = format
        self.bytes = bytes
    }

    /// A picture of random bits, plain areas and gradients in turn, so that every way to compress a row is taken.
    static func mixed(channels: Int, depth: Int, width: Int, height: Int, bandRows: Int = 5) -> Picture {
        let format = PictureFormat(channels: channels, depth: depth, width: width, height: height)
        var state: UInt32 = 1
        var bytes: [UInt8] = []
        bytes.reserveCapacity(format.rowBytes * height)
        for y in 0..<height {
            let band = y / bandRows % 4
            for x in 0..<format.rowBytes {
                state = state &* 1_664_525 &+ 1_013_904_223
                switch band {
                case 0: bytes.append(UInt8(truncatingIfNeeded: state >> 24))
                case 1: bytes.append(255)
                case 2: bytes.append(UInt8(truncatingIfNeeded: x / 7 % 3 * 80 + y % 2))
                default: bytes.append(UInt8(truncatingIfNeeded: x + 2 * y))
                }
            }
            // Bits behind the last pixel have no meaning.
            let spare = format.rowBytes * 8 - width * channels * depth
            bytes[bytes.count - 1] &= UInt8(truncatingIfNeeded: 0xFF << spare)
        }
        return Picture(format: format, bytes: bytes)
    }

    /// A picture with soft changes only, of 8 bits.
    static func smooth(channels: Int, width: Int, height: Int) -> Picture {
        let format = PictureFormat(channels: channels, depth: 8, width: width, height: height)
        var bytes: [UInt8] = []
        for y in 0..<height {
            for x in 0..<width {
                for channel in 0..<channels {
                    bytes.append(UInt8(20 + 100 * x / width + 80 * y / height + 25 * channel * x / width))
                }
            }
        }
        return Picture(format: format, bytes: bytes)
    }

    /// What a JPEG of it holds: the high byte of 16 bits, black and white of one bit.
    var inEightBits: Picture {
        var result = self
        result.format.depth = 8
        switch format.depth {
        case 1:
            result.bytes = (0..<height).flatMap { (y: Int) -> [UInt8] in
                (0..<format.width).map { (x: Int) -> UInt8 in
                    let byte: UInt8 = bytes[y * format.rowBytes + x / 8]
                    let isBlack: Bool = byte & (0x80 >> UInt8(x % 8)) != 0
                    return isBlack ? 0 : 255
                }
            }
        case 16:
            result.bytes = stride(from: 0, to: bytes.count, by: 2).map { at in
                UInt16(1).littleEndian == 1 ? bytes[at + 1] : bytes[at]
            }
        default: break
        }
        return result
    }

    /// Peak signal to noise ratio in decibels of two pictures of 8 bits; 0 when their sizes differ.
    func likeness(to other: Picture) -> Double {
        guard format == other.format, bytes.count == other.bytes.count else { return 0 }
        return PortableMap.likeness(of: bytes, to: other.bytes)
    }
}

extension Picture {
    /// A picture of 8 bits in another depth: bits in blocks of 16 × 16 pixels, 16 bits with a low byte of their own.
    func inDepth(_ depth: Int) -> Picture {
        var format = format
        format.depth = depth
        var result = Picture(format: format, bytes: [])
        switch depth {
        case 1:
            result.bytes = (0..<height).flatMap { y in
                (0..<format.rowBytes).map { UInt8(($0 / 2 + y / 16) % 2 == 0 ? 0xFF : 0) }
            }
        case 16:
            result.bytes = bytes.enumerated().flatMap { index, byte in
                withUnsafeBytes(of: UInt16(byte) << 8 | UInt16(index % 251)) { Array($0) }
            }
        default: result.bytes = bytes
        }
        return result
    }
}
