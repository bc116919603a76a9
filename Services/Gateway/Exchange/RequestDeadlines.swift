/// The deadlines of the clients that wait for one request.
extension PendingRequests.Entry {
    var earliestDeadline: Int64 { others.reduce(first?.deadline ?? .max) { min($0, $1.deadline) } }

    mutating func postpone(until deadline: Int64) {
        if let soon = first?.deadline { first?.deadline = max(soon, deadline) }
        for index in others.indices { others[index].deadline = max(others[index].deadline, deadline) }
    }
}
