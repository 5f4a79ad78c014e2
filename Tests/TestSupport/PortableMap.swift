import Foundation

/// A picture in the netpbm form, as scanimage, pngtopnm and djpeg write it: P4, P5 or P6.
package struct PortableMap: Equatable {
    /// Why there is no picture.
    package enum Trouble: Error {
        case noPicture
        /// The decoder failed, or found something to complain about.
        case decoder(ChildProcess.Ending, said: String)
    }

    package var kind: Int
    package var width: Int
    package var height: Int
    /// 1 for P4.
    package var largest: Int
    /// Rows without padding; samples of two bytes have the more significant one first.
    package var bytes: [UInt8]

    /// Bytes of one row.
    package var rowBytes: Int {
        kind == 4 ? (width + 7) / 8 : width * (kind == 6 ? 3 : 1) * (largest > 255 ? 2 : 1)
    }

    package init(kind: Int, width: Int, height: Int, largest: Int, bytes: [UInt8]) {
        self.kind = kind
        self.width = width
        self.height = height
        self.largest = largest
        self.bytes = bytes
    }

    /// Reads a map of exactly the size that its header says.
    ///
    /// - Parameter mayBePadded: rows may be longer (scanimage writes a driver's padding); they are cut.
    package init(_ file: [UInt8], mayBePadded: Bool = false) throws {
        var place = 0
        var numbers: [Int] = []
        guard file.count > 2, file[0] == UInt8(ascii: "P") else { throw Trouble.noPicture }
        kind = Int(file[1]) - 48
        place = 2
        while numbers.count < (kind == 4 ? 2 : 3), place < file.count {
            if file[place] == UInt8(ascii: "#") {
                place = file[place...].firstIndex(of: 10) ?? file.count
            } else if (48...57).contains(file[place]) {
                let digits = file[place...].prefix { (48...57).contains($0) }
                numbers.append(digits.reduce(0) { $0 * 10 + Int($1) - 48 })
                place = digits.endIndex
            } else {
                place += 1
            }
        }
        guard numbers.count >= 2, place < file.count else { throw Trouble.noPicture }
        (width, height, largest) = (numbers[0], numbers[1], numbers.count > 2 ? numbers[2] : 1)
        bytes = []
        let data = file[(place + 1)...]
        let stride = height > 0 ? data.count / height : 0
        let needed = rowBytes
        guard mayBePadded ? stride >= needed : data.count == needed * height else { throw Trouble.noPicture }
        if stride == needed {
            bytes = Array(data.prefix(needed * height))
        } else {
            for row in 0..<height { bytes += data[(data.startIndex + row * stride)...].prefix(needed) }
        }
        if kind == 4, width % 8 != 0 { clearUnusedBits() }
    }

    /// What lies behind the last pixel of a row is no part of the picture.
    private mutating func clearUnusedBits() {
        let used = UInt8(truncatingIfNeeded: 0xFF00 >> (width % 8))
        for row in 0..<height { bytes[(row + 1) * rowBytes - 1] &= used }
    }

    /// Decodes a PNG file with netpbm, which must not complain.
    package init(png: [UInt8]) throws { try self.init(file: png, decoder: ["pngtopnm"]) }

    /// Decodes a JPEG file with libjpeg's own program, which must not complain.
    package init(jpeg: [UInt8]) throws { try self.init(file: jpeg, decoder: ["djpeg", "-pnm"]) }

    /// Decodes a stored page, PNG or JPEG by its first bytes.
    package init(page: [UInt8]) throws {
        self = page.starts(with: [0x89, 0x50]) ? try PortableMap(png: page) : try PortableMap(jpeg: page)
    }

    private init(file: [UInt8], decoder: [String]) throws {
        let output = try Program.run(decoder, input: file)
        guard output.ending.succeeded, output.errors.isEmpty else {
            throw Trouble.decoder(output.ending, said: output.errors)
        }
        try self.init(output.bytes)
    }

    /// The picture with 8 bits a sample.
    package var eightBit: PortableMap {
        var map = self
        if kind == 4 {
            map.bytes = (0..<height).flatMap { row in
                (0..<width).map { bytes[row * rowBytes + $0 / 8] & (0x80 >> UInt8($0 % 8)) == 0 ? 255 : 0 }
            }
            map.kind = 5
        } else if largest > 255 {
            map.bytes = stride(from: 0, to: bytes.count, by: 2).map { place in
                UInt8((Int(bytes[place]) * 256 + Int(bytes[place + 1]) + 128) / 257)
            }
        }
        map.largest = 255
        return map
    }

    /// How alike two pictures of the same size are, in decibels; nil when they are of different size.
    package func likeness(to other: PortableMap) -> Double? {
        guard kind == other.kind, width == other.width, height == other.height, bytes.count == other.bytes.count
        else { return nil }
        return Self.likeness(of: bytes, to: other.bytes)
    }

    /// The peak signal to noise ratio of as many samples of 8 bits, in decibels.
    package static func likeness(of samples: [UInt8], to others: [UInt8]) -> Double {
        let sum = zip(samples, others).reduce(0) { $0 + (Int($1.0) - Int($1.1)) * (Int($1.0) - Int($1.1)) }
        return sum == 0 ? .infinity : 10 * log10(65_025 * Double(samples.count) / Double(sum))
    }
}
