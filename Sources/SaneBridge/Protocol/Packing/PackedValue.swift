/// What a message consists of, as it travels.
///
/// Not JSON: a worker lives for one page sometimes, and the first use of Foundation's coders costs it more than opening
/// the virtual scanner does (measured: a fifth of all instructions of a page of 75 dpi). It also keeps Foundation out of the
/// worker, which then starts in less time and memory.
enum PackedValue {
    case nothing
    case flag(Bool)
    case whole(Int64)
    case number(Double)
    case text(String)
    case list([PackedValue])
    case members([(name: String, value: PackedValue)])
}

/// The byte in front of each value.
enum PackedTag: UInt8 {
    case nothing, no, yes
    /// Eight bytes follow, least significant first.
    case whole, number
    /// Four bytes follow, least significant first: the length in bytes, or the number of items or members.
    case text, list, members
}

/// Bytes that are no packed value, or not the one that was expected.
struct UnpackingError: Error {}
