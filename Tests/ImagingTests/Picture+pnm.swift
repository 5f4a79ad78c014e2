import Foundation
import Scanning

func logarithm(_ value: Double) -> Double { log10(value) }

extension Picture {
    /// Reads a binary PBM, PGM or PPM file.
    init(pnm file: [UInt8]) throws {
        var at = 0
        func word() -> String {
            while at < file.count, file[at] <= 32 { at += 1 }
            let start = at
            while at < file.count, file[at] > 32 { at += 1 }
            return String(decoding: file[start..<at], as: UTF8.self)
        }
        let kind = word()
        guard ["P4", "P5", "P6"].contains(kind), let width = Int(word()), let height = Int(word()) else {
            throw Program.Failure(description: "no picture came out: \(kind)")
        }
        let depth = kind == "P4" ? 1 : word() == "65535" ? 16 : 8
        let format = PictureFormat(channels: kind == "P6" ? 3 : 1, depth: depth, width: width, height: height)
        var bytes = Array(file.dropFirst(at + 1))
        if depth == 16, UInt16(1).littleEndian == 1 {
            for at in stride(from: 0, to: bytes.count - 1, by: 2) { bytes.swapAt(at, at + 1) }
        }
        guard bytes.count == format.rowBytes * height else {
            throw Program.Failure(description: "\(bytes.count) bytes for \(width) × \(height)")
        }
        self.init(format: format, bytes: bytes)
    }

    /// What the usual decoder of the encoding, which must not complain, makes of a file.
    static func decoded(_ file: [UInt8], _ encoding: PageEncoding) throws -> Picture {
        let program: Program =
            switch encoding {
            case .jpeg: .djpeg("-pnm")
            case .png: .pngtopnm
            }
        return try Picture(pnm: program.silently(file))
    }
}
