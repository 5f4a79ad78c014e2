import DWTWire
import Scanning

extension CapabilityTable {
    /// How large the bed is, and what of it is scanned.
    static let area: [CapabilityRow] = [
        CapabilityRow(
            capability: .physicalWidth,
            type: .fix32,
            offer: { scene in scene.abilities.bed.width.map { .constant(scene.number($0, .across)) } }
        ),
        CapabilityRow(
            capability: .physicalHeight,
            type: .fix32,
            offer: { scene in scene.abilities.bed.height.map { .constant(scene.number($0, .down)) } }
        ),
        CapabilityRow(
            capability: .minimumWidth,
            type: .fix32,
            offer: { scene in scene.abilities.bed.leastWidth.map { .constant(scene.number($0, .across)) } }
        ),
        CapabilityRow(
            capability: .minimumHeight,
            type: .fix32,
            offer: { scene in scene.abilities.bed.leastHeight.map { .constant(scene.number($0, .down)) } }
        ),
        CapabilityRow(
            capability: .supportedSizes,
            type: .uint16,
            aspect: .area,
            offer: { scene in
                let sizes = scene.sizes
                return .codes(.supportedSizes, sizes.map(\.code), now: scene.size, atOpening: PageSize.largest)
            },
            setter: .code(isLegal: { code, _ in JobMapping.area(pageSize: code) != nil }) { $1.pageSize = $0 }
        ),
        CapabilityRow(
            capability: .orientation,
            type: .uint16,
            offer: { scene in
                let isLandscape = scene.request.phrasing.isLandscape
                // Only a sheet of a known size lies one way or the other.
                guard scene.abilities.bed.width != nil, scene.abilities.bed.height != nil else {
                    return .only(.orientation, 0)
                }
                return .codes(.orientation, [0, 3], now: isLandscape ? 3 : 0, atOpening: 0)
            },
            setter: .code(isLegal: { code, _ in code == 0 || code == 3 }) { $1.scan.phrasing.isLandscape = $0 == 3 }
        ),
        CapabilityRow(
            capability: .frames,
            type: .frame,
            aspect: .area,
            offer: { scene in
                guard let now = scene.abilities.bed.now.map(scene.frame) else { return nil }
                let initial = scene.abilities.bed.atOpening.map(scene.frame) ?? now
                return .enumeration(initial == now ? [now] : [initial, now], current: now, default: initial)
            },
            setter: .frame { $1.frame = $0 }
        ),
    ]
}

extension CapabilityScene {
    /// The sizes that the bed takes, and the two that every bed has.
    fileprivate var sizes: [PageSize] {
        PageSize.all.filter { size in
            guard let sheet = size.millimetres else { return true }
            let (width, height) = (Length.millimetres(sheet.width), Length.millimetres(sheet.height))
            return request.phrasing.isLandscape
                ? abilities.bed.holds(width: height, height: width) : abilities.bed.holds(width: width, height: height)
        }
    }

    /// The size that was asked for; none where an area was, or where the scanner took another one.
    fileprivate var size: Int {
        if abilities.bed.isOwn, let frame = abilities.bed.now { return size(of: frame) }
        return switch request.area {
        case .wholeBed: request.phrasing.namesNoSize ? PageSize.none : PageSize.largest
        case .frame: PageSize.none
        case .page(let width, let height):
            isTaken(width, height)
                ? sizes.first {
                    JobMapping.area(pageSize: $0.code, isLandscape: request.phrasing.isLandscape) == request.area
                }?
                .code ?? PageSize.none : PageSize.none
        }
    }

    private func isTaken(_ width: Length, _ height: Length) -> Bool {
        guard let frame = abilities.bed.now else { return true }
        return deviation(of: frame, from: width, height) != nil
    }

    /// The whole bed, the sheet that an area in its corner is, or none.
    private func size(of frame: Bed.Frame) -> Int {
        guard frame.left.micrometres <= Self.slack, frame.top.micrometres <= Self.slack else { return PageSize.none }
        if let width = abilities.bed.width, let height = abilities.bed.height,
            deviation(of: frame, from: width, height) != nil
        {
            return PageSize.largest
        }
        let near = sizes.compactMap { size -> (code: Int, deviation: Int)? in
            let area = JobMapping.area(pageSize: size.code, isLandscape: request.phrasing.isLandscape)
            guard case .page(let width, let height)? = area else { return nil }
            return deviation(of: frame, from: width, height).map { (size.code, $0) }
        }
        return near.min { $0.deviation < $1.deviation }?.code ?? PageSize.none
    }

    /// What a scanner makes of a place is off by a step, and a bed of 8.5 inches is off by a hair.
    private static let slack = 2_000

    /// How far a rectangle is from a size; nil when it is another one.
    private func deviation(of frame: Bed.Frame, from width: Length, _ height: Length) -> Int? {
        let across = abs(frame.right.micrometres - frame.left.micrometres - width.micrometres)
        let down = abs(frame.bottom.micrometres - frame.top.micrometres - height.micrometres)
        return across <= Self.slack && down <= Self.slack ? across + down : nil
    }

    fileprivate func frame(_ frame: Bed.Frame) -> JSONValue {
        .object([
            "left": number(frame.left, .across), "top": number(frame.top, .down),
            "right": number(frame.right, .across), "bottom": number(frame.bottom, .down),
        ])
    }
}
