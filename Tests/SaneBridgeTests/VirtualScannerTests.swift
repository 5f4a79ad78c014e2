import Scanning
import TestSupport
import Testing

@testable import SaneBridge

// Nested, so that it waits for the other tests of libsane in this process.
extension DeviceTests {
    @Suite("A virtual scanner")
    struct VirtualScannerTests {
        @Test("has the words and options that its model was seen with", arguments: ScannerProfile.all)
        func profile(_ profile: ScannerProfile) throws {
            let library = try TestDevice.library()
            let name = "virtual:\(profile.id)"
            let listed = try #require(try library.scanners().first { $0.deviceName == name })
            #expect([listed.vendor, listed.model, listed.type] == [profile.vendor, profile.model, profile.type])
            let device = try library.open(name)
            let options = try device.options().filter { $0.type != .group }
            #expect(options.map(\.name) == profile.options.map(\.n))
            for (option, wanted) in zip(options, profile.options) {
                let expected = wanted.descriptor(index: option.index)
                #expect(option.type == expected.type, "\(option.name)")
                #expect(option.unit == expected.unit, "\(option.name)")
                #expect(option.capabilities.subtracting(.emulated) == expected.capabilities, "\(option.name)")
                #expect(option.constraint.isAlike(expected.constraint), "\(option.name): \(option.constraint)")
                // What a sensor says now is not the model's affair, and some values the reports do not have.
                guard let value = wanted.d?.option, option.isReadable, !option.capabilities.contains(.hardSelect)
                else { continue }
                #expect(try device.value(of: option)?.isAlike(value) == true, "\(option.name)")
            }
        }

        @Test("in each state has the options that its model was seen with in it", arguments: ScannerProfile.all)
        func states(_ profile: ScannerProfile) throws {
            for state in profile.states {
                let device = try TestDevice.library().open("virtual:\(profile.id)")
                for (name, values) in state.when.sorted(by: { $0.key < $1.key }) {
                    guard let value = values.first?.option else { continue }
                    #expect(try device.set(name, value).reloadsOptions, "\(name)")
                }
                for wanted in state.options {
                    let option = try device.option(wanted.n)
                    let expected = wanted.descriptor(index: option.index)
                    #expect(option.capabilities.subtracting(.emulated) == expected.capabilities, "\(option.name)")
                    #expect(option.constraint.isAlike(expected.constraint), "\(option.name): \(option.constraint)")
                    guard let value = wanted.d?.option else { continue }
                    #expect(try device.value(of: option)?.isAlike(value) == true, "\(option.name)")
                }
            }
        }

        @Test("whose area follows the page's size takes A4 after the page is as large, and rounds it")
        func pageFirst() throws {
            let device = try TestDevice.library().open("virtual:fujitsu-fi7260")
            #expect(throws: ScanError.device(.invalid)) { try device.set("page-height", .number(297)) }
            try device.set("source", .string("ADF Front"))
            let cut = try device.set("br-y", .number(297)).value
            #expect(cut.isAlike(.number(279.364)), "\(cut)")
            let page = try device.set("page-height", .number(297))
            #expect(page.value.isAlike(.number(296.994)), "\(page.value)")
            #expect(page.reloadsOptions)
            let whole = try device.set("br-y", .number(297)).value
            #expect(whole.isAlike(.number(296.994)), "\(whole)")
        }

        @Test("whose source resets mode and resolution says that options have changed")
        func reset() throws {
            let device = try TestDevice.library().open("virtual:canon-pixma-mx-adf")
            try device.set("mode", .string("Gray"))
            try device.set("resolution", .number(300))
            #expect(try device.set("source", .string("Automatic Document Feeder")).reloadsOptions)
            #expect(try device.value("mode") == .string("Color"))
            #expect(try device.value("resolution") == .number(75))
        }

        @Test("whose greatest value is no multiple of its step gives the step below")
        func steps() throws {
            let device = try TestDevice.library().open("virtual:brother-mfc-brother4")
            let width = try device.set("br-x", .number(215.9)).value
            #expect(width.isAlike(.number(215.88)), "\(width)")
        }

        @Test("whose area must be chosen by hand first leaves coordinates as they are until then")
        func hold() throws {
            let device = try TestDevice.library().open("virtual:epson-utsushi-flatbed")
            try device.set("scan-area", .string("Maximum"))
            #expect(try device.set("br-x", .number(100)).value.isAlike(.number(215.9)))
            try device.set("scan-area", .string("Manual"))
            #expect(try device.set("br-x", .number(100)).value.isAlike(.number(100)))
        }
    }
}

extension OptionValue {
    /// Equal but for what a report's digits leave out.
    func isAlike(_ other: OptionValue) -> Bool {
        guard case .number(let one) = self, case .number(let two) = other else { return self == other }
        return one.isAlike(two)
    }
}

extension Double {
    fileprivate func isAlike(_ other: Double) -> Bool { abs(self - other) < max(0.0006, abs(other) * 1e-5) }
}

extension DeviceOption.Constraint {
    fileprivate func isAlike(_ other: Self) -> Bool {
        switch (self, other) {
        case (.range(let low, let high, let step), .range(let otherLow, let otherHigh, let otherStep)):
            low.isAlike(otherLow) && high.isAlike(otherHigh) && abs(step - otherStep) < 0.00002
        case (.numbers(let ones), .numbers(let others)):
            ones.count == others.count && zip(ones, others).allSatisfy { $0.isAlike($1) }
        default: self == other
        }
    }
}
