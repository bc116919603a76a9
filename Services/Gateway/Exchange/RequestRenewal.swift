import Kernel
import Messaging

// After "try again" the gateway sends the request under the next id of a chain that every instance
// computes.
extension PendingRequests {
    /// How often one request is renewed. A client that retries in vain for a day still succeeds, through the notes in
    /// `latest`.
    static let renewalsMax = 100
    static let latestMax = 10_000

    /// The message that replaces a request answered with "try again". Every instance computes the same id, so two
    /// retries are one message.
    package static func successor(of id: String) -> String { DeterministicID.make("asked-again", id) }

    /// The current id of a request with a key.
    package func latest(of id: String) -> String {
        state.withLock { state in
            var id = id
            while let next = state.latest[id]?.id { id = next }
            return id
        }
    }
}

extension PendingRequests.State {
    /// Makes the next request with this key a new message.
    mutating func note(_ id: String, successorOf entry: PendingRequests.Entry) {
        if latest.count >= PendingRequests.latestMax { latest.removeAll(keepingCapacity: true) }
        latest[id] = (PendingRequests.successor(of: entry.messageID), entry.steps + 1)
    }

    /// A retry after "try again": sends the request as the next message of its key. False: it cannot be renewed, and
    /// the client gets the stored answer.
    mutating func renew(_ id: String, _ now: Int64, _ limits: PendingRequests.Limits, _ work: inout PendingRequests.Work) -> Bool {
        guard var entry = entries[id], entry.isWhole, entry.renewals < PendingRequests.renewalsMax else { return false }
        let next = PendingRequests.successor(of: entry.messageID)
        renewed[entry.messageID] = nil
        entry.use(next, steps: 1)
        entry.renewals += 1
        // No client waits to learn that a parked request could not be sent; it counts as resent, so it is retried.
        (entry.sends, entry.wasResent, entry.isInLog, entry.nextSend) = (1, entry.isParked, false, now + limits.resendAfterMilliseconds)
        entries[id] = entry
        renewed[next] = id
        work.sends.append((id, entry.record, entry.ticket != nil, false))
        return true
    }
}

extension PendingRequests.Entry {
    mutating func use(_ next: String, steps more: Int) {
        messageID = next
        steps += more
        record.set("ce_id", next)
        // The id of the day before takes the same number of steps.
        let earlier = "request-" + Envelope.earlierIDAttribute
        if let id = record.text(of: earlier) { record.set(earlier, (0..<more).reduce(id) { id, _ in PendingRequests.successor(of: id) }) }
    }
}

extension OutgoingRecord {
    func text(of header: String) -> String? { headers.first { $0.name == header }?.value.map { String(decoding: $0, as: UTF8.self) } }
    mutating func set(_ header: String, _ text: String) {
        headers = headers.map { $0.name == header ? RecordHeader(header, text) : $0 }
    }
}
