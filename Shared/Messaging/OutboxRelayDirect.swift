import Contracts

// Events go into the logs of direct subscribers, too: one producer, one order (docs/decisions/0062).
extension OutboxRelay {
    /// The services that get events directly from here on.
    package func follow(_ subscriptions: [DirectSubscription]) {
        let sent = Set(self.subscriptions.map(\.marker)).subtracting(dueMarkers.map(\.marker))
        self.subscriptions = subscriptions
        dueMarkers = subscriptions.filter { $0.since >= watermark && !sent.contains($0.marker) }.sorted { $0.since < $1.since }
    }

    func subscription(of topic: String) -> DirectSubscription? { subscriptions.first { $0.topic == topic } }

    /// The subscriptions by which a row goes out, besides its own topic.
    func direct(_ row: Row) -> [DirectSubscription] {
        guard !subscriptions.isEmpty, row.record.topic == events.topic else { return [] }
        return subscriptions.filter { $0.since < row.position && $0.types.contains(row.type) }
    }

    /// What a row becomes: the record of its topic and a copy for each direct subscriber, and whether it may linger. The
    /// topic's may not while somebody who waits for the event still reads it there.
    func copies(of row: Row) -> [(record: OutgoingRecord, lingers: Bool)] {
        let subscriptions = direct(row)
        let lingers = switch row.awaitedBy {
        case .everybody: false
        case .only(let services): services.isSubset(of: subscriptions.map(\.subscriber))
        }
        return [(row.record, lingers)] + subscriptions.map {
            (Self.directRecord(row, $0, from: events), !row.awaitedBy.includes($0.subscriber))
        }
    }

    /// Writes the markers of handovers that lie before a row. False: not now.
    func sendMarkers(before position: Int64) throws -> Bool {
        while let next = dueMarkers.first, next.since < position {
            guard try flush() else { return false }
            let number = acknowledgements.state.withLock { $0.append(next.since) }
            let record = try next.markerRecord(in: events, service: service)
            let marker = Row(position: next.since, type: SubscriptionTaken.type, record: record)
            guard try produceOrTakeBack(marker, as: number) else { return false }
            dueMarkers.removeFirst()
        }
        return true
    }

    /// Of the subscriptions whose markers have gone out, the oldest first.
    func sentMarkers() throws -> [OutgoingRecord] {
        let due = Set(dueMarkers.map(\.marker))
        return try subscriptions.filter { !due.contains($0.marker) }.sorted { $0.since < $1.since }.map {
            try $0.markerRecord(in: events, service: service)
        }
    }

    /// The copy of a row's record for the log of a direct subscriber.
    static func directRecord(_ row: Row, _ subscription: DirectSubscription, from events: TopicPartition) -> OutgoingRecord {
        var record = row.record
        record.topic = subscription.topic
        record.headers.append(DirectOrigin.header(events, row.position, subscription.marker))
        return record
    }
}
