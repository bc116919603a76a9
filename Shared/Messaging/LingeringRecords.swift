import Contracts

/// Records that nobody waits for and that are sent together, in their order (docs/decisions/0011).
/// After a quiet moment a topic gets the next one at once, and so it does when something else is sent to it anyway.
struct LingeringRecords {
    struct Entry {
        let record: OutgoingRecord
        /// The outbox row.
        let position: Int64
        /// The number under which the record is acknowledged.
        let number: Int
    }
    private struct Topic {
        /// The last batch, or the last try to send it.
        var triedAt: ContinuousClock.Instant?
        /// The call in which something was sent to it, whether somebody waited for it or not.
        var sentAt: ContinuousClock.Instant?
        var waiting = 0
    }
    private(set) var entries: [Entry] = []
    private var topics: [String: Topic] = [:]
    /// Between two batches for one topic.
    let interval: Duration

    init(interval: Duration) { self.interval = interval }

    var isEmpty: Bool { entries.isEmpty }
    /// When the first of them must be sent. Nil: nothing waits.
    var due: ContinuousClock.Instant? {
        topics.values.lazy.filter { $0.waiting > 0 }.compactMap(\.triedAt).min().map { $0 + interval }
    }

    func waits(for topic: String) -> Bool { topics[topic].map { $0.waiting > 0 } ?? false }

    /// Whether a record may be sent at once: its topic got none for a while, or gets something else in the same call.
    func mayGo(to topic: String, at now: ContinuousClock.Instant) -> Bool {
        guard let known = topics[topic] else { return true }
        return known.waiting == 0 && (known.sentAt == now || known.triedAt.map { $0 + interval <= now } ?? true)
    }

    /// Something is sent to this topic in the call that began at `now`.
    mutating func noteSent(to topic: String, at now: ContinuousClock.Instant, lingers: Bool) {
        topics[topic, default: Topic()].sentAt = now
        if lingers { topics[topic]?.triedAt = now }
    }

    mutating func add(_ entry: Entry, at now: ContinuousClock.Instant) {
        entries.append(entry)
        let topic = entry.record.topic
        topics[topic, default: Topic()].waiting += 1
        if topics[topic]?.triedAt == nil { topics[topic]?.triedAt = now }
    }

    /// Hands the records of one topic, or all of them, to `deliver`. Behind one that it does not take, those for the same
    /// topic stay, too. Returns the first of each topic that it did not take.
    mutating func send(topic wanted: String? = nil, at now: ContinuousClock.Instant,
                       _ deliver: (Entry) throws -> Bool) rethrows -> [Entry] {
        var kept: [Entry] = [], refused: [String: Entry] = [:], seen = 0
        defer { entries = kept + entries[seen...] }
        for entry in entries {
            let topic = entry.record.topic
            guard wanted ?? topic == topic, refused[topic] == nil else {
                kept.append(entry)
                seen += 1
                continue
            }
            topics[topic]?.triedAt = now
            if try deliver(entry) {
                topics[topic]?.waiting -= 1
                topics[topic]?.sentAt = now
            } else {
                kept.append(entry)
                refused[topic] = entry
            }
            seen += 1
        }
        return Array(refused.values)
    }

    /// Of a row that goes out again as a whole.
    mutating func remove(number: Int) {
        entries.removeAll { entry in
            guard entry.number == number else { return false }
            topics[entry.record.topic]?.waiting -= 1
            return true
        }
    }

    mutating func removeAll() {
        entries.removeAll()
        for topic in topics.keys { topics[topic]?.waiting = 0 }
    }
}
