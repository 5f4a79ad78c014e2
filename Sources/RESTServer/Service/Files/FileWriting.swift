import FoundationEssentials
import Glibc
import Scanning

/// Makes a folder and those above it.
func makeFolder(_ path: String) throws(ScanError) {
    var made = path.hasPrefix("/") ? "" : "."
    for part in path.split(separator: "/") {
        made += "/\(part)"
        guard mkdir(made, 0o700) == 0 || errno == EEXIST || access(made, F_OK) == 0 else {
            throw .host("The folder \(made) cannot be made: \(systemText(errno)).")
        }
    }
}

/// Replaces a file as a whole: readers see the old text or the new one.
func write(_ text: String, toFile path: String) throws(ScanError) {
    do {
        try Data(text.utf8).write(to: URL(filePath: path), options: .atomic)
    } catch {
        throw .host("The file \(path) cannot be written: \(error).")
    }
}

/// The system's words for an error number.
func systemText(_ number: Int32) -> String {
    strerror(number).map { String(cString: $0) } ?? "error \(number)"
}
