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
    package func scanners() throws(ScanError) -> [ScannerDescription] {
        var list: UnsafeMutablePointer<UnsafePointer<SANE_Device>?>?
        try check(sane_get_devices(&list, SANE_FALSE))
        guard var next = list else { return [] }
        var scanners: [ScannerDescription] = []
        while let device = next.pointee?.pointee {
            scanners.append(ScannerDescription(device))
            next += 1
        }
        return scanners
    }

    /// Opens the device of that name. User name and password answer a driver that asks; empty ones are an answer too.
    package func open(_ name: String, userName: String = "", password: String = "") throws(ScanError) -> SaneDevice {
        credentials.withLock { $0 = Credentials(userName: userName, password: password) }
        var handle: SANE_Handle?
        try check(sane_open(name, &handle))
        guard let handle else { throw .device(.invalid) }
        return SaneDevice(handle: handle)
    }
}

extension ScannerDescription {
    init(_ device: SANE_Device) {
        self.init(
            deviceName: device.name.map { String(cString: $0) } ?? "",
            vendor: device.vendor.map { String(cString: $0) } ?? "",
            model: device.model.map { String(cString: $0) } ?? "",
            type: device.type.map { String(cString: $0) } ?? ""
        )
    }
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
