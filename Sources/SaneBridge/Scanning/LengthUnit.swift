/// What somebody counts lengths in.
package enum LengthUnit: Int, Hashable, Sendable, Codable, CaseIterable {
    case inch, centimetre, pica, point, twip, pixel, millimetre

    /// A length from this unit.
    ///
    /// - Parameter dpi: what pixels are counted by.
    package func length(_ value: Double, dpi: Double) -> Length { .inches(value / perInch(dpi)) }

    /// A length in this unit.
    package func value(of length: Length, dpi: Double) -> Double { Double(length.micrometres) / 25_400 * perInch(dpi) }

    private func perInch(_ dpi: Double) -> Double {
        switch self {
        case .inch: 1
        case .centimetre: 2.54
        case .pica: 6
        case .point: 72
        case .twip: 1_440
        case .pixel: dpi
        case .millimetre: 25.4
        }
    }
}
