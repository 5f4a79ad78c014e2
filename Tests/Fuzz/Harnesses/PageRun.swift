import Imaging
import Scanning

/// One page as a fuzzer's input describes it: frames, reads of any length, the encoder, and the copy that is stored.
struct PageRun {
    private var assembler: PageAssembler
    private let encoder: PageEncoder
    private let stored = StoredBytes()
    private let encoding: PageEncoding
    private var given = 0

    /// nil when the input describes a page that would only take long.
    init?(_ reader: inout InputReader, _ encoding: PageEncoding) throws {
        self.encoding = encoding
        let first = Self.format(&reader)
        assembler = try PageAssembler(first: first, planes: { () throws(ScanError) -> any PlaneStore in Planes() })
        // A promised height is filled up with white.
        guard assembler.picture.width <= 2_000, assembler.picture.height ?? 0 <= 3_000 else { return nil }
        let stored = stored
        encoder = try PageEncoder(encoding, picture: assembler.picture, resolution: Double(reader.number(bytes: 3))) {
            bytes throws(ScanError) in stored.bytes += bytes
        }
        try feed(&reader)
        while assembler.wantsAnotherFrame {
            try assembler.begin(Self.format(&reader))
            try feed(&reader)
        }
        let ending = try assembler.finish()
        try promise(ending.rows == given, "\(given) rows were handed on, \(ending.rows) are counted")
    }

    /// Mostly sizes that fit together, now and then any.
    private static func format(_ reader: inout InputReader) -> FrameFormat {
        let kind = reader.choice(of: [FrameFormat.Kind.gray, .rgb, .red, .green, .blue])
        let depth = reader.choice(of: [8, 1, 16, 8, 1, 16, 4, reader.number(bytes: 1)])
        let width = reader.flag() ? Int(reader.byte()) : reader.number(bytes: reader.choice(of: [2, 3, 8]))
        let lines = reader.flag() ? Int(reader.byte()) : reader.number(bytes: reader.choice(of: [2, 3, 8]))
        let samples = width.multipliedReportingOverflow(by: kind == .rgb ? 3 * max(depth, 8) : depth)
        let padding = reader.choice(of: [0, 0, 1, 7, reader.number(bytes: 1), reader.number(bytes: 8)])
        let needed = samples.overflow ? width : samples.partialValue / 8 + (depth == 1 ? 1 : 0)
        return FrameFormat(
            kind: kind,
            isLast: reader.flag(),
            bytesPerLine: needed &+ padding,
            pixelsPerLine: width,
            lines: reader.flag() ? nil : lines,
            depth: depth
        )
    }

    /// Reads as a worker reads: what is not used up stays in front.
    private mutating func feed(_ reader: inout InputReader) throws {
        var waiting: [UInt8] = []
        for _ in 0..<reader.byte() {
            let bytes = reader.bytes(Int(reader.byte()))
            let repeats = 1 + Int(reader.byte()) / 16
            for _ in 0..<repeats { waiting += bytes }
            let rowBytes = assembler.picture.rowBytes
            // A copy that ends where the bytes end, so that the sanitizer sees a step over its edge.
            let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: waiting.count, alignment: 1)
            defer { buffer.deallocate() }
            buffer.copyBytes(from: waiting)
            var rows = 0
            let used = try assembler.absorb(UnsafeRawBufferPointer(buffer)) { [encoder] block throws(ScanError) in
                guard block.stride >= rowBytes || block.count <= 1 else { throw .host("rows that overlap") }
                rows += block.count
                try encoder.write(block)
            }
            given += rows
            waiting.removeFirst(used)
            try promise(waiting.count < assembler.bytesPerLine, "a whole row of \(waiting.count) bytes was left")
            if reader.flag() { try encoder.flush() }
        }
    }

    /// The stored copy has the rows that were delivered, and is whole.
    func checkEnding() throws {
        let ending = try encoder.finish()
        try promise(ending.rows == given, "\(given) rows were written, \(ending.rows) are told")
        try stored.apply(ending.patches)
        if let cut = ending.cut {
            try promise((0...stored.bytes.count).contains(cut.offset), "a cut at \(cut.offset)")
            stored.bytes.removeSubrange(cut.offset...)
            stored.bytes += cut.tail
            try stored.apply(cut.patches)
        }
        let size = encoding == .png ? try pngSize(stored.bytes) : try jpegSize(stored.bytes)
        try promise(size.width == assembler.picture.width, "\(size.width) pixels across")
        try promise(size.height == given, "\(size.height) rows in the file, \(given) were delivered")
    }
}

/// The bytes that were sent, and what was written over them at the end.
private final class StoredBytes {
    var bytes: [UInt8] = []

    func apply(_ patches: [PageEnding.Patch]) throws {
        for patch in patches {
            let end = patch.offset + patch.bytes.count
            try promise(patch.offset >= 0 && end <= bytes.count, "a patch at \(patch.offset) of \(bytes.count)")
            bytes.replaceSubrange(patch.offset..<end, with: patch.bytes)
        }
    }
}
