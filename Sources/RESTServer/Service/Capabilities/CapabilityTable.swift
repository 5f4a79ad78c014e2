import DWTWire

/// Every capability that means something to a scanner behind SANE: read by the answers and by job requests alike.
///
/// What is in here without an offer is taken from clients that set it, since it is so anyway, and answered to nobody.
package enum CapabilityTable {
    static let rows: [CapabilityRow] =
        (jobs + paper + pixels + area + picture + fixed).sorted { $0.capability.rawValue < $1.capability.rawValue }

    static let byCapability: [Capability: CapabilityRow] = Dictionary(
        uniqueKeysWithValues: rows.map { ($0.capability, $0) }
    )

    /// All that is to be told of an open scanner, in the order of the numbers: TWAIN's own, then the driver's options.
    package static func details(_ scene: CapabilityScene) -> [CapabilityDetails] {
        var details = rows.compactMap { $0.details(scene) }
        details += scene.abilities.options.compactMap(DriverOption.details)
        let listed = details + [supported([])]
        let ids = listed.sorted { $0.id < $1.id }.map { JSONValue.labelled($0.id, $0.label) }
        return (details + [supported(ids)]).sorted { $0.id < $1.id }
    }

    /// The list of all that is answered, itself among it.
    private static func supported(_ ids: [JSONValue]) -> CapabilityDetails {
        CapabilityDetails(
            id: Capability.supportedCapabilities.rawValue,
            label: Capability.supportedCapabilities.name,
            type: .uint16,
            container: .array(ids),
            queries: [.get]
        )
    }
}
