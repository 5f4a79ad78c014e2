import Scanning

extension USBDevices {
    /// The devices of this host.
    init() {
        self.init(root: "") { FolderReading.isReadableAndWritable($0) }
    }

    /// Serial number and port of the device behind a scanner; nil when its name carries no bus address, or nothing is
    /// there.
    ///
    /// Source: Linux documentation, ABI/stable/sysfs-bus-usb.
    func facts(of scanner: ScannerDescription) -> UsbFacts? {
        guard let address = ScannerIdentity.busAddress(in: scanner.deviceName) else { return nil }
        let folder = root + "/sys/bus/usb/devices"
        for port in FolderReading.names(in: folder) {
            func attribute(_ name: String) -> String? { Self.attribute(name, in: "\(folder)/\(port)") }
            guard attribute("busnum").flatMap({ Int($0) }) == address.bus,
                attribute("devnum").flatMap({ Int($0) }) == address.device
            else { continue }
            return UsbFacts(serial: attribute("serial"), port: port)
        }
        return nil
    }
}
