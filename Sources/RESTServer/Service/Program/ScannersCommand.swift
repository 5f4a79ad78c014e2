import Glibc
import HTTPServer
import Scanning

/// `sane-bridge scanners`: one search for people or programs, with the reason when nothing is found.
enum ScannersCommand {
    /// Searches, prints the list, and returns the exit code.
    static func run(_ configuration: Configuration, environment: [String: String], isJSON: Bool) -> Int32 {
        let settings = configuration.settings
        for concern in configuration.concerns { tell("sane-bridge: \(concern)", to: STDERR_FILENO) }
        // What is found, or not, is printed; events of the search are for those who ask for them.
        let level = settings.logLevel == .info ? .error : settings.logLevel
        let log = Log.standard(level: level, environment: environment)
        do {
            let loop = try EventLoop()
            let side = try ScanningSide(configuration, environment: environment, loop: loop, log: log)
            let catalogue = side.makeCatalogue(isKept: false)
            catalogue.searchThoroughly { loop.stop() }
            loop.run()
            show(catalogue.scanners, isJSON: isJSON)
            if catalogue.scanners.isEmpty { tellHiding(configuration) }
            return EXIT_SUCCESS
        } catch {
            tell("sane-bridge: \(error.sentence)", to: STDERR_FILENO)
            return EXIT_FAILURE
        }
    }

    /// Nothing is found where everything is hidden.
    private static func tellHiding(_ configuration: Configuration) {
        for section in configuration.file?.sections ?? [] where section.rule.settings.ignore == true {
            tell("Scanners may be hidden: \(section.place.text) ignores some.", to: STDERR_FILENO)
        }
    }

    private static func show(_ scanners: [KnownScanner], isJSON: Bool) {
        let table = ScannerTable(scanners)
        tell(isJSON ? table.json : table.text)
        guard scanners.isEmpty else { return }
        for hint in PermissionHint().texts(user: userName()) {
            tell(hint, to: STDERR_FILENO)
        }
    }
}
