import DWTWire

/// A capability that must be had, as the client said, and cannot be; or settings that cannot be used.
package enum CapabilityFailure: Error, Hashable, Sendable {
    case unknown(name: String)
    /// It is told, and nobody sets it.
    case readOnly(name: String)
    case badValue(name: String)
    /// Only options of a driver choose values by themselves.
    case notAutomatic(name: String)
    /// Settings that no job has ever answered.
    case brokenSettings
    /// Settings of a scanner of another kind.
    case foreignSettings(model: String)

    /// The refusal as it travels.
    package var failure: WireFailure {
        switch self {
        case .unknown(let name):
            WireFailure(
                status: 400,
                code: WireCode.unsupportedCapability,
                message: "The capability \(name) cannot be set. Leave it out, or let its exception be \"ignore\"."
            )
        case .readOnly(let name):
            WireFailure(
                status: 400,
                code: WireCode.unsupportedOperation,
                message: "The capability \(name) can only be read. Leave it out, or let its exception be \"ignore\"."
            )
        case .notAutomatic(let name):
            WireFailure(
                status: 400,
                code: WireCode.unsupportedOperation,
                message: "The capability \(name) does not choose a value by itself. Say one, or let its exception be "
                    + "\"ignore\"."
            )
        case .badValue(let name):
            WireFailure(
                status: 400,
                code: WireCode.valueOutOfRange,
                message: "The capability \(name) cannot have this value. Choose another, or let its exception be "
                    + "\"ignore\"."
            )
        case .brokenSettings:
            WireFailure(
                status: 400,
                code: WireCode.invalidParameter,
                message:
                    "settings is not what scanner/settings of a job has answered. Read them again, or leave them out."
            )
        case .foreignSettings(let model):
            WireFailure(
                status: 400,
                code: WireCode.invalidParameter,
                message:
                    "settings belong to another scanner (\(model.prefix(80))). Read those of this one, or leave them out."
            )
        }
    }
}
