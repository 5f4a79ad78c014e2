import Glibc
import Scanning

/// How much memory this process may have.
enum ProcessMemory {
    /// Lets it map so many bytes more than it has mapped by now. What the program and its libraries take differs from
    /// build to build; what a picture may take does not.
    static func limit(toMore bytes: Int) throws(ScanError) {
        guard let mapped = mappedBytes else { throw .host("What memory is in use cannot be read.") }
        let most = rlim_t(mapped) + rlim_t(max(bytes, 0))
        var limit = rlimit(rlim_cur: most, rlim_max: most)
        guard setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0 else {
            throw .host("The memory of the process cannot be limited: \(String(cString: strerror(errno))).")
        }
    }

    /// Source: proc(5), `statm`: the first number counts pages.
    private static var mappedBytes: Int? {
        let file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        return withUnsafeTemporaryAllocation(byteCount: 128, alignment: 1) { buffer in
            let count = read(file, buffer.baseAddress, buffer.count)
            guard count > 0 else { return nil }
            let digits = buffer[..<count].prefix { (0x30...0x39).contains($0) }
            return Int(String(decoding: digits, as: UTF8.self)).map { $0 * sysconf(Int32(_SC_PAGESIZE)) }
        }
    }
}
