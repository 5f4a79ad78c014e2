import Foundation

/// A virtual device to plug in: docs/virtual-devices.md.
package struct VirtualDevice: Sendable, Equatable {
    /// What stands behind `virtual:`, free text.
    package var address: String
    /// Description and words, with commas; nil when the address says it all.
    package var words: String?
    package var vendor: String?
    package var model: String?
    package var type: String?

    package init(
        _ address: String,
        as words: String? = nil,
        vendor: String? = nil,
        model: String? = nil,
        type: String? = nil
    ) {
        self.address = address
        self.words = words
        self.vendor = vendor
        self.model = model
        self.type = type
    }

    /// Its line in virtual.conf.
    var line: String {
        let parts = [("plug", address), ("as", words), ("vendor", vendor), ("model", model), ("type", type)]
        return parts.compactMap { word, text in text.map { "\(word) \(Self.quoted($0))" } }.joined(separator: " ")
    }

    private static func quoted(_ text: String) -> String {
        let escaped = text.replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: "\"", with: "\\\"")
        return "\"\(escaped)\""
    }
}

extension SaneWorld {
    /// Makes these the virtual devices that there are, for all that run and all that start; others are gone.
    ///
    /// A device whose address stays is the same device with other words: a jam that is cleared, paper that is loaded.
    package func plug(_ devices: VirtualDevice..., also lines: [String] = []) throws {
        try plug(devices, also: lines)
    }

    /// The same for a list.
    package func plug(_ devices: [VirtualDevice], also lines: [String] = []) throws {
        try configureVirtual(["strict"] + devices.map(\.line) + lines)
    }

    /// Replaces virtual.conf, at one stroke.
    package func configureVirtual(_ lines: [String]) throws {
        try write(lines.joined(separator: "\n") + "\n", to: "conf/virtual.conf")
    }

    /// Adds the driver once more under another name, with a NAME.conf of its own; `backends` of the world must name it.
    package func addDriver(_ name: String, _ lines: [String]) throws {
        try FileManager.default.createSymbolicLink(
            atPath: folder.appendingPathComponent("lib/libsane-\(name).so.1").path,
            withDestinationPath: BuiltProducts.virtualBackend(named: name)
        )
        try write(lines.joined(separator: "\n") + "\n", to: "conf/\(name).conf")
    }

    /// Adds a description of this world's own, `virtual:NAME`.
    package func describe(_ name: String, _ lines: [String]) throws {
        try write(lines.joined(separator: "\n") + "\n", to: "conf/\(name).device")
    }

    /// Lets virtual devices forget what they remember over processes: faults that came once, sheets taken, absences.
    package func forgetPast() {
        // None yet, nothing to forget.
        try? FileManager.default.removeItem(at: folder.appendingPathComponent("conf/virtual.state"))
    }

    /// What virtual devices were asked so far, in order.
    package func calls() -> [BackendCall] {
        // No log yet means no calls yet.
        let text = (try? String(contentsOf: callLogFile, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").compactMap { BackendCall(line: $0) }
    }

    /// The same in words, without times and refusals: "open page", "start", "read 2 times, 300 bytes: 5" …
    package func callLog() -> [String] {
        calls().filter { $0.kind != .failed }.map { call in
            let detail = call.kind == .open ? call.device : call.detail
            return detail.isEmpty ? call.kind.rawValue : "\(call.kind.rawValue) \(detail)"
        }
    }
}
