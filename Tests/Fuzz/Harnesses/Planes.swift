import Scanning

/// Parts of a page that wait in memory; refuses what a file would not have.
final class Planes: PlaneStore {
    private var bytes: [UInt8] = []

    func write(_ new: UnsafeRawBufferPointer, at offset: Int) throws(ScanError) {
        guard offset == bytes.count else { preconditionFailure("a gap before \(offset)") }
        bytes += new
    }

    func read(into target: UnsafeMutableRawBufferPointer, at offset: Int) throws(ScanError) {
        guard offset >= 0, offset + target.count <= bytes.count else { preconditionFailure("read beyond the end") }
        target.copyBytes(from: bytes[offset..<offset + target.count])
    }
}
