/// A scanner under a name that stays: the same after a replug, a reboot or another order of listing.
package struct KnownScanner: Hashable, Sendable, Codable {
    /// For programs.
    package var id: String
    /// For people; no two of one list are equal.
    package var label: String
    /// The label that it has of itself, where people see another one.
    package var ownLabel: String?
    package var description: ScannerDescription

    package init(id: String, label: String, description: ScannerDescription) {
        self.id = id
        self.label = label
        self.description = description
    }
}

/// What the host's USB side knows of a device.
package struct UsbFacts: Hashable, Sendable, Codable {
    package var serial: String?
    /// Where it is plugged in ("1-1.2"): the same after a replug at the same place.
    package var port: String?

    package init(serial: String? = nil, port: String? = nil) {
        self.serial = serial
        self.port = port
    }
}

/// Names the scanners of an enumeration.
///
/// An id is made of backend, vendor, model and the serial number; where there is none, of the port; where that is
/// unknown too, of the device name without its bus address. Two equal scanners without serial numbers are hence told
/// apart by where they are plugged in, and by their order when even that is not known; one that still has the device
/// name it had before keeps its place in that order.
package enum ScannerIdentity {
    /// Ids and labels for all that was found, sorted by label: the same list whatever order they were found in.
    ///
    /// - Parameter known: the list of before.
    package static func name(
        _ found: [ScannerDescription],
        before known: [KnownScanner] = [],
        facts: (ScannerDescription) -> UsbFacts?
    ) -> [KnownScanner] {
        let sorted = found.map { Entry($0, facts($0)) }.sorted { $0.order < $1.order }
        let ids = uniqueIds(of: sorted, known)
        // Labels count in the order of the ids.
        let order = sorted.indices.sorted {
            (sorted[$0].id, ids[$0].count, ids[$0]) < (sorted[$1].id, ids[$1].count, ids[$1])
        }
        let entries = order.map { sorted[$0] }
        let labels = labels(of: entries)
        return zip(entries, zip(order.map { ids[$0] }, labels))
            .map { KnownScanner(id: $1.0, label: $1.1, description: $0.description) }
            .sorted { ($0.label, $0.id) < ($1.label, $1.id) }
    }

    /// The one scanner whose device name is this but for the bus address; nil when there is none, or more than one.
    package static func moved(_ deviceName: String, among scanners: [KnownScanner]) -> KnownScanner? {
        let old = DeviceName(text: deviceName)
        guard old.busAddress != nil else { return nil }
        let same = scanners.filter { scanner in
            let new = DeviceName(text: scanner.description.deviceName)
            return new.busAddress != nil && new.backend == old.backend && new.lasting == old.lasting
        }
        return same.count == 1 ? same.first : nil
    }

    /// The driver that a device name belongs to ("epson2" of `epson2:libusb:001:004`).
    package static func backend(of deviceName: String) -> String {
        String(DeviceName(text: deviceName).backend)
    }

    /// The serial number that a driver puts into its device's name; nil where it does not.
    package static func serialNumber(of deviceName: String) -> String? {
        DeviceName(text: deviceName).serial
    }

    /// The bus address in a device name; nil for a device of the network, or one that is named otherwise.
    package static func busAddress(in deviceName: String) -> (bus: Int, device: Int)? {
        DeviceName(text: deviceName).busAddress
    }

    /// Adds to equal labels what tells them apart: the way in, the driver, the serial number, the port, the device
    /// name, and when all that is equal, a count.
    private static func labels(of entries: [Entry]) -> [String] {
        let marks: [(Entry) -> String?] = [
            { $0.way }, { $0.backend }, { $0.serial }, { entry in entry.port.map { "port \($0)" } }, { $0.lasting },
        ]
        var labels = entries.map(\.title)
        for mark in marks {
            let groups = Dictionary(grouping: labels.indices) { labels[$0] }
            for group in groups.values where Set(group.map { mark(entries[$0]) }).count > 1 {
                for place in group {
                    if let text = mark(entries[place]) { labels[place] += " (\(text))" }
                }
            }
        }
        return unique(labels, joinedBy: " ")
    }

    /// Counts equal ids, from the second on; an entry that is known by its device name keeps the id it has.
    private static func uniqueIds(of entries: [Entry], _ known: [KnownScanner]) -> [String] {
        let counts = Dictionary(grouping: entries, by: \.id).mapValues(\.count)
        let old = Dictionary(known.map { ($0.description.deviceName, $0.id) }) { first, _ in first }
        var kept: [Int: String] = [:]
        var taken: Set<String> = []
        for (place, entry) in entries.enumerated() {
            guard entry.isAmbiguous || counts[entry.id, default: 0] > 1, let id = old[entry.description.deviceName],
                isCounted(id, from: entry.id), taken.insert(id).inserted
            else { continue }
            kept[place] = id
        }
        var rest = unique(
            entries.indices.filter { kept[$0] == nil }.map { entries[$0].id },
            joinedBy: "#",
            taken: taken
        )[...]
        return entries.indices.map { kept[$0] ?? rest.popFirst() ?? entries[$0].id }
    }

    /// Whether `id` is `base`, or `base#2` and so on.
    private static func isCounted(_ id: String, from base: String) -> Bool {
        guard id.hasPrefix(base) else { return false }
        let count = id.dropFirst(base.count)
        return count.isEmpty || count.first == "#" && count.count > 1 && count.dropFirst().allSatisfy(\.isNumber)
    }

    /// Counts equal texts, from the second on.
    static func unique(
        _ texts: [String],
        joinedBy joint: String,
        taken others: Set<String> = []
    ) -> [String] {
        var taken = Set(texts).union(others)
        var counts: [String: Int] = [:]
        return texts.map { text in
            guard var count = counts[text] ?? (others.contains(text) ? 1 : nil) else {
                counts[text] = 1
                return text
            }
            repeat { count += 1 } while !taken.insert("\(text)\(joint)\(count)").inserted
            counts[text] = count
            return "\(text)\(joint)\(count)"
        }
    }
}

