/// A paper size as the API numbers it.
///
/// Source: vendor's reference, `EnumDWT_CapSupportedSizes`; the sizes are those of TWAIN, ISO 216, JIS and ANSI. The
/// plain names mix two families: B3, B4 and B6 are ISO, B5LETTER is JIS.
public struct PageSize: Hashable, Sendable {
    /// The number that travels.
    public let code: Int
    /// Without `TWSS_`; the first is the one to show, the others are taken too.
    public let names: [String]
    /// Width and height in millimetres, upright; nil for "all that the scanner can".
    public let millimetres: Sheet?

    /// Width and height of a sheet that stands upright.
    public struct Sheet: Hashable, Sendable {
        /// The short side of most sizes.
        public let width: Double
        /// The long side of most sizes.
        public let height: Double
    }

    /// The code that names no size.
    public static let none = 0
    /// The code of the whole bed.
    public static let largest = 54

    /// The constant's name (`TWSS_A4`).
    public var name: String { "TWSS_" + (names.first ?? "") }

    /// The size with that code; nil when there is none (8, or above 54).
    public static func size(code: Int) -> PageSize? {
        all.first { $0.code == code }
    }

    /// The code of a name: the constant with or without `TWSS_`, or an everyday word ("letter").
    ///
    /// - Parameter name: in lower case.
    public static func code(named name: String) -> Int? {
        let bare = (name.hasPrefix("twss_") ? String(name.dropFirst(5)) : name).uppercased()
        return all.first { $0.names.contains(bare) }?.code
    }

    /// Every size, by code.
    public static let all: [PageSize] = [
        PageSize(0, ["NONE"], nil, nil),
        PageSize(1, ["A4", "A4LETTER"], 210, 297),
        PageSize(2, ["JISB5", "B5LETTER"], 182, 257),
        PageSize(3, ["USLETTER", "LETTER"], 215.9, 279.4),
        PageSize(4, ["USLEGAL", "LEGAL"], 215.9, 355.6),
        PageSize(5, ["A5"], 148, 210),
        PageSize(6, ["ISOB4", "B4"], 250, 353),
        PageSize(7, ["ISOB6", "B6"], 125, 176),
        PageSize(9, ["USLEDGER", "LEDGER"], 279.4, 431.8),
        PageSize(10, ["USEXECUTIVE", "EXECUTIVE"], 184.2, 266.7),
        PageSize(11, ["A3"], 297, 420),
        PageSize(12, ["ISOB3", "B3"], 353, 500),
        PageSize(13, ["A6"], 105, 148),
        PageSize(14, ["C4"], 229, 324),
        PageSize(15, ["C5"], 162, 229),
        PageSize(16, ["C6"], 114, 162),
        PageSize(17, ["4A0"], 1682, 2378),
        PageSize(18, ["2A0"], 1189, 1682),
        PageSize(19, ["A0"], 841, 1189),
        PageSize(20, ["A1"], 594, 841),
        PageSize(21, ["A2"], 420, 594),
        PageSize(22, ["A7"], 74, 105),
        PageSize(23, ["A8"], 52, 74),
        PageSize(24, ["A9"], 37, 52),
        PageSize(25, ["A10"], 26, 37),
        PageSize(26, ["ISOB0"], 1000, 1414),
        PageSize(27, ["ISOB1"], 707, 1000),
        PageSize(28, ["ISOB2"], 500, 707),
        PageSize(29, ["ISOB5"], 176, 250),
        PageSize(30, ["ISOB7"], 88, 125),
        PageSize(31, ["ISOB8"], 62, 88),
        PageSize(32, ["ISOB9"], 44, 62),
        PageSize(33, ["ISOB10"], 31, 44),
        PageSize(34, ["JISB0"], 1030, 1456),
        PageSize(35, ["JISB1"], 728, 1030),
        PageSize(36, ["JISB2"], 515, 728),
        PageSize(37, ["JISB3"], 364, 515),
        PageSize(38, ["JISB4"], 257, 364),
        PageSize(39, ["JISB6"], 128, 182),
        PageSize(40, ["JISB7"], 91, 128),
        PageSize(41, ["JISB8"], 64, 91),
        PageSize(42, ["JISB9"], 45, 64),
        PageSize(43, ["JISB10"], 32, 45),
        PageSize(44, ["C0"], 917, 1297),
        PageSize(45, ["C1"], 648, 917),
        PageSize(46, ["C2"], 458, 648),
        PageSize(47, ["C3"], 324, 458),
        PageSize(48, ["C7"], 81, 114),
        PageSize(49, ["C8"], 57, 81),
        PageSize(50, ["C9"], 40, 57),
        PageSize(51, ["C10"], 28, 40),
        PageSize(52, ["USSTATEMENT", "STATEMENT"], 139.7, 215.9),
        PageSize(53, ["BUSINESSCARD"], 90, 55),
        PageSize(54, ["MAXSIZE"], nil, nil),
    ]

    private init(_ code: Int, _ names: [String], _ width: Double?, _ height: Double?) {
        self.code = code
        self.names = names
        if let width, let height {
            millimetres = Sheet(width: width, height: height)
        } else {
            millimetres = nil
        }
    }
}
