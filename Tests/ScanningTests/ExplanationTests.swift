import Testing

@testable import Scanning

@Suite("errors say what happened and what to do")
struct ExplanationTests {
    @Test(
        "the words that people look for are there",
        arguments: [
            (ScanError.feederEmpty, ["The feeder is empty. Load paper and scan again."]),
            (.device(.noPaper), ["feeder is empty"]), (.device(.busy), ["busy"]),
            (.device(.jammed), ["jammed", "Remove it"]), (.device(.coverOpen), ["cover", "open", "Close it"]),
            (.device(.accessDenied), ["groups", "scanner", "lp", "udev"]),
            (.device(.inputOutput), ["Error during device I/O", "asleep", "switched on"]),
            (.device(.invalid), ["Invalid argument", "asleep", "switched on"]),
            (.driverCrashed(how: "signal 11"), ["backend crashed", "signal 11"]),
            (.driverHung(call: .start, seconds: 120), ["120 seconds", "starting the scan"]),
            (.driverHung(call: .open, seconds: 1), ["for 1 second while opening"]),
            (.notOffered(wanted: "colour", offered: ["Lineart", "Halftone"]), ["colour", "Lineart, Halftone"]),
            (.notOffered(wanted: "colour", offered: []), ["colour."]),
            (.host("No worker."), ["No worker."]), (.noRoom("No space is left."), ["No space is left."]),
            (.badData("There are no rows."), ["There are no rows. Scan again", "resolution"]),
            (.device(.unknown(42)), ["42"]), (.canceled, ["canceled"]),
        ]
    )
    func words(error: ScanError, words: [String]) {
        for word in words { #expect(error.explanation.contains(word), "\(error.explanation)") }
    }

    @Test("every explanation is a sentence or a few, and short")
    func shape() {
        let statuses: [DeviceStatus] = [
            .unsupported, .canceled, .busy, .invalid, .endOfFile, .jammed, .noPaper, .coverOpen, .inputOutput,
            .noMemory, .accessDenied, .unknown(99),
        ]
        let many = (0..<200).map { "Word \($0)" }
        let errors =
            statuses.map { ScanError.device($0) } + DriverCall.allCases.map { .driverHung(call: $0, seconds: 60) }
            + [
                .feederEmpty, .canceled, .badData("X."), .noPicture, .driverCrashed(how: "x"),
                .notOffered(wanted: "x", offered: many),
            ]
        for error in errors {
            #expect(error.explanation.hasSuffix("."))
            #expect(!error.explanation.contains(".)"))
            #expect(error.explanation.count < 300)
        }
    }
}