/// A scanner with all that may name it.
private struct Entry {
    var description: ScannerDescription
    var backend: String
    var serial: String?
    var port: String?
    var lasting: String
    var id: String

    init(_ description: ScannerDescription, _ facts: UsbFacts?) {
        let name = DeviceName(text: description.deviceName)
        self.description = description
        backend = String(name.backend)
        serial = name.serial ?? facts?.serial.flatMap(DeviceName.realSerial)
        port = facts?.port.flatMap { $0.isEmpty ? nil : $0 }
        lasting = name.lasting
        let own = serial ?? port.map { "port-\($0)" } ?? lasting
        id = [backend, description.vendor, description.model, own].filter { !$0.isEmpty }.joined(separator: ":")
    }

    /// Another of the kind would have the same id.
    var isAmbiguous: Bool { serial == nil && port == nil }

    /// By what stays first; the device name decides among those that are equal in all else.
    var order: (String, Int, Int, String) {
        let address = DeviceName(text: description.deviceName).busAddress
        return (id, address?.bus ?? 0, address?.device ?? 0, description.deviceName)
    }

    /// Vendor and model, each said once; the way in where the vendor's place is taken by a protocol.
    var title: String {
        let vendor = description.vendor
        let model = description.model
        guard vendor.isEmpty || !description.isProtocolVendor else {
            return way.map { "\(model) (\($0))" } ?? model
        }
        if vendor.isEmpty || model.plain.hasPrefix(vendor.plain) {
            return model.isEmpty ? description.deviceName : model
        }
        return model.isEmpty ? vendor : "\(vendor) \(model)"
    }

    /// How the scanner is reached, where it is not a driver of the maker's.
    var way: String? {
        switch backend {
        case "escl": "eSCL"
        case "airscan": description.vendor.plain == "wsd" || lasting.hasPrefix("w") ? "WSD" : "eSCL"
        case "net": "network"
        default: nil
        }
    }
}
