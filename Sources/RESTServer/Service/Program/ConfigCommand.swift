import Glibc

/// `sane-bridge config`: the configuration for people to read, change and check.
enum ConfigCommand {
    /// Prints the settings in force as a configuration file; returns the exit code.
    static func show(_ configuration: Configuration, environment: [String: String]) -> Int32 {
        for warning in configuration.concerns { tell("sane-bridge: \(warning)", to: STDERR_FILENO) }
        tell(ConfigurationText.text(of: configuration, environment: environment))
        return EXIT_SUCCESS
    }

    /// Says what is wrong with a file, a line for each mistake; returns the exit code.
    static func check(_ path: String?, files: ConfigurationFiles = .ofThisHost) -> Int32 {
        let path = path ?? ConfigurationFiles.standardPath
        do throws(ConfigurationProblems) {
            let configuration = try Configuration(path: path, flags: [], environment: [:], files: files)
            for warning in configuration.warnings { tell(warning, to: STDERR_FILENO) }
            tell("\(path): no mistakes")
            return EXIT_SUCCESS
        } catch {
            for problem in error.problems { tell(problem.text, to: STDERR_FILENO) }
            return UsageError.configurationExitCode
        }
    }
}

extension Configuration {
    /// What somebody should look at although the program goes on.
    package var concerns: [String] {
        warnings + (quirks?.problems ?? []).map { "known quirks: \($0.text)" }
    }
}
