import Contracts

/// Records that nobody waits for and that leave together, in their order (docs/decisions/0011). After a quiet moment a topic gets
/// the next one at once.
struct LingeringRecords {
    struct Entry {
        let record: OutgoingRecord
        /// The outbox row.
        let position: Int64
        /// The number under which the record is acknowledged.
        let number: Int
    }
    private struct Topic {
        var lastLeft: ContinuousClock.Instant
        var waiting = 0
    }
    private(set) var entries: [Entry] = []
    private var topics: [String: Topic] = [:]
    /// Between two batches for one topic.
    let interval: Duration

    init(interval: Duration) { self.interval = interval }

    var isEmpty: Bool { entries.isEmpty }
    /// When the first of them must leave. Nil: nothing waits.
    var due: ContinuousClock.Instant? {
        entries.isEmpty ? nil : topics.values.lazy.filter { $0.waiting > 0 }.map(\.lastLeft).min().map { $0 + interval }
    }

    func waits(for topic: String) -> Bool { topics[topic].map { $0.waiting > 0 } ?? false }

    /// Whether a record may leave at once, because its topic got none for a while.
    func isQuiet(_ topic: String, at now: ContinuousClock.Instant) -> Bool {
        topics[topic].map { $0.waiting == 0 && $0.lastLeft + interval <= now } ?? true
    }

    /// Something goes to this topic now.
    mutating func leaves(for topic: String, at now: ContinuousClock.Instant) {
        topics[topic, default: Topic(lastLeft: now)].lastLeft = now
    }

    mutating func add(_ entry: Entry, at now: ContinuousClock.Instant) {
        entries.append(entry)
        topics[entry.record.topic, default: Topic(lastLeft: now)].waiting += 1
    }

    /// Hands the records of one topic, or all of them, to `send`. Behind one that it does not take those for the same topic stay, too.
    /// Returns the first that it did not take.
    mutating func send(topic wanted: String? = nil, at now: ContinuousClock.Instant,
                       _ send: (Entry) throws -> Bool) rethrows -> Entry? {
        var kept: [Entry] = [], refused: Entry?, refusing: Set<String> = []
        for entry in entries {
            let topic = entry.record.topic
            guard wanted ?? topic == topic, !refusing.contains(topic) else {
                kept.append(entry)
                continue
            }
            leaves(for: topic, at: now)
            if try send(entry) {
                topics[topic]?.waiting -= 1
            } else {
                kept.append(entry)
                refusing.insert(topic)
                refused = refused ?? entry
            }
        }
        entries = kept
        return refused
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
