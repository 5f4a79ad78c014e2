import Scanning

/// What the test driver's options are asked for.
enum Sample {
    static let values: [(String, OptionValue)] = [
        ("int", .number(-77)),
        ("int-constraint-word-list", .number(-8)),
        ("int-constraint-array", .numbers([1, -2, 3, -4, 5, 2_147_483_647])),
        ("fixed", .number(-41.5)),
        ("fixed-constraint-word-list", .number(12.099_990_844_726_562_5)),
        ("string", .string("a word of ours")),
        ("string-constraint-string-list", .string("Second entry")),
        ("bool-soft-select-soft-detect", .bool(true)),
        ("resolution", .number(300)),
        ("hand-scanner", .bool(true)),
        ("red-gamma-table", .numbers((0..<256).map { Double(255 - $0) })),
        ("gamma-table", .numbers((0..<4_096).map { Double($0 / 32) })),
    ]

    static let rounded: [(String, OptionValue, OptionValue)] = [
        ("int-constraint-range", .number(7), .number(8)),
        ("resolution", .number(99.6), .number(100)),
        ("resolution", .number(5_000), .number(1_200)),
        ("br-x", .number(99.7), .number(100)),
        ("depth", .number(9), .number(8)),
    ]

    static let refused: [(String, OptionValue)] = [
        ("int", .string("7")),
        ("int", .numbers([7, 8])),
        ("int-constraint-array", .number(1)),
        ("int-constraint-array", .numbers([1, 2])),
        ("mode", .number(1)),
        ("string", .string(String(repeating: "x", count: 1_000))),
        ("string", .string("a\u{0}b")),
        ("hand-scanner", .number(1)),
        ("button", .bool(true)),
    ]

    /// The virtual driver's words for what a call may answer.
    static let statuses: [(String, DeviceStatus)] = [
        ("unsupported", .unsupported), ("cancelled", .canceled), ("busy", .busy), ("inval", .invalid),
        ("jammed", .jammed), ("nodocs", .noPaper), ("cover", .coverOpen), ("io", .inputOutput),
        ("nomem", .noMemory), ("denied", .accessDenied),
    ]
}
