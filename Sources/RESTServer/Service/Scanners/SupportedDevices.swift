/// The USB scanners that libsane's drivers know, from the files that tell udev.
///
/// Source: Debian 12 and 13 install `hwdb.d/20-sane.hwdb` with lines `usb:v03F0p0101*`; older systems and other
/// distributions write `ATTRS{idVendor}=="03f0", ATTRS{idProduct}=="0101"` into their rules.
struct SupportedDevices: Sendable {
    let root: String

    private static let folders = ["/usr/lib/udev", "/lib/udev", "/etc/udev"]

    /// All devices that the files of this host list.
    func names() -> Set<USBName> {
        var names: Set<USBName> = []
        for folder in Self.folders {
            for (kind, isPart) in [("hwdb.d", "sane"), ("rules.d", "sane")] {
                let path = root + folder + "/" + kind
                for file in FolderReading.names(in: path) where file.contains(isPart) {
                    let text = FolderReading.text(of: path + "/" + file, limit: 4 << 20) ?? ""
                    names.formUnion(Self.names(inText: text))
                }
            }
        }
        return names
    }

    /// The devices that one file lists.
    static func names(inText text: String) -> Set<USBName> {
        var names: Set<USBName> = []
        for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
            let line = Substring(line).drop { $0 == " " }
            if let name = hwdbName(line) ?? ruleName(line) { names.insert(name) }
        }
        return names
    }

    private static func hwdbName(_ line: Substring) -> USBName? {
        guard line.hasPrefix("usb:v") else { return nil }
        let rest = line.dropFirst(5)
        return name(
            vendor: rest.prefix(4),
            product: rest.dropFirst(4).hasPrefix("p") ? rest.dropFirst(5).prefix(4) : ""
        )
    }

    private static func ruleName(_ line: Substring) -> USBName? {
        guard !line.hasPrefix("#"), line.contains("idVendor") else { return nil }
        return name(vendor: quoted(line, after: "{idVendor}==\""), product: quoted(line, after: "{idProduct}==\""))
    }

    private static func quoted(_ line: Substring, after mark: String) -> Substring {
        line.firstRange(of: mark).map { line[$0.upperBound...].prefix { $0 != "\"" } } ?? ""
    }

    private static func name(vendor: Substring, product: Substring) -> USBName? {
        guard [vendor, product].allSatisfy({ $0.utf8.count == 4 && UInt16($0, radix: 16) != nil }) else { return nil }
        return USBName(vendor: vendor.lowercased(), product: product.lowercased())
    }
}
