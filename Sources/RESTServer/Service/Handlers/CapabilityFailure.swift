import DWTWire

/// A capability that must be had, as the client said, and cannot be.
package enum CapabilityFailure: Error, Hashable, Sendable {
    case unknown(name: String)
    case badValue(name: String)

    /// The refusal as it travels.
    package var failure: WireFailure {
        switch self {
        case .unknown(let name):
            WireFailure(
                status: 400,
                code: WireCode.unsupportedCapability,
                message: "The capability \(name) cannot be set. Leave it out, or let its exception be \"ignore\"."
            )
        case .badValue(let name):
            WireFailure(
                status: 400,
                code: WireCode.valueOutOfRange,
                message: "The capability \(name) cannot have this value. Choose another, or let its exception be "
                    + "\"ignore\"."
            )
        }
    }
}
