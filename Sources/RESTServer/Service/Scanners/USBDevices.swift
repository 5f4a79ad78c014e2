/// Maker and product of a USB device, four lower-case hexadecimal digits each.
struct USBName: Hashable, Sendable {
    var vendor: String
    var product: String
}

/// The USB devices of this host, from the kernel's list.
struct USBDevices: Sendable {
    /// One device as the kernel lists it.
    struct Device: Hashable, Sendable {
        var name: USBName
        /// As the device calls itself.
        var product: String
        /// Under /dev/bus/usb.
        var node: String
    }

    let root: String
    let isUsable: @Sendable (String) -> Bool

    /// The devices whose node this process may not read and write.
    func unusable() -> [Device] {
        let folder = root + "/sys/bus/usb/devices"
        return FolderReading.names(in: folder).compactMap { device(folder + "/" + $0) }.filter {
            !isUsable(root + $0.node)
        }
    }

    /// nil for what is no device: interfaces of one have no number on the bus.
    private func device(_ folder: String) -> Device? {
        func attribute(_ name: String) -> String? { Self.attribute(name, in: folder) }
        guard let vendor = attribute("idVendor"), let product = attribute("idProduct"),
            let bus = attribute("busnum").flatMap({ Int($0) }),
            let number = attribute("devnum").flatMap({ Int($0) })
        else { return nil }
        return Device(
            name: USBName(vendor: vendor.lowercased(), product: product.lowercased()),
            product: attribute("product") ?? "A scanner",
            node: "/dev/bus/usb/\(threeDigits(bus))/\(threeDigits(number))"
        )
    }

    /// The one line of a file of the kernel's list.
    static func attribute(_ name: String, in folder: String) -> String? {
        FolderReading.text(of: "\(folder)/\(name)", limit: 4_096)?.split(whereSeparator: \.isNewline).first
            .map(String.init)
    }

    private func threeDigits(_ number: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, 3 - digits.count)) + digits
    }
}
