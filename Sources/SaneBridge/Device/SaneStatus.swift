internal import CSane
internal import Scanning

// SANE_Status becomes a ScanError here and nowhere else. Source: SANE standard, section 4.2.7.

extension DeviceStatus {
    /// What a driver's answer means; nil is SANE_STATUS_GOOD. Numbers of later standards are kept.
    init?(_ status: SANE_Status) {
        if status == SANE_STATUS_GOOD { return nil }
        self = DeviceStatus.known[status.rawValue] ?? .unknown(Int(status.rawValue))
    }

    private static let known: [UInt32: DeviceStatus] = [
        SANE_STATUS_UNSUPPORTED.rawValue: .unsupported,
        SANE_STATUS_CANCELLED.rawValue: .canceled,
        SANE_STATUS_DEVICE_BUSY.rawValue: .busy,
        SANE_STATUS_INVAL.rawValue: .invalid,
        SANE_STATUS_EOF.rawValue: .endOfFile,
        SANE_STATUS_JAMMED.rawValue: .jammed,
        SANE_STATUS_NO_DOCS.rawValue: .noPaper,
        SANE_STATUS_COVER_OPEN.rawValue: .coverOpen,
        SANE_STATUS_IO_ERROR.rawValue: .inputOutput,
        SANE_STATUS_NO_MEM.rawValue: .noMemory,
        SANE_STATUS_ACCESS_DENIED.rawValue: .accessDenied,
    ]
}

/// Throws unless the driver said that all is well.
func check(_ status: SANE_Status) throws(ScanError) {
    if let refusal = DeviceStatus(status) { throw .device(refusal) }
}
