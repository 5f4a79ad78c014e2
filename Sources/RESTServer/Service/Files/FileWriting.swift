import Glibc
import Scanning

/// Makes a folder and those above it.
func makeFolder(_ path: String) throws(ScanError) {
    var made = path.hasPrefix("/") ? "" : "."
    for part in path.split(separator: "/") {
        made += "/\(part)"
        guard mkdir(made, 0o700) != 0 else { continue }
        let reason = errno
        // Where nothing may be written, a folder that is there is good enough.
        guard reason == EEXIST || access(made, F_OK) == 0 else {
            throw .host("The folder \(made) cannot be made: \(systemText(reason)).")
        }
    }
}

/// Replaces a file as a whole: readers see the old text or the new one, even after a power cut.
func write(_ text: String, toFile path: String) throws(ScanError) {
    let fresh = path + ".new"
    let descriptor = open(fresh, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .host("The file \(path) cannot be written: \(systemText(errno)).") }
    let bytes = Array(text.utf8)
    let isWritten = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) } == bytes.count
    let isSafe = fsync(descriptor) == 0
    close(descriptor)
    guard isWritten, isSafe, rename(fresh, path) == 0 else {
        let reason = systemText(errno)
        unlink(fresh)
        throw .host("The file \(path) cannot be written: \(reason).")
    }
}

/// The system's words for an error number.
func systemText(_ number: Int32) -> String {
    strerror(number).map { String(cString: $0) } ?? "error \(number)"
}
