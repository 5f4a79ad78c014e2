import Scanning
import TestSupport
import Testing

@testable import SaneBridge

extension DeviceTests {
    /// Words whose effect a program sees only where it calls the driver itself: workers cancel after the last sheet, and ask
    /// for parameters after the start alone. What the words mean: docs/virtual-devices.md.
    @Suite("A word of a virtual device")
    struct VirtualWordTests {
        /// An empty feeder that was started once, beside a glass that is always there.
        private func refused(_ words: String) throws -> SaneDevice {
            let device = try TestDevice.library().open("virtual:page,pages=0\(words)")
            try device.set("source", .string("ADF"))
            #expect(throws: ScanError.device(.noPaper)) { try device.start() }
            try device.set("source", .string("Flatbed"))
            return device
        }

        @Test("sticky: after NO_DOCS every start says so until it is cancelled, and without the word none does")
        func sticky() throws {
            let plain = try refused("")
            try plain.start()
            plain.cancel()
            let device = try refused(",sticky")
            for _ in 0..<2 { #expect(throws: ScanError.device(.noPaper)) { try device.start() } }
            device.cancel()
            try device.start()
            device.cancel()
        }

        @Test("fuzzy: parameters are wrong before the start, and right after it")
        func fuzzy() throws {
            let lines = try ["", ",fuzzy"].map { words in
                let device = try TestDevice.library().open("virtual:page,size=64x100\(words)")
                let before = try device.frame().lines
                try device.start()
                let after = try device.frame().lines
                device.cancel()
                return [before, after]
            }
            #expect(lines[0] == [100, 100])
            #expect(lines[1][0] != 100)
            #expect(lines[1][1] == 100)
        }
    }
}
