extension ScanError {
    /// What happened and what a person can do about it, in one or two short sentences.
    package var explanation: String {
        switch self {
        case .device(let status): status.explanation
        case .notOffered(let wanted, let offered): Self.refusal(wanted, offered)
        case .unmet(_, let what): "\(what) The job insists on it, so nothing was scanned."
        case .feederEmpty: "The feeder is empty. Load paper and scan again."
        case .badData(let what): "\(what) Scan again; if it goes on, choose another resolution or area."
        case .driverCrashed(let how):
            """
            The backend crashed (\(how)): the scanner's driver ended in the middle of its work. Scan again; \
            if it goes on, switch the scanner off and on, or look for another driver.
            """
        case .driverHung(let call, let seconds):
            """
            The scanner did not answer for \(seconds, of: "second") while \(call.words). Look whether it is \
            switched on and not asleep, then scan again.
            """
        case .canceled: "The scan was canceled."
        case .noRoom(let what), .host(let what): what
        }
    }

    private static func refusal(_ wanted: String, _ offered: [String]) -> String {
        guard !offered.isEmpty else { return "The scanner does not offer \(wanted)." }
        // Some lists run to dozens of entries; nobody reads the end of a sentence as long.
        let shown = offered.prefix(20).joined(separator: ", ") + (offered.count > 20 ? " …" : "")
        return "The scanner does not offer \(wanted). It offers: \(shown)."
    }
}

extension DeviceStatus {
    /// SANE's own text for the status, for logs and for people who search the web for it.
    ///
    /// Source: `sane_strstatus` of sane-backends 1.2.
    package var saneText: String {
        switch self {
        case .unsupported: "Operation not supported"
        case .canceled: "Operation was canceled"
        case .busy: "Device busy"
        case .invalid: "Invalid argument"
        case .endOfFile: "End of file reached"
        case .jammed: "Document feeder jammed"
        case .noPaper: "Document feeder out of documents"
        case .coverOpen: "Scanner cover is open"
        case .inputOutput: "Error during device I/O"
        case .noMemory: "Out of memory"
        case .accessDenied: "Access to resource has been denied"
        case .unknown(let code): "Unknown SANE status code \(code)"
        }
    }

    /// What happened and what a person can do about it.
    var explanation: String {
        switch self {
        case .unsupported: "The scanner's driver does not support this (\(saneText)). Scan with other settings."
        case .canceled: "The scan was canceled at the scanner."
        case .busy: "The scanner is busy. Wait until it is free, or end the program that uses it, and scan again."
        case .invalid:
            """
            The scanner refused a setting or cannot be reached (\(saneText)). Look whether it is switched on \
            and not asleep, then scan again.
            """
        case .endOfFile: "The scanner ended the page before its first row. Scan again."
        case .jammed: "Paper is jammed in the feeder. Remove it, load the sheets again and scan again."
        case .noPaper: "The feeder is empty. Load paper and scan again."
        case .coverOpen: "The cover of the scanner is open. Close it and scan again."
        case .inputOutput:
            """
            Error during device I/O: the connection to the scanner failed. Look whether it is switched on, \
            not asleep and plugged in, then scan again.
            """
        case .noMemory: "There is not enough memory for this scan. Choose a lower resolution or a smaller area."
        case .accessDenied:
            """
            The service may not use the scanner (\(saneText)). Add its user to the groups scanner and lp, \
            look whether a udev rule covers the scanner, and plug it in again. If it asks for a password, \
            set scanner-user and scanner-password.
            """
        case .unknown: "The scanner failed (\(saneText)). Switch it off and on, then scan again."
        }
    }
}

extension DriverCall {
    /// What the driver was doing, to follow "while".
    var words: String {
        switch self {
        case .list: "looking for scanners"
        case .open: "opening"
        case .option: "taking a setting"
        case .start: "starting the scan"
        case .firstBytes: "beginning the page"
        case .moreBytes: "scanning the page"
        case .cancel: "canceling"
        case .close: "closing"
        }
    }
}
