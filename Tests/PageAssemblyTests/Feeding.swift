import Scanning

/// Planes in memory; refuses what a file would not have.
final class PlanesInMemory: PlaneStore {
    private(set) var bytes: [UInt8] = []
    /// The most that was read at once.
    private(set) var largestRead = 0

    func write(_ new: UnsafeRawBufferPointer, at offset: Int) throws(ScanError) {
        guard offset == bytes.count else { throw .host("a gap before \(offset)") }
        bytes += new
    }

    func read(into target: UnsafeMutableRawBufferPointer, at offset: Int) throws(ScanError) {
        guard offset >= 0, offset + target.count <= bytes.count else { throw .host("read beyond the end") }
        largestRead = max(largestRead, target.count)
        target.copyBytes(from: bytes[offset..<offset + target.count])
    }
}

/// An assembler whose planes are in memory.
func begin(_ first: FrameFormat, _ planes: PlanesInMemory = PlanesInMemory()) throws(ScanError) -> PageAssembler {
    try PageAssembler(first: first, planes: { () throws(ScanError) -> any PlaneStore in planes })
}

/// A page as it leaves the assembler: rows without padding, and its ending.
struct Assembled {
    var picture: PictureFormat
    var rows: [[UInt8]]
    var ending: PageAssembler.Ending
}

/// Does what a worker does: reads of `nextRead()` bytes into a buffer whose rest stays in front.
func assemble(
    _ frames: [(format: FrameFormat, bytes: [UInt8])],
    planes: PlanesInMemory = PlanesInMemory(),
    nextRead: () -> Int = { 32_768 }
) throws -> Assembled {
    var rest = frames[...]
    guard let first = rest.popFirst() else { throw ScanError.noPicture }
    var assembler = try begin(first.format, planes)
    var rows: [[UInt8]] = []
    try feed(first.bytes, to: &assembler, into: &rows, nextRead: nextRead)
    while assembler.wantsAnotherFrame, let next = rest.popFirst() {
        try assembler.begin(next.format)
        try feed(next.bytes, to: &assembler, into: &rows, nextRead: nextRead)
    }
    return Assembled(picture: assembler.picture, rows: rows, ending: try assembler.finish())
}

private func feed(
    _ bytes: [UInt8],
    to assembler: inout PageAssembler,
    into rows: inout [[UInt8]],
    nextRead: () -> Int
) throws {
    let rowBytes = assembler.picture.rowBytes
    var buffer: [UInt8] = []
    var at = 0
    while at < bytes.count {
        let end = min(at + max(1, nextRead()), bytes.count)
        buffer += bytes[at..<end]
        at = end
        let used = try buffer.withUnsafeBytes { whole in
            try assembler.absorb(whole) { block throws(ScanError) in
                for row in 0..<block.count {
                    let row = UnsafeRawBufferPointer(start: block.base + row * block.stride, count: rowBytes)
                    rows.append(Array(row))
                }
            }
        }
        buffer.removeFirst(used)
    }
}
