/// Some of the backends, without a list of all.
enum BackendSet: Equatable {
    case only(String)
    /// All others, those that nobody configures any more included.
    case allBut(Set<String>)

    func contains(_ backend: String) -> Bool {
        switch self {
        case .only(let one): backend == one
        case .allBut(let others): !others.contains(backend)
        }
    }
}
