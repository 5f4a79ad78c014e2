import HTTPServer
import Scanning

/// What every scan of this service stands on.
struct ScanGround {
    /// Name and password, empty for none.
    struct Credentials {
        var userName = ""
        var password = ""
    }

    let scheduler: any Scheduler
    let spool: Spool
    let log: Log
    /// For drivers that ask, unless the settings of the scanner answer.
    let credentials: Credentials
    /// What people said about a scanner.
    var settings: (KnownScanner) -> DeviceSettings = { _ in DeviceSettings() }
    /// Bytes on the disk that one page may need before it is encoded.
    var scratchLimit = Int.max
    /// Pages in the encodings in which they were not stored.
    var forms = PageForms.none
    /// Starts a worker process for one device; `failureTimeout` limits every call into the driver where somebody wants
    /// that.
    let startWorker:
        (_ failureTimeout: Duration?, @escaping (WorkerSession.News) -> Void) throws(ScanError) -> WorkerSession
    /// Looks for a scanner again, whose address may have changed; answers later, with the same one when nothing better
    /// was found.
    let relocate: (KnownScanner, @escaping (KnownScanner) -> Void) -> Void
}
