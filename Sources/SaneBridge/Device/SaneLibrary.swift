internal import CSane
package import Scanning
internal import Synchronization

/// libsane, initialised once in a process that ends by `_exit`: `sane_exit` deadlocks now and then and is never called.
package struct SaneLibrary {
    /// Loads libsane.
    package init() throws(ScanError) {
        var version: SANE_Int = 0
        try check(sane_init(&version, authorize))
    }

    /// All devices that the backends find, those of the network included. Takes seconds.
    ///
    /// Where they are more than a message to the server holds, backends with many give way to those with few.
    package func scanners() throws(ScanError) -> [ScannerDescription] {
        var list: UnsafeMutablePointer<UnsafePointer<SANE_Device>?>?
        try check(sane_get_devices(&list, SANE_FALSE))
        guard var next = list else { return [] }
        var scanners: [ScannerDescription] = []
        var sizes: [Substring: Int] = [:]
        while scanners.count < Self.mostScanners, let device = next.pointee?.pointee {
            next += 1
            let scanner = ScannerDescription(device)
            // Whoever sends a text this long sends garbage, and a name that was cut would open nothing.
            guard scanner.byteCount <= Self.longestScanner else { continue }
            sizes[scanner.backend, default: 0] += scanner.byteCount
            scanners.append(scanner)
        }
        let share = Self.share(of: Array(sizes.values), in: Self.longestList)
        var used: [Substring: Int] = [:]
        return scanners.filter { scanner in
            used[scanner.backend, default: 0] += scanner.byteCount
            return used[scanner.backend, default: 0] <= share
        }
    }

    /// A list without an end is garbage.
    private static let mostScanners = 65_536
    private static let longestScanner = 8 << 10
    /// What fits into one message to the server: some thousand scanners.
    private static let longestList = 900 << 10

    /// What each may have at most, so that all together have room: those that want less have all that they want.
    static func share(of sizes: [Int], in room: Int) -> Int {
        var left = room
        for (place, size) in sizes.sorted().enumerated() {
            let share = left / (sizes.count - place)
            if size > share { return share }
            left -= size
        }
        return room
    }

    /// Opens the device of that name. User name and password answer a driver that asks; empty ones are an answer too.
    package func open(_ name: String, userName: String = "", password: String = "") throws(ScanError) -> SaneDevice {
        credentials.withLock { $0 = Credentials(userName: userName, password: password) }
        var handle: SANE_Handle?
        let status = (LosslessText.bytes(of: name) + [0]).withUnsafeBufferPointer { bytes in
            bytes.withMemoryRebound(to: CChar.self) { sane_open($0.baseAddress, &handle) }
        }
        try check(status)
        guard let handle else { throw .device(.invalid) }
        return SaneDevice(handle: handle)
    }
}

extension ScannerDescription {
    init(_ device: SANE_Device) {
        self.init(
            deviceName: device.name.map { LosslessText.text(of: bytes($0)) } ?? "",
            vendor: device.vendor.map(shown) ?? "",
            model: device.model.map(shown) ?? "",
            type: device.type.map(shown) ?? ""
        )
    }

    /// In a message: the texts, what stands around them, and a little more.
    fileprivate var byteCount: Int { [deviceName, vendor, model, type].map(\.utf8.count).reduce(100, +) }

    fileprivate var backend: Substring { deviceName.prefix { $0 != ":" } }
}

private func bytes(_ text: SANE_String_Const) -> [UInt8] {
    let start = UnsafeRawPointer(text)
    var count = 0
    while start.load(fromByteOffset: count, as: UInt8.self) != 0 { count += 1 }
    return Array(UnsafeRawBufferPointer(start: start, count: count))
}

/// What people read: UTF-8, or else the letters of Western Europe, which old drivers use.
func shown(_ text: SANE_String_Const) -> String {
    let bytes = bytes(text)
    return String(validating: bytes, as: UTF8.self)
        ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
}

private struct Credentials {
    var userName = ""
    var password = ""
}

/// A global, because SANE's callback takes no context.
private let credentials = Mutex(Credentials())

/// SANE's authentication callback; the buffers hold 128 bytes each (section 4.4 of the standard).
private func authorize(
    resource: SANE_String_Const?,
    userName: UnsafeMutablePointer<SANE_Char>?,
    password: UnsafeMutablePointer<SANE_Char>?
) {
    let answer = credentials.withLock { $0 }
    write(answer.userName, to: userName, size: Int(SANE_MAX_USERNAME_LEN))
    write(answer.password, to: password, size: Int(SANE_MAX_PASSWORD_LEN))
}

private func write(_ text: String, to buffer: UnsafeMutablePointer<SANE_Char>?, size: Int) {
    guard let buffer else { return }
    let bytes = UnsafeMutableRawBufferPointer(start: buffer, count: size)
    let used = text.utf8.prefix(size - 1)
    bytes.copyBytes(from: used)
    bytes[used.count] = 0
}
