/// What a SANE device name tells beside being a name: its driver, the bus address, a serial number.
///
/// Every backend writes names its own way (`epson2:libusb:001:004`, `brother4:bus9;dev1`, `airscan:e0:EPSON ET-2850`,
/// `hpaio:/usb/PSC_1600_series?serial=X`), and any text may occur in them.
struct DeviceName {
    let text: String

    /// The part before the first colon.
    var backend: Substring { text.prefix { $0 != ":" } }

    /// What follows the backend.
    var rest: Substring { text.dropFirst(backend.count + 1) }

    /// Where this host's kernel has the device now; not the same after a replug, and nil for a device of another host.
    var busAddress: (bus: Int, device: Int)? {
        backend == "net" ? nil : address
    }

    /// A bus address anywhere in the name, whatever host it belongs to.
    private var address: (bus: Int, device: Int)? {
        if let parts = Self.numbers(in: text, after: "libusb:", between: ":") { return parts }
        return Self.numbers(in: text, after: "bus", between: ";dev")
    }

    /// The serial number that some backends put into the name; nil when there is none, or none worth the name.
    var serial: String? {
        let parts = rest.split(separator: ":", omittingEmptySubsequences: false)
        let found: Substring? =
            switch backend {
            case "fujitsu" where busAddress == nil && parts.count > 1: parts.last
            case "hpaio": rest.end(ofFirst: "serial=").map { rest[$0...].prefix { $0 != "&" } }
            case "pixma" where Self.isUsbId(rest.prefix { $0 != "_" }): rest.drop { $0 != "_" }.dropFirst()
            default: nil
            }
        return found.map(String.init).flatMap(Self.realSerial)
    }

    /// A serial number that tells devices apart: makers leave "0000000" or nothing in cheap ones.
    static func realSerial(_ serial: String) -> String? {
        let bare = serial.filter { !$0.isWhitespace }
        return bare.allSatisfy { $0 == "0" || $0 == "-" } ? nil : bare
    }

    /// What follows the backend, without what changes when the device is plugged in again or found in another order.
    var lasting: String {
        let parts = rest.split(separator: ":", omittingEmptySubsequences: false)
        if backend == "airscan", let first = parts.first, first.count > 1, first.dropFirst().allSatisfy(\.isNumber) {
            return ([first.prefix(1)] + parts.dropFirst()).joined(separator: ":")
        }
        if backend == "epkowa", parts.count == 3, parts[0] == "interpreter" { return "interpreter" }
        if let start = rest.end(ofFirst: "libusb:"), address != nil {
            return String(rest[..<start].dropLast()) + String(rest[start...].drop { $0.isNumber || $0 == ":" })
        }
        if rest.hasPrefix("bus"), address != nil { return "usb" }
        return String(rest)
    }

    private static func isUsbId(_ text: Substring) -> Bool {
        text.count == 8 && text.allSatisfy(\.isHexDigit)
    }

    private static func numbers(in text: String, after prefix: String, between: String) -> (bus: Int, device: Int)? {
        guard let start = text[...].end(ofFirst: prefix) else { return nil }
        let first = text[start...].prefix { $0.isASCII && $0.isNumber }
        let rest = text[first.endIndex...]
        guard rest.hasPrefix(between) else { return nil }
        let second = rest.dropFirst(between.count).prefix { $0.isASCII && $0.isNumber }
        guard let bus = Int(first), let device = Int(second) else { return nil }
        return (bus, device)
    }
}

extension Substring {
    /// The place after the first occurrence of a text.
    fileprivate func end(ofFirst text: String) -> Index? {
        var place = startIndex
        while place < endIndex {
            if self[place...].hasPrefix(text) { return index(place, offsetBy: text.count) }
            place = index(after: place)
        }
        return nil
    }
}
