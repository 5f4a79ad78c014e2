/// Names the build of server and worker; a pair that disagrees is not used.
package enum Build {
    package static let version = "0.1.0"
    /// Raised whenever a frame changes its meaning.
    package static let protocolRevision = 2
    package static let identifier = "\(version)/\(protocolRevision)"
}
