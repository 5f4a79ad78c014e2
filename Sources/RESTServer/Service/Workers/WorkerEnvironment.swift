/// The environment of a worker, made by hand: what a driver needs and nothing that happens to be around.
package struct WorkerEnvironment: Sendable {
    package var variables: [String: String]

    /// Where libsane's configuration lies; always named, since libsane would look in the current folder first.
    static let configurationFolder = "SANE_CONFIG_DIR"
    private static let defaultConfigurationFolder = "/etc/sane.d"

    /// - Parameters:
    ///   - own: the server's environment, of which SANE_* and LD_LIBRARY_PATH are handed on.
    ///   - home: drivers keep calibrations there.
    ///   - temporaryFolder: for what does not fit in memory; never shared with other users.
    package init(from own: [String: String], home: String, temporaryFolder: String) {
        variables = own.filter { $0.key.hasPrefix("SANE_") || $0.key == "LD_LIBRARY_PATH" }
        variables["PATH"] = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
        variables["HOME"] = home
        variables["LANG"] = "C.UTF-8"
        variables["TMPDIR"] = temporaryFolder
        variables["SWIFT_BACKTRACE"] = "enable=no"
        if variables[Self.configurationFolder] == nil {
            variables[Self.configurationFolder] = Self.defaultConfigurationFolder
        }
    }

    /// The folders that libsane reads, first one first; a colon at the end stands for the system's.
    var configurationFolders: [String] {
        let path = variables[Self.configurationFolder] ?? ""
        return path.split(separator: ":").map(String.init)
            + (path.isEmpty || path.hasSuffix(":") ? [Self.defaultConfigurationFolder] : [])
    }

    /// The same with another folder in front, whose files win.
    func reading(first folder: String) -> WorkerEnvironment {
        var changed = self
        changed.variables[Self.configurationFolder] = ([folder] + configurationFolders).joined(separator: ":")
        return changed
    }
}
