import Glibc

/// Says why a scanner that is plugged in is not found: its device node belongs to others.
///
/// Looked at only when no scanner was found. Knows the USB devices of libsane's list; network scanners and drivers from
/// elsewhere need no node or bring their own rules.
package struct PermissionHint: Sendable {
    private let usb: USBDevices
    private let supported: SupportedDevices

    /// - Parameters:
    ///   - root: in front of every path, for tests.
    ///   - isUsable: whether this process may read and write a path.
    package init(
        root: String = "",
        isUsable: @escaping @Sendable (String) -> Bool = { FolderReading.isReadableAndWritable($0) }
    ) {
        usb = USBDevices(root: root, isUsable: isUsable)
        supported = SupportedDevices(root: root)
    }

    /// One text for each scanner that is there and out of reach: what it is, its node, and the command that helps.
    ///
    /// - Parameters:
    ///   - user: whose name stands in the command.
    ///   - isInGroup: whether that user has the rights of the group already; then udev has not given them to the node.
    package func texts(user: String, isInGroup: Bool = Self.isInGroup()) -> [String] {
        let unusable = usb.unusable()
        guard !unusable.isEmpty else { return [] }
        let names = supported.names()
        return unusable.filter { names.contains($0.name) }.map { device in
            let remedy =
                isInGroup
                ? "Let udev look at it again: sudo udevadm trigger --action=add --subsystem-match=usb"
                : "Give the user the rights of the group, then start again with a new login: "
                    + "sudo usermod -aG \(Self.group) \(user)"
            return "\(device.product) (USB \(device.name.vendor):\(device.name.product)) is plugged in, but the user "
                + "\(user) may not use \(device.node). \(remedy)"
        }
    }

    /// The group that Debian's udev rules give scanners to.
    private static let group = "scanner"

    /// Whether this process has the rights of the scanners' group.
    package static func isInGroup() -> Bool {
        guard let entry = getgrnam(group) else { return false }
        let wanted = entry.pointee.gr_gid
        var groups = [gid_t](repeating: 0, count: 1_024)
        let count = getgroups(Int32(groups.count), &groups)
        return getegid() == wanted || groups.prefix(Int(max(0, count))).contains(wanted)
    }
}
