import Foundation
import Testing

@testable import RESTServer

@Suite("hint at missing rights")
struct PermissionHintTests {
    /// A root folder with the files of a host, gone when released.
    private final class Root {
        let path: String

        init(_ files: [String: String]) throws {
            path = FileManager.default.temporaryDirectory.appendingPathComponent("hint-\(UUID())").path
            for (name, text) in files {
                let file = URL(fileURLWithPath: path + name)
                try FileManager.default.createDirectory(
                    at: file.deletingLastPathComponent(),
                    withIntermediateDirectories: true
                )
                try Data(text.utf8).write(to: file)
            }
        }

        deinit { try? FileManager.default.removeItem(atPath: path) }
    }

    private static func device(_ folder: String, _ vendor: String, _ product: String, _ number: Int) -> [String: String]
    {
        let base = "/sys/bus/usb/devices/\(folder)"
        return [
            "\(base)/idVendor": vendor + "\n", "\(base)/idProduct": product + "\n", "\(base)/busnum": "1\n",
            "\(base)/devnum": "\(number)\n", "\(base)/product": "EPSON Scanner\n",
        ]
    }

    private static let host =
        device("1-1", "04b8", "0130", 4)
        .merging(device("1-2", "046d", "c31c", 12)) { first, _ in first }
        .merging([
            "/sys/bus/usb/devices/1-1:1.0/bInterfaceClass": "ff\n",
            "/usr/lib/udev/hwdb.d/20-sane.hwdb": "# Epson\nusb:v04B8p0130*\n libsane_matched=yes\n\n",
            "/dev/bus/usb/001/004": "", "/dev/bus/usb/001/012": "",
        ]) { first, _ in first }

    @Test("a scanner of libsane's list that may not be used is named, with its node and one command")
    func unusable() throws {
        let root = try Root(Self.host)
        let hint = PermissionHint(root: root.path) { _ in false }
        #expect(
            hint.texts(user: "pi", isInGroup: false) == [
                "EPSON Scanner (USB 04b8:0130) is plugged in, but the user pi may not use /dev/bus/usb/001/004. "
                    + "Give the user the rights of the group, then start again with a new login: "
                    + "sudo usermod -aG scanner pi"
            ]
        )
        #expect(hint.texts(user: "pi", isInGroup: true).first?.hasSuffix("--subsystem-match=usb") == true)
    }

    @Test("the node itself is asked, under the given root")
    func node() throws {
        let root = try Root(Self.host)
        let node = root.path + "/dev/bus/usb/001/004"
        #expect(PermissionHint(root: root.path) { $0 != node }.texts(user: "pi", isInGroup: false).count == 1)
        #expect(PermissionHint(root: root.path) { $0 == node }.texts(user: "pi", isInGroup: false).isEmpty)
        #expect(PermissionHint(root: root.path).texts(user: "pi", isInGroup: false).isEmpty)
    }

    @Test("a missing node is out of reach")
    func missingNode() throws {
        var files = Self.host
        files["/dev/bus/usb/001/004"] = nil
        let root = try Root(files)
        #expect(PermissionHint(root: root.path).texts(user: "pi", isInGroup: false).count == 1)
    }

    @Test("a host without USB has no hint")
    func noUSB() throws {
        let root = try Root(["/etc/hostname": "x"])
        #expect(PermissionHint(root: root.path).texts(user: "pi", isInGroup: false).isEmpty)
    }

    @Test(
        "both forms of udev's files are read",
        arguments: [
            ("usb:v03F0p0101*", "03f0", "0101"), ("  usb:v03F0p0101d0100*", "03f0", "0101"),
            (#"ATTRS{idVendor}=="04B8", ATTRS{idProduct}=="0130", ENV{libsane_matched}="yes""#, "04b8", "0130"),
        ]
    )
    func forms(_ row: (line: String, vendor: String, product: String)) {
        #expect(
            SupportedDevices.names(inText: "# x\n\(row.line)\n") == [USBName(vendor: row.vendor, product: row.product)]
        )
    }

    @Test(
        "other lines name nothing",
        arguments: [
            "usb:v03F0*", "usb:vZZZZp0101*", "# usb:v03F0p0101*", #"ATTRS{idVendor}=="04b8", ENV{x}="1""#, "usb:v", "",
            #"ATTRS{type}=="3", ATTRS{vendor}=="EPSON""#,
        ]
    )
    func otherLines(_ line: String) {
        #expect(SupportedDevices.names(inText: line).isEmpty)
    }
}
