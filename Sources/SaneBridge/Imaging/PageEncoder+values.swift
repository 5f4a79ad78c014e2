internal import CImage
import Scanning

extension PageEncoding {
    /// Pixels that fit in either direction.
    private var mostPixels: Int {
        switch self {
        case .jpeg: 65_500
        case .png: Int(Int32.max)
        }
    }

    /// What people call it.
    var name: String {
        switch self {
        case .jpeg: "JPEG"
        case .png: "PNG"
        }
    }

    /// Refuses what cannot be a picture (`badData`) and what does not fit into the file (`host`).
    func check(_ picture: PictureFormat) throws(ScanError) {
        let isPossible =
            switch (picture.channels, picture.depth) {
            case (1, 1), (1, 8), (1, 16), (3, 8), (3, 16): true
            default: false
            }
        guard isPossible, picture.width > 0, picture.height ?? 1 > 0 else {
            throw .badData(
                """
                The scanner announced a picture of \(picture.width, of: "pixel") across with \(picture.channels) by \
                \(picture.depth, of: "bit"), which nobody can store.
                """
            )
        }
        guard max(picture.width, picture.height ?? 0) <= mostPixels else {
            throw .host(
                """
                A \(name) picture holds at most \(mostPixels, of: "pixel") in each direction. Scan a smaller area or at a \
                lower resolution.
                """
            )
        }
    }
}

extension image_format {
    init(
        _ encoding: PageEncoding,
        _ picture: PictureFormat,
        _ resolution: Double,
        _ lineResolution: Double?,
        threads: Int?
    ) {
        let quality =
            switch encoding {
            case .jpeg(let quality): min(max(quality, 1), 100)
            case .png: 0
            }
        let bytes = UInt64(picture.width) * UInt64(picture.channels) * UInt64(picture.height ?? 0)
        self.init(
            channels: Int32(picture.channels),
            depth: Int32(picture.depth),
            width: UInt32(picture.width),
            height: UInt32(picture.height ?? 0),
            dpi: (1...65_535).contains(resolution) ? resolution : 0,
            dpi_down: lineResolution.flatMap { (1...65_535).contains($0) ? $0 : nil } ?? 0,
            quality: Int32(quality),
            threads: threads.map { Int32(clamping: $0) } ?? image_threads(bytes)
        )
    }
}

extension PageEnding {
    init(_ ending: image_ending) {
        self.init(rows: Int(ending.rows))
        var patches: [Patch] = []
        if ending.height.count > 0 {
            let bytes = withUnsafeBytes(of: ending.height.bytes) { Array($0.prefix(ending.height.count)) }
            patches = [Patch(offset: Int(ending.height.offset), bytes: bytes)]
        }
        if ending.is_short == 1 {
            let tail = withUnsafeBytes(of: ending.tail) { Array($0.prefix(ending.tail_count)) }
            cut = Cut(offset: Int(ending.cut_offset), tail: tail, patches: patches)
        } else {
            self.patches = patches
        }
    }
}
