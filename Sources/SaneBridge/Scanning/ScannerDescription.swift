/// A scanner as an enumeration found it, in SANE's four words.
package struct ScannerDescription: Hashable, Sendable, Codable {
    /// The name that opens it (`epson2:libusb:001:004`); may change when it is plugged in again.
    package var deviceName: String
    package var vendor: String
    package var model: String
    package var type: String

    package init(deviceName: String, vendor: String, model: String, type: String) {
        self.deviceName = deviceName
        self.vendor = vendor
        self.model = model
        self.type = type
    }
}
