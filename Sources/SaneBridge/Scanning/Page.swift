/// How a page is stored: decided before its first row.
package enum PageEncoding: Hashable, Sendable, Codable {
    /// 1 (smallest) … 100 (best).
    case jpeg(quality: Int)
    case png

    package var mediaType: String {
        switch self {
        case .jpeg: "image/jpeg"
        case .png: "image/png"
        }
    }
}

/// What is known of a page once its first row is there.
package struct PageInfo: Hashable, Sendable, Codable {
    package var picture: PictureFormat
    /// Real dots per inch of the image, as the header carries it.
    package var resolution: Double
    /// The same down the page, where it is another.
    package var lineResolution: Double?
    /// Where on the bed it was scanned.
    package var origin = ScanOrigin()
    package var encoding: PageEncoding

    package init(picture: PictureFormat, resolution: Double, encoding: PageEncoding) {
        self.picture = picture
        self.resolution = resolution
        self.encoding = encoding
    }
}

/// How the bytes of a page end: what the encoder knows only after the last row.
package struct PageEnding: Hashable, Sendable, Codable {
    /// Rows that the device really delivered.
    package var rows: Int
    /// Bytes to be written over what was sent before (a height that was unknown). Offsets count from the page's start.
    package var patches: [Patch] = []
    /// Present when the device delivered fewer rows than it promised: the bytes sent were filled white to the promised
    /// height, and this is how the stored copy gets its true one.
    package var cut: Cut?
    /// Sentences for people ("The scanner delivered 3 lines less than announced.").
    package var notes: [String] = []

    package init(rows: Int) {
        self.rows = rows
    }

    /// Bytes that replace as many at a place.
    package struct Patch: Hashable, Sendable, Codable {
        package var offset: Int
        package var bytes: [UInt8]

        package init(offset: Int, bytes: [UInt8]) {
            self.offset = offset
            self.bytes = bytes
        }
    }

    /// Keep the first `offset` bytes, then `tail`, then apply `patches`.
    package struct Cut: Hashable, Sendable, Codable {
        package var offset: Int
        package var tail: [UInt8]
        package var patches: [Patch]

        package init(offset: Int, tail: [UInt8], patches: [Patch]) {
            self.offset = offset
            self.tail = tail
            self.patches = patches
        }
    }
}
