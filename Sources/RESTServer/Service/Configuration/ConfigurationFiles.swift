import Glibc

/// Where configuration files are read from: the disk, or a test.
package struct ConfigurationFiles: Sendable {
    /// What is at a path; nil when nothing is.
    package var read: @Sendable (String) -> Content?
    /// The absolute path of the program that runs.
    package var executable: String

    package init(executable: String = "", read: @escaping @Sendable (String) -> Content?) {
        self.executable = executable
        self.read = read
    }

    /// Where the configuration is when nobody says.
    package static let standardPath = "/etc/sane-bridge/sane-bridge.conf"

    /// No files at all.
    package static let none = ConfigurationFiles { _ in nil }

    /// What is at a path.
    package struct Content: Hashable, Sendable {
        /// The bytes, or why there are none: the end of a sentence that begins with the path.
        package var bytes: Result<[UInt8], Trouble>
        /// Everybody on this host may read it.
        package var isPublic: Bool

        package init(_ bytes: [UInt8], isPublic: Bool = false) {
            self.bytes = .success(bytes)
            self.isPublic = isPublic
        }

        init(_ trouble: Trouble) {
            bytes = .failure(trouble)
            isPublic = false
        }
    }

    /// Why a file cannot be read.
    package enum Trouble: Error, Hashable, Sendable {
        case isFolder
        case tooLarge
        case system(String)

        package var text: String {
            switch self {
            case .isFolder: "It is a folder, not a file."
            case .tooLarge: "It is larger than \(ConfigurationFiles.longest >> 10) KB; no configuration is."
            case .system(let reason): "It cannot be read: \(reason)."
            }
        }
    }

    private static let longest = 256 << 10

    /// The files of this host.
    package static let ofThisHost = ConfigurationFiles(executable: ownPath()) { path in
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            return errno == ENOENT || errno == ENOTDIR ? nil : Content(.system(systemText(errno)))
        }
        defer { close(descriptor) }
        var facts = stat()
        guard fstat(descriptor, &facts) == 0 else { return Content(.system(systemText(errno))) }
        if facts.st_mode & S_IFMT == S_IFDIR { return Content(.isFolder) }
        var bytes: [UInt8] = []
        var room = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = Glibc.read(descriptor, &room, room.count)
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { return Content(.system(systemText(errno))) }
            if count == 0 { break }
            bytes += room[..<count]
            if bytes.count > longest { return Content(.tooLarge) }
        }
        return Content(bytes, isPublic: facts.st_mode & S_IROTH != 0)
    }
}

/// The absolute path of the program that runs.
func ownPath() -> String {
    var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = buffer.withUnsafeMutableBytes { bytes in
        bytes.withMemoryRebound(to: CChar.self) { text in
            text.baseAddress.map { readlink("/proc/self/exe", $0, text.count) } ?? 0
        }
    }
    return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
}
