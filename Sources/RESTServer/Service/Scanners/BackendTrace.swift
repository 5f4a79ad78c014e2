/// Which backend a search is in, from what libsane's `dll` prints while it searches.
///
/// libsane asks one backend after another and gives the list only at the end: whoever must know which one it waits for,
/// or died of, has to listen. Without these lines, as with a libsane built without its debugging texts, backends are
/// told apart by asking each on its own.
///
/// Source: backend/dll.c of sane-backends 1.2.1 and 1.3.1, messages of level 3.
enum BackendTrace: Equatable {
    /// From now on this backend is loaded, initialised or asked.
    case turn(of: String)
    /// The backend's library is there but cannot be loaded.
    case unloadable(reason: String)
    /// Another line of `dll`.
    case other

    /// The environment variable and the level that make `dll` print what is needed.
    static let variable = "SANE_DEBUG_DLL"
    static let level = 3

    /// Reads a line; nil when it is not of `dll`.
    init?(_ line: String) {
        guard let start = line.firstRange(of: "[dll] ") else {
            guard line.contains("[sanei_debug]"), line.contains(" of dll ") else { return nil }
            self = .other
            return
        }
        let text = line[start.upperBound...]
        if let name = Self.name(in: text, behind: "load: searching backend `", before: "' in `")
            ?? Self.name(in: text, behind: "init: initializing backend `", before: "'")
        {
            self = .turn(of: name)
        } else if text.hasPrefix("load: dlopen() failed (") {
            self = .unloadable(reason: text.dropFirst(23).prefix { $0 != ")" }.description)
        } else {
            self = .other
        }
    }

    private static func name(in text: Substring, behind prefix: String, before suffix: String) -> String? {
        guard text.hasPrefix(prefix) else { return nil }
        let rest = text.dropFirst(prefix.count)
        return rest.firstRange(of: suffix).map { String(rest[..<$0.lowerBound]) }
    }
}
