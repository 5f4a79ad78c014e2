import FoundationEssentials
import Scanning

/// Which backends libsane's `dll` is told to load, and folders that tell it otherwise.
struct BackendConfiguration {
    private let environment: WorkerEnvironment
    /// Holds the folders that are made here.
    private let folder: String
    /// Not to be asked.
    private let ignored: Set<String>

    private static let longest = 1 << 20

    init(_ environment: WorkerEnvironment, folder: String, without ignored: Set<String> = []) {
        self.environment = environment
        self.folder = folder
        self.ignored = ignored
    }

    /// True when libsane would ask more than it is to.
    var isLimited: Bool { !ignored.isEmpty }

    /// The backends of `dll.conf` and `dll.d` that are to be asked, in libsane's order.
    ///
    /// Source: sane-dll(5). The first `dll.conf` and the first `dll.d` along the path count.
    var backends: [String] {
        let folders = environment.configurationFolders
        let main = folders.lazy.compactMap { FolderReading.text(of: "\($0)/dll.conf", limit: Self.longest) }.first ?? ""
        let extra = folders.lazy.map { "\($0)/dll.d" }.first { !FolderReading.names(in: $0).isEmpty }
        let texts =
            [main]
            + (extra.map { folder in
                FolderReading.names(in: folder).compactMap {
                    FolderReading.text(of: "\(folder)/\($0)", limit: Self.longest)
                }
            } ?? [])
        var seen: Set<String> = []
        return texts.flatMap(Self.names).filter { !ignored.contains($0.lowercased()) && seen.insert($0).inserted }
    }

    /// An environment in which libsane loads just these backends.
    func limited(to backends: [String], named name: String) throws(ScanError) -> WorkerEnvironment {
        let own = "\(folder)/\(name)"
        // An own, empty dll.d hides the one of the system.
        try makeFolder("\(own)/dll.d")
        try replace(backends.joined(separator: "\n") + "\n", in: "\(own)/dll.conf")
        try replace("", in: "\(own)/dll.d/none")
        return environment.reading(first: own)
    }

    /// A folder's name for a backend, whatever characters that has.
    static func folderName(for backend: String) -> String {
        "backend-" + backend.utf8.prefix(64).map { String($0, radix: 16) }.joined(separator: "-")
    }

    /// Every search comes here, and an SD card wears out.
    private func replace(_ text: String, in file: String) throws(ScanError) {
        guard FolderReading.text(of: file, limit: Self.longest) != text else { return }
        try write(text, toFile: file)
    }

    private static func names(in text: String) -> [String] {
        text.split(whereSeparator: \.isNewline).compactMap { line in
            // The first word counts, with quotes around it or without.
            let word = line.prefix { $0 != "#" }.split { $0 == " " || $0 == "\t" || $0 == "\"" }.first
            return word.map(String.init)
        }
    }
}
