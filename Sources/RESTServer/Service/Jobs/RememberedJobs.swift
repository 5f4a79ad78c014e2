import FoundationEssentials

/// Ids of jobs that are no more, however their letters are written. Bounded: the oldest are forgotten first. They are
/// kept as numbers, a tenth of their text.
struct RememberedJobs {
    private let most: Int
    private var ids: Set<UUID> = []
    private var order: [UUID] = []

    /// - Parameter most: so many are remembered at least, and twice as many at most.
    init(most: Int) {
        self.most = most
    }

    /// Notes a job that is no more.
    mutating func add(_ id: String) {
        guard let id = UUID(uuidString: id), ids.insert(id).inserted else { return }
        order.append(id)
        guard order.count > 2 * most else { return }
        ids.subtract(order.prefix(most))
        order.removeFirst(most)
    }

    func contains(_ id: String) -> Bool {
        UUID(uuidString: id).map(ids.contains) ?? false
    }

    /// Forgets a job; false when it was not known.
    mutating func remove(_ id: String) -> Bool {
        UUID(uuidString: id).flatMap { ids.remove($0) } != nil
    }
}
