import Glibc

/// Small reads of files that other programs own; what cannot be read is as good as absent.
package enum FolderReading {
    /// The names in a folder, sorted; none when it cannot be read.
    static func names(in folder: String) -> [String] {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    /// The text of a file, cut at `limit` bytes; nil when it cannot be read.
    static func text(of path: String, limit: Int) -> String? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var room = [UInt8](repeating: 0, count: 64 << 10)
        while bytes.count < limit {
            let count = read(descriptor, &room, min(room.count, limit - bytes.count))
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { break }
            bytes += room[..<count]
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Whether this process may read and write there, with the identity it acts under.
    package static func isReadableAndWritable(_ path: String) -> Bool {
        faccessat(AT_FDCWD, path, R_OK | W_OK, AT_EACCESS) == 0
    }
}
