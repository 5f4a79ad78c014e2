import Scanning
import TestSupport

extension Picture {
    /// What the usual decoder of the encoding, which must not complain, makes of a file.
    static func decoded(_ file: [UInt8], _ encoding: PageEncoding) throws -> Picture {
        switch encoding {
        case .jpeg: Picture(try PortableMap(jpeg: file))
        case .png: Picture(try PortableMap(png: file))
        }
    }

    /// The same picture; samples of 16 bits in this machine's order of bytes.
    private init(_ map: PortableMap) {
        let depth = map.kind == 4 ? 1 : map.largest == 65_535 ? 16 : 8
        let channels = map.kind == 6 ? 3 : 1
        var bytes = map.bytes
        if depth == 16, UInt16(1).littleEndian == 1 {
            for at in stride(from: 0, to: bytes.count - 1, by: 2) { bytes.swapAt(at, at + 1) }
        }
        let format = PictureFormat(channels: channels, depth: depth, width: map.width, height: map.height)
        self.init(format: format, bytes: bytes)
    }
}
