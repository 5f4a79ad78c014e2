/// Why a scan did not go as wanted. The one error of the scanning side; `explanation` is what people read.
package enum ScanError: Error, Hashable, Sendable, Codable {
    /// The device refused, with the status SANE gave (section 4.2.7 of the standard).
    case device(DeviceStatus)
    /// The device has nothing of the kind that was asked for.
    case notOffered(wanted: String, offered: [String])
    /// The device cannot give what the request insists on: a sentence that says what it is.
    case unmet(Unmet, String)
    /// The feeder was empty when the job began.
    case feederEmpty
    /// What the device sent cannot be a picture: a sentence that says why, without advice.
    case badData(String)
    /// The driver's process died.
    case driverCrashed(how: String)
    /// A call into the driver did not come back in time.
    case driverHung(call: DriverCall, seconds: Int)
    case canceled
    /// There is no room for a page, on the disk or by the limits that are set: a sentence that says so.
    case noRoom(String)
    /// This host cannot do it (no worker program, no thread …).
    case host(String)
}

/// SANE's answers to a call.
package enum DeviceStatus: Hashable, Sendable, Codable {
    case unsupported, canceled, busy, invalid, endOfFile, jammed, noPaper, coverOpen, inputOutput, noMemory,
        accessDenied
    case unknown(Int)
}

/// The calls into a driver that can take long, each with its own deadline.
package enum DriverCall: String, Hashable, Sendable, Codable, CaseIterable {
    case list, open, option, start, firstBytes, moreBytes, cancel, close
}

/// Why a device does not give what a request insists on.
package enum Unmet: String, Hashable, Sendable, Codable {
    /// It has nothing of the kind.
    case missing
    /// It has, but not this value.
    case badValue
    /// It has, but not together with the rest of the request, or it refused.
    case dependent
    /// It tells it, and lets nobody set it.
    case readOnly
    /// It has, and does not choose a value by itself.
    case notAutomatic
}
