import Glibc
import Scanning

/// Two colours of a three-pass page, in a file without a name that is gone with the worker, however it ends.
final class PlaneFile: PlaneStore {
    private let descriptor: Int32

    init() throws(ScanError) {
        guard let folder = getenv("TMPDIR").map({ String(cString: $0) }) else {
            throw .host("There is no folder for the colours of a three-pass page: TMPDIR is not set.")
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

    private static func trouble() -> ScanError {
        .host("The temporary file for the page's colours cannot be used: \(String(cString: strerror(errno))).")
    }
}
