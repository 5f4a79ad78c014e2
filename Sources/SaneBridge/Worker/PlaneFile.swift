import Glibc
import Scanning

/// What of a page must wait before it can be encoded, in a file without a name that is gone with the worker, however it
/// ends: two colours of a three-pass page, or all of one that is turned.
final class PlaneFile: PlaneStore {
    /// Others write to the disk, too.
    private static let reserve = 64 << 20

    private let descriptor: Int32
    private let limit: Int

    /// - Parameter limit: bytes at most; a page that never ends must not fill the disk.
    init(limit: Int) throws(ScanError) {
        self.limit = limit
        guard let folder = getenv("TMPDIR").map({ String(cString: $0) }) else {
            throw .host("There is no folder for pages that must wait: TMPDIR is not set.")
        }
        var path = Array("\(folder)/sane-bridge-XXXXXX".utf8CString)
        descriptor = mkstemp(&path)
        guard descriptor >= 0 else { throw PlaneFile.trouble() }
        unlink(path)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }

    deinit {
        close(descriptor)
    }

    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(ScanError) {
        guard offset + bytes.count <= limit, hasRoom else {
            throw .noRoom("There is no room for the page. Choose a smaller area or resolution, or raise spool-limit.")
        }
        var done = 0
        while done < bytes.count {
            let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
            let count = pwrite(descriptor, rest.baseAddress, rest.count, off_t(offset + done))
            guard count > 0 || errno == EINTR else { throw PlaneFile.trouble() }
            done += max(count, 0)
        }
    }

    func read(into bytes: UnsafeMutableRawBufferPointer, at offset: Int) throws(ScanError) {
        var done = 0
        while done < bytes.count {
            let rest = UnsafeMutableRawBufferPointer(rebasing: bytes[done...])
            let count = pread(descriptor, rest.baseAddress, rest.count, off_t(offset + done))
            guard count > 0 || (count < 0 && errno == EINTR) else { throw PlaneFile.trouble() }
            done += max(count, 0)
        }
    }

    private var hasRoom: Bool {
        var facts = statvfs()
        return fstatvfs(descriptor, &facts) != 0
            || Int(facts.f_bavail) * Int(facts.f_frsize) >= min(PlaneFile.reserve, limit)
    }

    private static func trouble() -> ScanError {
        let number = errno
        let sentence = "The temporary file for the page cannot be used: \(String(cString: strerror(number)))."
        return [ENOSPC, EDQUOT].contains(number) ? .noRoom(sentence) : .host(sentence)
    }
}
