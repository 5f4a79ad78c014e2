import Glibc
import Imaging
import Scanning
import WorkerProtocol

/// Writes a stored page in another encoding: its bytes to rows, the rows to the server as bytes, in flat memory.
struct PageConversion {
    /// The stored page's place, by agreement with the server.
    private static let descriptor: Int32 = 4

    private let conversion: Conversion
    private let link: ServerLink
    private let interruption: Interruption

    init(_ conversion: Conversion, link: ServerLink, interruption: Interruption) {
        self.conversion = conversion
        self.link = link
        self.interruption = interruption
    }

    /// Converts the whole page; the page has begun for the server once its header was read.
    func run() throws(ScanError) -> PageEnding {
        var place = 0
        let decoder = try PageDecoder(conversion.stored) { buffer throws(ScanError) in
            let count = try Self.read(at: place, into: buffer)
            place += count
            return count
        }
        let wanted = conversion.wanted
        let encoder = try PageEncoder(
            wanted,
            picture: decoder.picture,
            resolution: conversion.resolution,
            lineResolution: conversion.lineResolution
        ) { [link] bytes throws(ScanError) in
            try link.sendPage(bytes)
        }
        var info = PageInfo(picture: decoder.picture, resolution: conversion.resolution, encoding: wanted)
        info.lineResolution = conversion.lineResolution
        link.send(.pageStarted(info))
        try decoder.eachStrip { rows throws(ScanError) in
            if interruption.isLeaving { throw .canceled }
            try encoder.write(rows)
        }
        return try encoder.finish()
    }

    /// Whoever else reads the file has a place of his own: the descriptor's is shared by all.
    private static func read(at place: Int, into buffer: UnsafeMutableRawBufferPointer) throws(ScanError) -> Int {
        while true {
            let count = pread(descriptor, buffer.baseAddress, buffer.count, off_t(place))
            if count >= 0 { return count }
            guard errno == EINTR else {
                throw .host("The stored page cannot be read: \(String(cString: strerror(errno))).")
            }
        }
    }
}
