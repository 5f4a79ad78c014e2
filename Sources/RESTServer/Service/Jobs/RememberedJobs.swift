/// Ids of jobs that are no more. Bounded: the oldest are forgotten first.
struct RememberedJobs {
    private let most: Int
    private var ids: Set<String> = []
    private var order: [String] = []

    /// - Parameter most: so many are remembered at least, and twice as many at most.
    init(most: Int) {
        self.most = most
    }

    /// Notes a job that is no more.
    mutating func add(_ id: String) {
        guard ids.insert(id).inserted else { return }
        order.append(id)
        guard order.count > 2 * most else { return }
        ids.subtract(order.prefix(most))
        order.removeFirst(most)
    }

    func contains(_ id: String) -> Bool {
        ids.contains(id)
    }

    /// Forgets a job; false when it was not known.
    mutating func remove(_ id: String) -> Bool {
        ids.remove(id) != nil
    }
}
