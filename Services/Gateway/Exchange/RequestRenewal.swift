import Kernel
import Messaging

// A request whose answer was "try again" is no outcome: the same key goes out again, under the next id of a chain that every instance finds.
extension PendingRequests {
    /// How often one request is renewed: a client that repeats itself in vain for a day finds its way anyway, by the notes in `latest`.
    static let renewalsMax = 100
    static let latestMax = 10_000

    /// The message that stands for a request once this one was answered with "try again". Every instance finds the same, so two retries are one message.
    package static func successor(of id: String) -> String { DeterministicID.make("asked-again", id) }

    /// The id a keyed request has now.
    package func latest(of id: String) -> String {
        state.withLock { state in
            var id = id
            while let next = state.latest[id]?.id { id = next }
            return id
        }
    }
}

extension PendingRequests.State {
    /// The next request with this key is the next message.
    mutating func note(_ id: String, successorOf entry: PendingRequests.Entry) {
        if latest.count >= PendingRequests.latestMax { latest.removeAll(keepingCapacity: true) }
        latest[id] = (PendingRequests.successor(of: entry.messageID), entry.steps + 1)
    }

    /// The same key was answered with "try again" before, and this is the try: it goes out as the next message of that key.
    /// False: it cannot, and is answered as before.
    mutating func renew(_ id: String, _ now: Int64, _ limits: PendingRequests.Limits, _ work: inout PendingRequests.Work) -> Bool {
        guard var entry = entries[id], entry.isWhole, entry.renewals < PendingRequests.renewalsMax else { return false }
        let next = PendingRequests.successor(of: entry.messageID)
        renewed[entry.messageID] = nil
        entry.use(next, steps: 1)
        entry.renewals += 1
        // Nobody is left to be told that a parked one could not be sent: it is a repetition, which is tried again.
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
        // What the key stood for yesterday goes on in the same steps.
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
