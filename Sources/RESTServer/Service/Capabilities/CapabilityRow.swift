import DWTWire
import Scanning

/// One capability: what is answered of it, and what setting it means. Both directions of the same row, so that what is
/// offered can be set, and what was set is what is answered.
struct CapabilityRow: Sendable {
    let capability: Capability
    let type: CapabilityType
    /// What of a scan it is about; a capability that must be had makes this something that must be had.
    var aspect: ScanAspect?
    /// Nil where the scanner has nothing of the kind.
    var offer: @Sendable (CapabilityScene) -> CapabilityContainer? = { _ in nil }
    /// The number that is told, where a range cannot always tell what is legal for it.
    var numbers: @Sendable (CapabilityScene) -> ScannerAbilities.NumberOffer? = { _ in nil }
    var setter: CapabilitySetter?

    /// What is answered; nil where there is nothing to tell.
    func details(_ scene: CapabilityScene) -> CapabilityDetails? {
        guard let container = offer(scene) else { return nil }
        var details = CapabilityDetails(
            id: capability.rawValue,
            label: capability.name,
            type: type,
            container: container,
            queries: queries(scene, container)
        )
        if case .oneValue = container { details.limits = numbers(scene)?.limits }
        details.help = details.limits?.sentence
        return details
    }

    private func queries(_ scene: CapabilityScene, _ container: CapabilityContainer) -> [CapabilityQuery] {
        switch setter {
        case .code, .number, .flag, .frame: scene.canSet(capability) ? CapabilityQuery.all : container.readings
        case .kept, nil: container.readings
        }
    }
}

/// What a value of a capability means for a scan.
enum CapabilitySetter: Sendable {
    /// A whole number, or the name of one; `isLegal` is told whether the value must be had as it is.
    case code(
        named: @Sendable (String) -> Int? = { _ in nil },
        isLegal: @Sendable (_ code: Int, _ isStrict: Bool) -> Bool,
        @Sendable (Int, inout CapabilityReading) -> Void
    )
    case number(
        isLegal: @Sendable (_ number: Double, _ isStrict: Bool) -> Bool,
        @Sendable (Double, inout CapabilityReading) -> Void
    )
    case flag(@Sendable (Bool, inout CapabilityReading) -> Void)
    case frame(@Sendable (JSONValue, inout CapabilityReading) -> Void)
    /// What the service does anyway: asking for it is no failure, and changes nothing.
    case kept(Set<Double>)
}

/// What a row's answer is made of.
package struct CapabilityScene: Sendable {
    package var abilities: ScannerAbilities
    /// What the scanner was set up for.
    package var request: ScanRequest
    package var serialNumber: String?

    package init(abilities: ScannerAbilities, request: ScanRequest, serialNumber: String? = nil) {
        self.abilities = abilities
        self.request = request
        self.serialNumber = serialNumber
    }

    var hasFeeder: Bool { abilities.source.offered.contains(.feeder) }

    /// Some values are told by a scanner that nobody can set.
    fileprivate func canSet(_ capability: Capability) -> Bool {
        switch capability {
        case .xResolution, .yResolution: abilities.resolution?.isSettable ?? false
        case .frames: abilities.bed.isFree
        default: true
        }
    }

    /// A length in the unit that the client counts in.
    func number(_ length: Length, _ direction: Direction) -> JSONValue {
        let own = direction == .across ? abilities.resolution : abilities.lineResolution
        let wanted = direction == .across ? request.resolution : request.lineResolution ?? request.resolution
        return .rounded(request.phrasing.unit.value(of: length, dpi: own?.now ?? wanted))
    }

    /// In which a length lies on the bed.
    enum Direction {
        case across, down
    }
}
