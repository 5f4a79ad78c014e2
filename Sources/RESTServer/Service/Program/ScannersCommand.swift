import Glibc
import HTTPServer
import Scanning

/// `sane-bridge scanners`: one search for people or programs, with the reason when nothing is found.
enum ScannersCommand {
    /// Searches, prints the list, and returns the exit code.
    static func run(_ settings: Settings, environment: [String: String], isJSON: Bool) -> Int32 {
        // What is found, or not, is printed; events of the search are for those who ask for them.
        let level = settings.logLevel == .info ? .error : settings.logLevel
        let log = Log.standard(level: level, environment: environment)
        do {
            let loop = try EventLoop()
            let side = try ScanningSide(settings, environment: environment, loop: loop, log: log)
            let catalogue = side.makeCatalogue(settings, isKept: false)
            catalogue.searchThoroughly { loop.stop() }
            loop.run()
            show(catalogue.scanners, isJSON: isJSON)
            return EXIT_SUCCESS
        } catch {
            tell("sane-bridge: \(error.sentence)", to: STDERR_FILENO)
            return EXIT_FAILURE
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
