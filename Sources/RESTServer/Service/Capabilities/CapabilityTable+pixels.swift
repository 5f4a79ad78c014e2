import DWTWire
import Scanning

extension CapabilityTable {
    /// What a pixel shows, and how many there are.
    static let pixels: [CapabilityRow] = [
        CapabilityRow(
            capability: .pixelType,
            type: .uint16,
            aspect: .colour,
            offer: { scene in
                let colour = scene.abilities.colour
                return .codes(
                    .pixelType,
                    colour.offered.map(\.pixelType.rawValue),
                    now: colour.now?.pixelType.rawValue,
                    atOpening: colour.atOpening?.pixelType.rawValue
                )
            },
            // Strictly only what scanners really make; else any code that has a nearest kind.
            setter: .code(isLegal: { $1 ? (0...2).contains($0) : JobMapping.colour(pixelType: $0) != nil }) {
                if let colour = JobMapping.colour(pixelType: $0) { $1.scan.colour = colour }
            }
        ),
        CapabilityRow(
            capability: .bitDepth,
            type: .uint16,
            aspect: .depth,
            offer: { scene in
                let depth = scene.abilities.depth
                let samples = scene.abilities.colour.now == .colour ? 3 : 1
                return .codes(
                    .bitDepth,
                    depth.offered.map { $0 * samples },
                    now: depth.now.map { $0 * samples },
                    atOpening: depth.atOpening.map { $0 * samples }
                )
            },
            setter: .code(isLegal: { code, _ in [1, 8, 16, 24, 48].contains(code) }) { $1.bits = $0 }
        ),
        CapabilityRow(
            capability: .xResolution,
            type: .fix32,
            aspect: .resolution,
            offer: { $0.abilities.resolution.map { .numbers($0.wholly) } },
            numbers: { $0.abilities.resolution },
            setter: .number(isLegal: { number, _ in number > 0 }) { $1.xResolution = $0 }
        ),
        CapabilityRow(
            capability: .yResolution,
            type: .fix32,
            aspect: .lineResolution,
            offer: { $0.abilities.lineResolution.map { .numbers($0.wholly) } },
            numbers: { $0.abilities.lineResolution },
            setter: .number(isLegal: { number, _ in number > 0 }) { $1.yResolution = $0 }
        ),
        // Drivers do not tell what is optical: the best that they offer.
        CapabilityRow(
            capability: .xNativeResolution,
            type: .fix32,
            offer: { $0.abilities.resolution.flatMap(\.highest).map { .constant(.rounded($0)) } }
        ),
        CapabilityRow(
            capability: .yNativeResolution,
            type: .fix32,
            offer: { $0.abilities.lineResolution.flatMap(\.highest).map { .constant(.rounded($0)) } }
        ),
        CapabilityRow(
            capability: .bitDepthReduction,
            type: .uint16,
            offer: { scene in
                let isThere = scene.abilities.colour.offered.contains(.bilevel)
                return isThere && !scene.abilities.isScreenedOnly ? .only(.bitDepthReduction, 0) : nil
            },
            setter: .kept([0])
        ),
    ]
}

extension ScannerAbilities.NumberOffer {
    /// The whole ones where every number between two is legal: nobody misses the others among dots per inch.
    fileprivate var wholly: ScannerAbilities.NumberOffer {
        guard case .range(let minimum, let maximum, step: 0) = legal else { return self }
        let (lowest, highest) = (minimum.rounded(.up), maximum.rounded(.down))
        guard [now, atOpening].compactMap(\.self).allSatisfy({ (lowest...max(lowest, highest)).contains($0) }) else {
            return self
        }
        var offer = self
        offer.legal = .range(minimum: lowest, maximum: highest, step: 1)
        return offer
    }

    /// The highest value of those offered.
    fileprivate var highest: Double? {
        switch legal {
        case .list(let numbers): numbers.last
        case .range(_, let maximum, _): maximum
        }
    }
}

extension ColourMode {
    fileprivate var pixelType: PixelType {
        switch self {
        case .bilevel: .blackAndWhite
        case .gray: .gray
        case .colour: .rgb
        }
    }
}
