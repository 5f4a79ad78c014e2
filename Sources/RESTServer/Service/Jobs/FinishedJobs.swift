/// Ids of jobs that have told all they had to tell, so that a client which cleans up afterwards is not told that there was
/// no such job. Bounded: the oldest are forgotten first.
struct FinishedJobs {
    private static let most = 1_000

    private var ids: Set<String> = []
    private var order: [String] = []

    /// Notes a job that has ended.
    mutating func add(_ id: String) {
        guard ids.insert(id).inserted else { return }
        order.append(id)
        guard order.count > 2 * Self.most else { return }
        ids.subtract(order.prefix(Self.most))
        order.removeFirst(Self.most)
    }

    /// Forgets a job; false when it was not known.
    mutating func remove(_ id: String) -> Bool {
        ids.remove(id) != nil
    }
}
