import CSane
import Scanning
import Testing

@testable import SaneBridge

@Suite("SANE's words and statuses")
struct WordsTests {
    @Test(
        "fixed-point numbers are the nearest ones",
        arguments: [
            (300.0, Int32(300 << 16)), (-1.5, -98_304), (0.1, 6_554), (1e9, .max), (-1e9, .min), (.nan, 0),
            (.infinity, .max),
        ]
    )
    func fixed(value: Double, word: Int32) {
        #expect(DeviceOption.ValueType.fixed.word(value) == word)
    }

    @Test(
        "whole numbers are rounded and clamped",
        arguments: [
            (299.5, Int32(300)), (-0.4, 0), (3e9, .max), (-3e9, .min), (.nan, 0),
        ]
    )
    func whole(value: Double, word: Int32) {
        #expect(DeviceOption.ValueType.int.word(value) == word)
    }

    @Test("every word survives the way to a number and back")
    func roundTrip() {
        for word in [Int32.min, -1, 0, 1, 65_535, 65_536, 1_234_567, .max] {
            for type in [DeviceOption.ValueType.int, .fixed] { #expect(type.word(type.number(word)) == word) }
        }
    }

    @Test("a status of a later standard keeps its number")
    func unknownStatus() {
        #expect(DeviceStatus(SANE_Status(rawValue: 13)) == .unknown(13))
        #expect(DeviceStatus(SANE_STATUS_GOOD) == nil)
        #expect(DeviceStatus(SANE_STATUS_JAMMED) == .jammed)
    }
}
