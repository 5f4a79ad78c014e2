import DWTWire
import HTTPServer
import Scanning

/// What the two generations of the API say differently when a job is made: one way in, two forms.
struct JobForm {
    let generation: Endpoint.Generation
    /// The job that a request orders; `scan` is what is to be scanned.
    let order: (JobRequest, _ scan: ScanRequest) -> JobOrder
    /// How long the request may wait for its scanner.
    let patience: (Request, JobBoard.Availability) -> Duration
    /// The answer once there is a job.
    let made: (Job) -> Response
    /// The answer when the scanner could not be opened; nil when that is told like any other job, and the job lives on.
    let failed: (ScanError) -> Response?
}
