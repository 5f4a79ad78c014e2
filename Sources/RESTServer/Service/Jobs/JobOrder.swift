import Scanning

/// What a job is to scan, and how it behaves meanwhile and afterwards.
struct JobOrder {
    /// What becomes of a page that has reached a client.
    enum Pages {
        /// It is gone, and with its last page the job.
        case handedOut
        /// It can be had again until the job is deleted.
        case kept
    }

    var request: ScanRequest
    var encoding: PageEncoding
    var pages = Pages.handedOut
    /// False: the device is opened and held, and nothing moves before somebody says so.
    var startsAtOnce = true
    /// A limit for every call into the driver; nil leaves that to the settings.
    var failureTimeout: Duration?
    /// How long the job lives while it is pending, and again once it is over; nil: as long as somebody asks for it.
    var lifetime: Duration?
    /// The feeder is asked for paper before it is started.
    var checksFeeder = false
}
