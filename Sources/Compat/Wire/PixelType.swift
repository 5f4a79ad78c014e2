/// TWAIN's pixel types as the API numbers them.
///
/// Source: vendor's reference, `EnumDWT_PixelType`.
public enum PixelType: Int, Hashable, Sendable, CaseIterable {
    case blackAndWhite = 0
    case gray = 1
    case rgb = 2
    case palette = 3
    case cmy = 4
    case cmyk = 5
    case yuv = 6
    case yuvk = 7
    case cieXYZ = 8
    case lab = 9
    case srgb = 10
    case scrgb = 11
    case infrared = 16

    /// The constant's name (`TWPT_GRAY`).
    public var name: String { Self.names[self].map { "TWPT_" + $0 } ?? "" }

    /// The code of a name: the constant with or without `TWPT_`, or an everyday word ("color").
    ///
    /// - Parameter name: in lower case.
    public static func code(named name: String) -> Int? {
        let bare = name.hasPrefix("twpt_") ? String(name.dropFirst(5)) : name
        return names.first { $0.value.lowercased() == bare }?.key.rawValue ?? words[bare]?.rawValue
    }

    private static let names: [PixelType: String] = [
        .blackAndWhite: "BW", .gray: "GRAY", .rgb: "RGB", .palette: "PALLETE", .cmy: "CMY", .cmyk: "CMYK",
        .yuv: "YUV", .yuvk: "YUVK", .cieXYZ: "CIEXYZ", .lab: "LAB", .srgb: "SRGB", .scrgb: "SCRGB",
        .infrared: "INFRARED",
    ]

    private static let words: [String: PixelType] = [
        "color": .rgb, "colour": .rgb, "grey": .gray, "grayscale": .gray, "greyscale": .gray, "palette": .palette,
        "blackwhite": .blackAndWhite, "blackandwhite": .blackAndWhite, "lineart": .blackAndWhite,
        "mono": .blackAndWhite,
    ]
}
