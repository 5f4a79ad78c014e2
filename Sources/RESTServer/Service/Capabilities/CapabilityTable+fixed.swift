import DWTWire

extension CapabilityTable {
    /// What is the same for every scanner behind this service.
    static let fixed: [CapabilityRow] = [
        CapabilityRow(
            capability: .compression,
            type: .uint16,
            offer: { _ in .only(.compression, 0) },
            setter: .kept([0])
        ),
        CapabilityRow(
            capability: .transferMechanism,
            type: .uint16,
            offer: { _ in .only(.transferMechanism, 0) },
            setter: .kept([0])
        ),
        // There is nobody to show anything to.
        CapabilityRow(
            capability: .indicators,
            type: .bool,
            offer: { _ in .constant(.flag(false)) },
            setter: .kept([0, 1])
        ),
        CapabilityRow(capability: .uiControllable, type: .bool, offer: { _ in .constant(.flag(true)) }),
        CapabilityRow(capability: .deviceOnline, type: .bool, offer: { _ in .constant(.flag(true)) }),
        CapabilityRow(capability: .bitOrder, type: .uint16, offer: { _ in .only(.bitOrder, 1) }, setter: .kept([1])),
        CapabilityRow(
            capability: .pixelFlavor,
            type: .uint16,
            offer: { _ in .only(.pixelFlavor, 0) },
            setter: .kept([0])
        ),
        CapabilityRow(
            capability: .planarChunky,
            type: .uint16,
            offer: { _ in .only(.planarChunky, 0) },
            setter: .kept([0])
        ),
        CapabilityRow(
            capability: .rotation,
            type: .fix32,
            offer: { _ in .enumeration([.integer(0)], current: .integer(0), default: .integer(0)) },
            setter: .kept([0])
        ),
        CapabilityRow(capability: .xScaling, type: .fix32, offer: { _ in .constant(.integer(1)) }, setter: .kept([1])),
        CapabilityRow(capability: .yScaling, type: .fix32, offer: { _ in .constant(.integer(1)) }, setter: .kept([1])),
        // Not done, hence off.
        CapabilityRow(capability: .autoBright, type: .bool, setter: .kept([0])),
        CapabilityRow(capability: .autoDiscardBlankPages, type: .int32, setter: .kept([-2])),
        CapabilityRow(capability: .autoSize, type: .uint16, setter: .kept([0])),
        CapabilityRow(capability: .automaticColorEnabled, type: .bool, setter: .kept([0])),
    ]
}
