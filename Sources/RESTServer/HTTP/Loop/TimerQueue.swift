/// Actions in the order of their time: a binary heap, with cancelled entries left in it until they come up.
struct TimerQueue {
    private struct Entry {
        var deadline: UInt64
        var id: UInt64

        func isBefore(_ other: Entry) -> Bool { (deadline, id) < (other.deadline, other.id) }
    }
    private var heap: [Entry] = []
    private var actions: [UInt64: () -> Void] = [:]

    /// Adds an action. Ids must grow: equal deadlines fire in their order.
    mutating func add(deadline: UInt64, id: UInt64, _ action: @escaping () -> Void) {
        actions[id] = action
        heap.append(Entry(deadline: deadline, id: id))
        rise(from: heap.count - 1)
    }

    /// Forgets an action; nothing happens when it has fired.
    mutating func cancel(_ id: UInt64) {
        guard actions.removeValue(forKey: id) != nil else { return }
        // Short timers that are mostly cancelled must not fill the memory.
        guard heap.count > 64, heap.count > 2 * actions.count else { return }
        let running = heap.filter { actions[$0.id] != nil }
        heap = running.sorted { $0.isBefore($1) }
    }

    /// When the next action is due; nil when there is none.
    mutating func nextDeadline() -> UInt64? {
        while let first = heap.first, actions[first.id] == nil {
            removeFirst()
        }
        return heap.first?.deadline
    }

    /// Takes the next action that is due at `now` and older than the given id.
    mutating func takeDue(at now: UInt64, olderThan limit: UInt64) -> (() -> Void)? {
        guard let deadline = nextDeadline(), deadline <= now, let first = heap.first, first.id < limit else {
            return nil
        }
        removeFirst()
        return actions.removeValue(forKey: first.id)
    }

    private mutating func removeFirst() {
        let last = heap.removeLast()
        guard !heap.isEmpty else { return }
        heap[0] = last
        sink()
    }

    private mutating func rise(from start: Int) {
        var index = start
        while index > 0, heap[index].isBefore(heap[(index - 1) / 2]) {
            heap.swapAt(index, (index - 1) / 2)
            index = (index - 1) / 2
        }
    }

    private mutating func sink() {
        var index = 0
        while true {
            var least = index
            for child in [2 * index + 1, 2 * index + 2] where child < heap.count && heap[child].isBefore(heap[least]) {
                least = child
            }
            guard least != index else { return }
            heap.swapAt(index, least)
            index = least
        }
    }
}
