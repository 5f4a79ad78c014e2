/// The size in a PNG whose chunks lie one behind the other to its end.
///
/// Source: PNG, third edition, section 5.
func pngSize(_ bytes: [UInt8]) throws -> (width: Int, height: Int) {
    try promise(bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]), "no PNG")
    var place = 8
    var name = ""
    while place < bytes.count {
        try promise(place + 12 <= bytes.count, "a chunk ends outside of the file")
        name = String(decoding: bytes[place + 4..<place + 8], as: UTF8.self)
        place += 12 + Int(bigEndian: bytes[place..<place + 4])
    }
    try promise(place == bytes.count && name == "IEND", "the file ends with \(name) at \(place) of \(bytes.count)")
    return (Int(bigEndian: bytes[16..<20]), Int(bigEndian: bytes[20..<24]))
}

/// The size in a JPEG that ends where it should.
///
/// Source: ITU-T T.81, annex B.
func jpegSize(_ bytes: [UInt8]) throws -> (width: Int, height: Int) {
    try promise(bytes.starts(with: [0xFF, 0xD8]), "no JPEG")
    try promise(bytes.suffix(2) == [0xFF, 0xD9], "the file ends with \(bytes.suffix(2))")
    var place = 2
    while place + 9 <= bytes.count, bytes[place] == 0xFF {
        if bytes[place + 1] == 0xC0 {
            return (Int(bigEndian: bytes[place + 7..<place + 9]), Int(bigEndian: bytes[place + 5..<place + 7]))
        }
        place += 2 + Int(bigEndian: bytes[place + 2..<place + 4])
    }
    throw Finding(description: "no frame header")
}

extension Int {
    fileprivate init(bigEndian bytes: ArraySlice<UInt8>) {
        self = bytes.reduce(0) { $0 << 8 | Int($1) }
    }
}
